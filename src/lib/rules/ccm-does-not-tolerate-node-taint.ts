import { Rule, stopFindings } from './rule';
import { asksForControlPlane, hasManager, isScheduledHere } from './scheduling';
import { isSameTaint, Taint, taintText, tolerates } from '../kubernetes/taint';
import { isCcm, kubelets, listed, nameOf, nodeObjectOf, runsOn } from '../view/ask';
import { ComponentView, NO_DOUBT, NodeView, ReadModel } from '../view/model';

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
    if (!isCcm(view) || !isScheduledHere(view)) return NO_DOUBT.notAsked;
    const nodes = nodesWithKubelet(model).filter(node => runsOn(view, node.kind) && (!asksForControlPlane(view) || node.role === 'control-plane'));
    const inTheWay = nodes.map(node => ({ node, taints: notTolerated(view, node, model) }));
    const free = new Set(inTheWay.filter(({ taints }) => taints.length === 0).map(({ node }) => node.kind));
    const closed = inTheWay.filter(({ node }) => !free.has(node.kind));
    // Nodes without a control plane are there whichever kinds of control-plane nodes are.
    const isFree = [...free].some(kind => !hasManager(model, kind));
    if (closed.length === 0 || isFree) return NO_DOUBT.isRight;
    const taints = closed.flatMap(one => one.taints);
    const keys = [...new Set(taints.map(taintText))];
    const where = free.size === 0 ? 'that it is meant for' : `of ${listed([...new Set(closed.map(({ node }) => node.kind))])}`;
    return [{
      place: view.pod!.tolerationsPlace,
      what: `${nameOf(view)} does not tolerate ${listed(keys)}, with which each node ${where} registers`,
      exceptOn: [...free],
    }];
  },
};

/** Of the taints of its registration those that its Node still has, as it has them. */
function notTolerated(view: ComponentView, node: NodeView, model: ReadModel): readonly Taint[] {
  const { registeredTaints = [] } = node;
  const taints = nodeObjectOf(node, model)?.taints.filter(taint => registeredTaints.some(own => isSameTaint(own, taint))) ?? registeredTaints;
  return taints.filter(taint => taint.effect !== 'PreferNoSchedule' && !tolerates(view.pod!.tolerations, taint));
}

/** With which taints the others register is not known. */
function nodesWithKubelet(model: ReadModel): readonly NodeView[] {
  const isKnown = ({ name, kind, registeredTaints }: NodeView) => registeredTaints !== undefined
    || kubelets(model).some(kubelet => kubelet.kind === kind && kubelet.node === name);
  return model.kinds.flatMap(({ nodes }) => nodes.filter(isKnown));
}
