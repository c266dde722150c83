import { AppFiles } from '../app/app-files';
import { PlanOptions } from '../options';
import { PlanResult, planStates } from '../plan';
import { BEFORE_UPGRADE } from '../state';
import { AcceptedOfUpgrade, hindrancesOf } from './upgrade-hindrances';
import { EarlierApp, readUpgradedApp } from './upgraded-app';

/** Choices of a plan of an upgrade. */
export type CcmUpgradeOptions = Pick<PlanOptions, 'cluster' | 'inertKinds'> & AcceptedOfUpgrade;

/**
 * Plans the upgrade of the cloud-controller-manager in the steady state, from what an earlier synthesis wrote to what synthesis wrote now. What
 * `upgrade` says no to is refused, unless it is accepted.
 *
 * @throws if one of the two is not ours, was changed, or the two do not differ in their cloud-controller-manager
 */
export function makeCcmUpgradePlan(files: AppFiles, earlier: EarlierApp, options: CcmUpgradeOptions = {}): PlanResult {
  const { app, upgrade } = readUpgradedApp({ files }, earlier, undefined, options.cluster, options.inertKinds);
  const { refused, noGo } = hindrancesOf(upgrade, options);
  if (refused) return { refused: { from: BEFORE_UPGRADE, to: 'disabled', ...refused, counterexamples: [] } };
  return planStates({ ...app, upgrade: { ...upgrade, noGo } }, [BEFORE_UPGRADE, 'disabled'], options);
}
