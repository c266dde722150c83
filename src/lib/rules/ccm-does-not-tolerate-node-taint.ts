import { Rule } from './rule';
import { asksForControlPlane, isScheduledHere } from './scheduling';
import { parsedTaints, tolerates } from '../kubernetes/taint';
import { ccms, flagOf, kubelets, listed, nameOf, runsOn } from '../view/ask';
import { ComponentView, Model } from '../view/model';

export const ccmDoesNotTolerateNodeTaint: Rule = {
  id: 'ccm-does-not-tolerate-node-taint',
  severity: 'error',
  title: 'The cloud-controller-manager does not tolerate a taint that its nodes register with',
  why: 'A kubelet with --register-with-taints keeps out what does not tolerate them. Where every node that it is meant for has such a taint, it '
    + 'runs nowhere.',
  fix: 'Tolerate the taint in the pod template of the cloud-controller-manager.',
  source: 'k8s.io/kubernetes@v1.26.15 pkg/kubelet/kubelet_node_status.go:304-317; zalando-incubator/kubernetes-on-aws '
    + 'cluster/node-pools/master-default',
  check: model => ccms(model).filter(isScheduledHere).flatMap(view => {
    const nodes = kubelets(model).filter(kubelet => runsOn(view, kubelet.kind!) && (!asksForControlPlane(view) || isControlPlane(model, kubelet)));
    const missing = nodes.map(
      kubelet => taintsOf(kubelet).filter(taint => taint.effect !== 'PreferNoSchedule' && !tolerates(view.pod!.tolerations, taint)),
    );
    if (nodes.length === 0 || missing.some(taints => taints.length === 0)) return [];
    const keys = [...new Set(missing.flat().map(({ key, value, effect }) => `${key}${value === '' ? '' : `=${value}`}:${effect}`))];
    return [{
      place: view.pod!.tolerationsPlace,
      message: `${nameOf(view)} does not tolerate ${listed(keys)}, with which each node that it is meant for registers`,
    }];
  }),
};

function isControlPlane({ kinds }: Model, { kind, node }: ComponentView): boolean {
  return kinds.find(({ name }) => name === kind)?.nodes.find(({ name }) => name === node)?.role === 'control-plane';
}

function taintsOf(kubelet: ComponentView) {
  return parsedTaints(flagOf(kubelet, 'register-with-taints')?.value ?? '');
}
