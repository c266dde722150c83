import { DecisionTable } from './decision';

/** Every table of what fields and flags decide, in the order of docs/reference/what-verify-reads.md. */
export const DECISION_TABLES: readonly DecisionTable[] = [];
