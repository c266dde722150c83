import { Rule } from './rule';
import { asksForControlPlane, controlPlanes, isScheduledHere } from './scheduling';
import { tolerates } from '../kubernetes/taint';
import { ccms, listed, nameOf } from '../view/ask';

export const ccmDoesNotTolerateControlPlane: Rule = {
  id: 'ccm-does-not-tolerate-control-plane',
  severity: 'error',
  title: 'The cloud-controller-manager does not tolerate the taints of control-plane nodes',
  why: 'It is meant for nodes that keep it out, so it runs nowhere.',
  fix: 'Tolerate the taint by key with operator Exists; the taint has no value, so a toleration with value "true" does not match it.',
  source: 'KEP-2067; k8s.io/api@v0.26.15 core/v1/toleration.go ToleratesTaint',
  check: model => ccms(model).filter(isScheduledHere).filter(asksForControlPlane).flatMap(view =>
    controlPlanes(model, view).flatMap(({ version, taints }) => {
      const missing = taints.filter(key => !tolerates(view.pod!.tolerations, { key, value: '', effect: 'NoSchedule' }));
      return missing.length === 0 ? [] : [{
        place: view.pod!.tolerationsPlace,
        message: `${nameOf(view)} does not tolerate ${listed(missing)}, the NoSchedule taint of control-plane nodes of ${version.minorVersion}`,
      }];
    })),
};
