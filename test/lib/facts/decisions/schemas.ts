import { KUBELET_CONFIGURATION } from './kubelet-configuration';
import { Schema } from './schema';

/** How the rows of each table of src/lib/facts/decisions are tested. */
export const SCHEMAS: readonly Schema[] = [KUBELET_CONFIGURATION];
