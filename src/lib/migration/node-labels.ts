import { CONTROL_PLANE_ROLE, controlPlaneNode, MASTER_ROLE } from '../facts/control-plane-node';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { NodeInput } from '../kubernetes/node';

/**
 * Role labels by which a pod finds the control-plane nodes: those of the release, unless their Node objects say that a node has none of these.
 *
 * @param nodes control-plane nodes
 * @param before version N; undefined: not known. A label that kubeadm set in it and takes away in this release is not the only one
 * @throws if a node has no role label at all, so that no pod would run there
 */
export function controlPlaneLabels(version: KubernetesVersion, nodes: readonly NodeInput[], before?: KubernetesVersion): readonly string[] {
  const usual = controlPlaneNode(version).labels;
  const isFound = ({ labels = {} }: NodeInput, keys: readonly string[]) => keys.some(key => labels[key] === '');
  const known = nodes.filter(({ labels }) => labels !== undefined);
  if (known.every(node => isFound(node, usual))) return usual;
  const roles = [MASTER_ROLE, CONTROL_PLANE_ROLE];
  const lost = known.find(({ labels = {} }) => !roles.some(key => key in labels));
  if (lost) {
    throw new Error(`control-plane node '${lost.name}' has none of the labels ${roles.map(key => `'${key}'`).join(' and ')}, `
      + 'so no cloud-controller-manager would run there; '
      + `label it (kubectl label node ${lost.name} ${CONTROL_PLANE_ROLE}=), or give labels of yours as pod.nodeSelector`);
  }
  // Other installers give them a value, RKE2 'true': both labels then, which are asked for by their presence.
  if (known.some(node => !isFound(node, roles))) return roles;
  const losesOne = before !== undefined && controlPlaneNode(before).labels.some(key => !usual.includes(key));
  return roles.filter(key => known.some(node => isFound(node, [key])) || (losesOne && usual.includes(key)));
}
