import { Rule } from './rule';
import { BUILT_IN_DEFAULT } from '../facts/built-in-default';
import { logicalName } from '../facts/kcm-controllers';
import { locksToRun } from '../model/process';
import { kcms, listed, managers, nameOf, placeOf } from '../view/ask';
import { ComponentView, Model } from '../view/model';

export const builtInDefaultNotEffective: Rule = {
  id: 'built-in-default-not-effective',
  severity: 'error',
  title: 'The built-in default configuration does not protect the controllers',
  why: 'From 1.28 on it names controllers that no release has. Those it means run under the main lock on both sides simultaneously, as real binaries '
    + 'confirmed.',
  fix: 'Write a configuration file with service-lb-controller, node-route-controller and cloud-node-lifecycle-controller, and pass it with '
    + '--leader-migration-config.',
  source: 'k8s.io/controller-manager@v0.28.15 pkg/leadermigration/config/default.go:29-32, not fixed in v0.37.2; run with the AWS CCM v1.28.1',
  check: model => managers(model).flatMap(view => {
    if (!view.process?.migration?.builtIn) return [];
    const builtIn = BUILT_IN_DEFAULT.find(view.process.version);
    if (!builtIn || builtIn.effective) return [];
    const finding = {
      place: placeOf(view, 'enable-leader-migration'),
      message: `${nameOf(view)} uses the built-in default, which names ${listed(builtIn.unmatched)}: ${listed(builtIn.unprotected)} are not `
        + 'protected',
    };
    return !areWithCcm(model, builtIn.unprotected) ? [finding] : [{
      ...finding,
      severity: 'warning' as const,
      message: `${finding.message}; no kube-controller-manager of the input runs them, so that nothing is at risk`,
      fix: 'Remove --enable-leader-migration: there is nothing left to migrate.',
    }];
  }),
};

/** Whether the input has a kube-controller-manager, and none that can run any of these controllers. */
function areWithCcm(model: Model, controllers: readonly string[]): boolean {
  const isRunBy = ({ process }: ComponentView) =>
    process === undefined || controllers.some(key => locksToRun(process, logicalName(key)) !== undefined);
  return kcms(model).length > 0 && !kcms(model).some(isRunBy);
}
