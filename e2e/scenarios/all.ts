import { ROLLBACK, ROLLING, TURN_BACK } from './rolling';
import { VIOLATIONS } from './violations';
import { Scenario } from '../lib/scenario';

/** Enough to see that the migration works, and that what must fail does. */
export const QUICK: readonly Scenario[] = [ROLLING, ...VIOLATIONS];

export const SCENARIOS: readonly Scenario[] = [...QUICK, ROLLBACK, ...TURN_BACK];
