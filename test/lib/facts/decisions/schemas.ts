import { FLAG_SCHEMAS } from './flags';
import { KUBELET_CONFIGURATION } from './kubelet-configuration';
import { PODS } from './pod';
import { Schema } from './schema';

/** How the rows of each table of src/lib/facts/decisions are tested. */
export const SCHEMAS: readonly Schema[] = [
  PODS,
  ...FLAG_SCHEMAS,
  KUBELET_CONFIGURATION,
];
