import { Rule } from './rule';
import { ccms, isExternal, kcms, kubelets, nameOf, placeOf, textOf } from '../view/ask';
import { ComponentView, Model } from '../view/model';

export const kubeletNotExternal: Rule = {
  id: 'kubelet-not-external',
  severity: 'warning',
  title: 'A kubelet that leaves its node to no cloud provider',
  why: 'Its node registers without the taint node.cloudprovider.kubernetes.io/uninitialized, so that the cloud-controller-manager does not '
    + 'initialize it: it gets no provider ID and no zone, and is missing from load balancers.',
  fix: 'Pass --cloud-provider=external to the kubelet, or let the input have the file that does.',
  source: 'k8s.io/kubernetes@v1.28.15 pkg/kubelet/kubelet_node_status.go:336-360; aws/karpenter-provider-aws#972; kubernetes/cloud-provider-aws#72',
  check: model => ccms(model).length === 0 ? [] : kubelets(model).filter(view => textOf(view, 'cloud-provider') === ''
    && view.unknowns.length === 0 && isWithoutInTree(model, view)).map(view => ({
    place: placeOf(view, 'cloud-provider'), message: `${nameOf(view)} on node ${view.node} does not have --cloud-provider=external`,
  })),
};

/** Whether the managers beside it, or for a worker all that the input has, leave the cloud to the cloud-controller-manager. */
function isWithoutInTree(model: Model, { kind }: ComponentView): boolean {
  const beside = kcms(model).filter(view => view.kind === kind);
  const managers = beside.length > 0 ? beside : kcms(model);
  return managers.length > 0 && managers.every(isExternal);
}
