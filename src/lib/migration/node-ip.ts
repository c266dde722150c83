import { isGateOff, withGateOn } from './list-flags';
import { CurrentFlag } from '../ccm/flag';
import { IpFamily } from '../ccm/ip-family';
import { KubeletFlagEdits } from '../edit/kubelet/kubelet-flags';
import { mustBeSet } from '../facts/feature-gates';
import { DUAL_NODE_IPS } from '../facts/kubelet-node-address';
import { familyOfIp } from '../kubernetes/ip-address';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/** What lets an external kubelet and its cloud-controller-manager take an address of each family. */
export const DUAL_NODE_IP_GATE = 'CloudDualStackNodeIPs';
const UNSPECIFIED: Readonly<Record<IpFamily, string>> = { [IpFamily.IPV4]: '0.0.0.0', [IpFamily.IPV6]: '::' };

/** Whether `--node-ip` has an address of each family. */
export function isDualNodeIp(nodeIp: string | undefined): boolean {
  return nodeIp?.includes(',') ?? false;
}

/**
 * What a kubelet with `--cloud-provider=external` changes for its node to have addresses of these families.
 *
 * An address is enforced for its type: other addresses of that type that the cloud knows are dropped. 0.0.0.0 and :: only tell the kubelet which
 * family comes first (k8s.io/cloud-provider@v0.27.16 node/helpers/address.go:88-135).
 *
 * @param families undefined: none were given, so that IPv4 alone is used
 * @throws if its `--node-ip` leaves out a family or has one more, or its release takes no two addresses
 */
export function nodeIpEdits(
  node: string, families: readonly IpFamily[] | undefined, version: KubernetesVersion, current: CurrentFlag,
): KubeletFlagEdits {
  const nodeIp = current('node-ip') ?? '';
  if (isDualNodeIp(nodeIp)) refuseUnspecified(node, nodeIp);
  if (families === undefined) {
    if (!isDualNodeIp(nodeIp)) return {};
    throw new Error(`node '${node}': --node-ip=${nodeIp} of its kubelet has an address of each family, and the cloud-controller-manager initializes `
      + 'no node whose addresses its cloud config does not ask for; give network.ipFamilies with both, or take the flag out');
  }
  const [primary] = families;
  if (nodeIp === '') return primary === IpFamily.IPV6 ? { set: [{ name: 'node-ip', value: UNSPECIFIED[primary] }] } : {};
  const given = nodeIp.split(',').map(ip => familyOfIp(ip.trim()));
  const isOrder = nodeIp === UNSPECIFIED[primary];
  const isSame = given.join() === families.join() && !Object.values(UNSPECIFIED).includes(nodeIp);
  if (!isOrder && !isSame) {
    throw new Error(`node '${node}': --node-ip=${nodeIp} of its kubelet gives the node ${shown(given)}, but ipFamilies is ${families.join(', ')}; `
      + `take the flag out, or pass ${families.length === 1 ? `an address of ${primary}` : `--node-ip=${UNSPECIFIED[primary]}`}`);
  }
  return isDualNodeIp(nodeIp) ? dualEdits(node, nodeIp, version, current) : {};
}

/** k8s.io/kubernetes@v1.24.17 cmd/kubelet/app/server.go:1113; k8s.io/component-helpers@v0.27.16 and v0.33.13 node/util/ips.go:58-59. */
function refuseUnspecified(node: string, nodeIp: string): void {
  if (!nodeIp.split(',').some(ip => Object.values(UNSPECIFIED).includes(ip.trim()))) return;
  throw new Error(`node '${node}': --node-ip=${nodeIp} of its kubelet has 0.0.0.0 or :: in a pair, with which no kubelet starts; give the two `
    + 'addresses of the node, or take the flag out');
}

function dualEdits(node: string, nodeIp: string, version: KubernetesVersion, current: CurrentFlag): KubeletFlagEdits {
  if (DUAL_NODE_IPS.at(version) === 'refused') {
    throw new Error(`node '${node}': --node-ip=${nodeIp} of its kubelet has two addresses, which ${version} does not take with an external cloud `
      + `provider (the gate ${DUAL_NODE_IP_GATE} came with 1.27); take the flag out`);
  }
  const gates = current('feature-gates') ?? '';
  if (!mustBeSet(DUAL_NODE_IP_GATE, true, version) && !isGateOff(gates, DUAL_NODE_IP_GATE)) return {};
  return { set: [{ name: 'feature-gates', value: withGateOn(gates, DUAL_NODE_IP_GATE) }] };
}

function shown(families: readonly (string | undefined)[]): string {
  return families.includes(undefined) ? 'no address' : `${families.join(' and ')} addresses only`;
}
