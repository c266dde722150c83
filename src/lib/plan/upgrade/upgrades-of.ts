import { Plan } from '../plan';
import { PlannedUpgrade } from './upgrade-hindrances';
import { notTakenBack } from '../../upgrade/way-back';

/** A plan that upgrades. */
export type Upgrading = Pick<Plan, 'hops'> & { readonly upgrade: PlannedUpgrade };

/** The upgrades that a plan consists of: the hops of a chain, or the one. */
export function upgradesOf({ upgrade, hops }: Upgrading): readonly PlannedUpgrade[] {
  return hops ? hops.map(one => one.upgrade) : [upgrade];
}

/** What no playbook takes back, of all hops. */
export function leftBehind(plan: Upgrading): readonly string[] {
  return [...new Set(upgradesOf(plan).flatMap(upgrade => notTakenBack(upgrade)))];
}
