import { PlanStateName, STATES } from '../plan/state';

/** Whether a state comes after another one, on the way forward. */
export function isForward(from: PlanStateName, to: PlanStateName): boolean {
  return STATES.indexOf(from) < STATES.indexOf(to);
}
