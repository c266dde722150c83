import { networkOf } from './cluster-settings';
import { KcmReading } from './kcm-reading';
import { kubeletFlag } from './kubelet-side';
import { isGateOff, withGateOn } from './list-flags';
import { DUAL_NODE_IP_GATE, isDualNodeIp } from './node-ip';
import { MigrationSettings } from './settings';
import { checkIpFamilies } from '../ccm/check-ip-families';
import { IpFamily } from '../ccm/ip-family';
import { CloudConfig } from '../cloud-config/cloud-config';
import { mustBeSet } from '../facts/feature-gates';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/** @throws if the families of node addresses contradict the cluster's network, or what version N can have */
export function checkFamiliesOfMigration({ network, ccm, fromVersion }: MigrationSettings, kcm: KcmReading | undefined): void {
  checkIpFamilies({ ...network, ...networkOf(network, kcm?.cluster) }, ccm._cloud);
  if (!fromVersion || network.ipFamilies === undefined || network.ipFamilies[0] === IpFamily.IPV4) return;
  throw new Error(`network.ipFamilies is ${network.ipFamilies.join(', ')}, but the provider inside of ${fromVersion} gives nodes IPv4 addresses only `
    + '(k8s.io/legacy-cloud-providers aws/aws.go, NodeAddresses), and the primary family of a cluster does not change; give ipv4 first, or leave out '
    + '`fromVersion` for the steady state');
}

/**
 * The cloud config with the families; undefined where there is none, and none is needed.
 *
 * @param current path that kube-controller-manager of N reads today
 * @throws if it says other families, or its text is not known
 */
export function cloudConfigWithFamilies(
  { cloudConfig, cloudConfigPath, nodes, upgradedNodes, network: { ipFamilies } }: MigrationSettings, current: string | undefined,
): CloudConfig | undefined {
  if (ipFamilies === undefined) return cloudConfig;
  if (cloudConfig) return cloudConfig._withNodeIpFamilies(ipFamilies);
  if (!ipFamilies.includes(IpFamily.IPV6)) return undefined;
  const path = cloudConfigPath ?? current;
  if ((upgradedNodes ?? nodes).length === 0) {
    if (path !== undefined) return undefined; // the owner of the nodes sets the families in that file
    throw new Error('network.ipFamilies has ipv6, which the cloud-controller-manager reads from its cloud config (NodeIPFamilies), and there are no '
      + '`nodes` to write one to; give `cloudConfigPath` of a file on the nodes that says so, or the nodes');
  }
  if (path === undefined) return CloudConfig.inline('[Global]\n')._withNodeIpFamilies(ipFamilies);
  throw new Error('network.ipFamilies has ipv6, which the cloud-controller-manager reads from its cloud config (NodeIPFamilies), and the text of '
    + `'${path}' is not known; give it as \`cloudConfig\``);
}

/** `--feature-gates` of the cloud-controller-manager that takes the two addresses of a kubelet; undefined where it needs none more. */
export function dualNodeIpGates(
  { network: { ipFamilies }, nodes, upgradedNodes }: MigrationSettings, linked: KubernetesVersion, gates: string | undefined,
): string | undefined {
  if (ipFamilies === undefined || !(upgradedNodes ?? nodes).some(node => isDualNodeIp(kubeletFlag(node, 'node-ip')))) return undefined;
  if (!mustBeSet(DUAL_NODE_IP_GATE, true, linked) && !isGateOff(gates ?? '', DUAL_NODE_IP_GATE)) return undefined;
  return withGateOn(gates ?? '', DUAL_NODE_IP_GATE);
}
