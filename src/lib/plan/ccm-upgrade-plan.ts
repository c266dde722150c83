import { AppFiles } from './app-files';
import { PlanOptions } from './options';
import { PlanResult, planStates } from './plan';
import { BEFORE_UPGRADE } from './state';
import { EarlierApp, readUpgradedApp } from './upgraded-app';

/**
 * Plans the upgrade of the cloud-controller-manager in the steady state, from what an earlier synthesis wrote to what synthesis wrote now.
 *
 * @throws if one of the two is not ours, was changed, or the two do not differ in the release of their cloud-controller-manager
 */
export function makeCcmUpgradePlan(files: AppFiles, earlier: EarlierApp, options: Pick<PlanOptions, 'cluster'> = {}): PlanResult {
  const app = readUpgradedApp(files, earlier, options.cluster);
  const skew = app.upgrade!.differences.find(({ topic }) => topic === 'skew');
  if (skew) {
    return { refused: { from: BEFORE_UPGRADE, to: 'disabled', reason: skew.says, counterexamples: [], fix: skew.todo! } };
  }
  return planStates(app, [BEFORE_UPGRADE, 'disabled'], options);
}
