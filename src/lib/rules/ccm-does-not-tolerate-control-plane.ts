import { Rule, stopFindings } from './rule';
import { asksForControlPlane, controlPlanes, isScheduledHere, kindsOfOtherVersions } from './scheduling';
import { tolerates } from '../kubernetes/taint';
import { isCcm, listed, nameOf } from '../view/ask';
import { NO_DOUBT } from '../view/model';

export const ccmDoesNotTolerateControlPlane: Rule = {
  id: 'ccm-does-not-tolerate-control-plane',
  severity: 'error',
  title: 'The cloud-controller-manager does not tolerate the taints of control-plane nodes',
  why: 'It is meant for nodes that keep it out, so it runs nowhere.',
  fix: 'Tolerate the taint by key with operator Exists; the taint has no value, so a toleration with value "true" does not match it.',
  source: 'KEP-2067; k8s.io/api@v0.26.15 core/v1/toleration.go ToleratesTaint',
  check: model => stopFindings(model, 'ccm-does-not-tolerate-control-plane'),
  stops: (view, model) => {
    if (!isCcm(view) || !isScheduledHere(view) || !asksForControlPlane(view)) return NO_DOUBT.notAsked;
    const kept = controlPlanes(model, view).map(({ version, taints }) => ({
      version,
      missing: taints.filter(key => !tolerates(view.pod!.tolerations, { key, value: '', effect: 'NoSchedule' })),
    })).filter(({ missing }) => missing.length > 0);
    return kept.map(({ version, missing }) => ({
      place: view.pod!.tolerationsPlace,
      what: `${nameOf(view)} does not tolerate ${listed(missing)}, the NoSchedule taint of control-plane nodes of ${version.minorVersion}`,
      exceptOn: kindsOfOtherVersions(model, view, kept.map(one => one.version)),
    }));
  },
};
