import { RESTARTS, strikes } from './failures';
import { ONE_IDENTITY, TAGGING } from './identity';
import { ACCESS_MISSING, ACCESS_MODES } from './lease-access';
import { REFUSED } from './refusals';
import { DISABLING, ROLLBACK, ROLLING, TURN_BACK } from './rolling';
import { STATIC_POD } from './static-pod';
import { CONTROLLERS_OFF_THEN_ON, DOWNTIME } from './strategies';
import { VIOLATIONS } from './violations';
import { Journey } from '../lib/scenario';

/** Schedules that one cluster sees. */
const SCHEDULES_OF_A_CLUSTER = 25;

/** Which scenarios a run is made of. */
export interface Extent {
  readonly quick: boolean;
  /** How many random schedules of blows; a quick run has two. */
  readonly schedules: number;
}

export function journeysOf({ quick, schedules }: Extent): readonly Journey[] {
  return quick ? QUICK : allJourneys(schedules);
}

/** Enough to see that the migration works, that it stands a few blows, and that what must fail does. */
const QUICK: readonly Journey[] = [{ scenarios: [ROLLING] }, { scenarios: [strikes(1, 2)] }, ...VIOLATIONS];

/** Everything, with so many random schedules. The longest first: journeys run beside each other. */
function allJourneys(schedules: number): readonly Journey[] {
  const firsts = Array.from({ length: Math.ceil(schedules / SCHEDULES_OF_A_CLUSTER) }, (_, index) => index * SCHEDULES_OF_A_CLUSTER + 1);
  return [
    ...firsts.map(first => ({ scenarios: [strikes(first, Math.min(first + SCHEDULES_OF_A_CLUSTER - 1, schedules))] })),
    { scenarios: [ROLLING, DISABLING, ROLLBACK, ...TURN_BACK, RESTARTS] },
    { scenarios: [...REFUSED] },
    CONTROLLERS_OFF_THEN_ON, DOWNTIME, STATIC_POD, ...VIOLATIONS, ONE_IDENTITY, TAGGING, ACCESS_MODES, ACCESS_MISSING,
  ];
}
