import { ControlPlaneNodeManifests } from './control-plane-node';
import { kubeletFlag } from './kubelet-side';
import { ApiServerEndpoint } from '../ccm/api-server-endpoint';
import { hasAddressAtOnce } from '../facts/kubelet-node-address';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/**
 * How the cloud-controller-manager reaches the API server while versions differ: that of its own node, which is as new as it is.
 *
 * Where a new node of this version has no address until a cloud-controller-manager has run, the one that should run there would wait for itself: then
 * the Service, by undefined.
 */
export function defaultEndpoint(version: KubernetesVersion, controlPlane: readonly ControlPlaneNodeManifests[]): ApiServerEndpoint | undefined {
  const [first] = controlPlane;
  const nodeIps = first ? controlPlane.map(({ node }) => kubeletFlag(node, 'node-ip')) : [undefined];
  if (!nodeIps.every(nodeIp => hasAddressAtOnce(version, nodeIp))) return undefined;
  const port = first?.pods.get('kube-apiserver')?.flagValue('secure-port');
  return ApiServerEndpoint.ownNode(port === undefined ? undefined : Number(port));
}
