import { Rule } from './rule';
import { hasAddressAtOnce } from '../facts/kubelet-node-address';
import { ccms, isExternal, kubelets, nameOf, runsOn, textOf } from '../view/ask';

export const ccmEndpointWithoutNodeAddress: Rule = {
  id: 'ccm-endpoint-without-node-address',
  severity: 'warning',
  title: 'The cloud-controller-manager needs the address of a node that has none before it ran',
  why: 'A kubelet of 1.29 or newer with --cloud-provider=external leaves the addresses of a new node to the cloud-controller-manager. A pod there '
    + 'that takes status.hostIP does not start.',
  fix: 'Pass --node-ip to the kubelets, or give KUBERNETES_SERVICE_HOST an address that does not depend on the node.',
  source: 'k8s.io/kubernetes@v1.29.15 pkg/kubelet/nodestatus/setters.go:133, v1.37.1:126; pkg/util/node/node.go:92; kubernetes/kubernetes#120720',
  check: model => ccms(model).filter(view => view.pod?.env.KUBERNETES_SERVICE_HOST === 'fieldRef:status.hostIP').flatMap(view => {
    const without = kubelets(model).find(kubelet => runsOn(view, kubelet.kind!) && isExternal(kubelet)
      && kubelet.version !== undefined && !hasAddressAtOnce(kubelet.version, textOf(kubelet, 'node-ip')));
    return without ? [{
      place: view.pod!.place,
      message: `${nameOf(view)} reaches the API server by status.hostIP, and ${nameOf(without)} has no usable --node-ip`,
    }] : [];
  }),
};
