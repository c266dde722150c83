import { DecisionTable } from './decision';
import { KUBELET_CONFIGURATION_DECISIONS } from './kubelet-configuration';

/** Every table of what fields and flags decide, in the order of docs/reference/what-verify-reads.md. */
export const DECISION_TABLES: readonly DecisionTable[] = [KUBELET_CONFIGURATION_DECISIONS];
