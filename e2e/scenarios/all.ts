import { randomSchedule, RESTARTS } from './failures';
import { ONE_IDENTITY, TAGGING } from './identity';
import { ACCESS_MISSING, ACCESS_MODES } from './lease-access';
import { ROLLBACK, ROLLING, TURN_BACK } from './rolling';
import { CONTROLLERS_OFF_THEN_ON, DOWNTIME } from './strategies';
import { VIOLATIONS } from './violations';
import { Scenario } from '../lib/scenario';

/** Enough to see that the migration works, and that what must fail does. */
export const QUICK: readonly Scenario[] = [ROLLING, ...VIOLATIONS];

/** Everything, with so many random schedules. */
export function allScenarios(schedules: number): readonly Scenario[] {
  return [
    ...QUICK, ROLLBACK, ...TURN_BACK, ACCESS_MISSING, ACCESS_MODES, CONTROLLERS_OFF_THEN_ON, DOWNTIME, RESTARTS,
    ONE_IDENTITY, TAGGING,
    ...Array.from({ length: schedules }, (_, index) => randomSchedule(index + 1)),
  ];
}
