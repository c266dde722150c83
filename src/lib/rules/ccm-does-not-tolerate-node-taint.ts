import { Rule, stopFindings } from './rule';
import { asksForControlPlane, isScheduledHere } from './scheduling';
import { tolerates } from '../kubernetes/taint';
import { isCcm, kubelets, listed, nameOf, runsOn } from '../view/ask';
import { NodeView, ReadModel } from '../view/model';

export const ccmDoesNotTolerateNodeTaint: Rule = {
  id: 'ccm-does-not-tolerate-node-taint',
  severity: 'error',
  title: 'The cloud-controller-manager does not tolerate a taint that its nodes register with',
  why: 'A kubelet with --register-with-taints, or registerWithTaints in its configuration, keeps out what does not tolerate them. '
    + 'Where every node that it is meant for has such a taint, it runs nowhere.',
  fix: 'Tolerate the taint in the pod template of the cloud-controller-manager.',
  source: 'k8s.io/kubernetes@v1.26.15 pkg/kubelet/kubelet_node_status.go:304-317; zalando-incubator/kubernetes-on-aws '
    + 'cluster/node-pools/master-default',
  check: model => stopFindings(model, 'ccm-does-not-tolerate-node-taint'),
  stops: (view, model) => {
    if (!isCcm(view) || !isScheduledHere(view)) return [];
    const nodes = nodesWithKubelet(model).filter(node => runsOn(view, node.kind) && (!asksForControlPlane(view) || node.role === 'control-plane'));
    const missing = nodes.map(({ registeredTaints = [] }) =>
      registeredTaints.filter(taint => taint.effect !== 'PreferNoSchedule' && !tolerates(view.pod!.tolerations, taint)));
    if (nodes.length === 0 || missing.some(taints => taints.length === 0)) return [];
    const keys = [...new Set(missing.flat().map(({ key, value, effect }) => `${key}${value === '' ? '' : `=${value}`}:${effect}`))];
    return [{
      place: view.pod!.tolerationsPlace,
      what: `${nameOf(view)} does not tolerate ${listed(keys)}, with which each node that it is meant for registers`,
    }];
  },
};

/** Of the others nobody knows with which taints they register. */
function nodesWithKubelet(model: ReadModel): readonly NodeView[] {
  const isKnown = ({ name, kind, registeredTaints }: NodeView) => registeredTaints !== undefined
    || kubelets(model).some(kubelet => kubelet.kind === kind && kubelet.node === name);
  return model.kinds.flatMap(({ nodes }) => nodes.filter(isKnown));
}
