import { CloudProvider } from './cloud-provider';
import { IpFamily } from './ip-family';
import type { ClusterNetworkOptions } from './network-options';
import { clusterCidrs } from '../kubernetes/cidr';

/** @throws if a list is empty, has something twice, or what is no family */
function checkList(families: readonly IpFamily[]): void {
  const known = Object.values(IpFamily);
  const isList = Array.isArray(families) && families.length > 0 && families.every(family => known.includes(family));
  if (isList && new Set(families).size === families.length) return;
  throw new Error(`network.ipFamilies is ${JSON.stringify(families)}; give one of ${known.join(', ')}, or both, the primary one first`);
}

/**
 * What does not hang on nodes: the families that are asked for, and what is said of the cluster's network.
 *
 * @param network as both components have it
 * @throws if they contradict each other, or the cloud is not AWS
 */
export function checkIpFamilies({ ipFamilies, clusterCidr, configureCloudRoutes }: ClusterNetworkOptions, cloud: CloudProvider): void {
  if (ipFamilies === undefined) return;
  if (cloud.name !== CloudProvider.AWS.name) {
    throw new Error(`network.ipFamilies is for nodes on AWS, but the cloud is '${cloud}'; leave it out`);
  }
  checkList(ipFamilies);
  if (configureCloudRoutes && ipFamilies.includes(IpFamily.IPV6)) {
    throw new Error(`network.ipFamilies is ${ipFamilies.join(', ')}, but cloud routes are on, and those of AWS carry IPv4 only; let the network `
      + 'plugin make the routes (configureCloudRoutes: false), or leave out ipv6');
  }
  const families = clusterCidrs(clusterCidr ?? '')?.map(({ family }) => family);
  if (families === undefined || families.join() === ipFamilies.join()) return;
  throw new Error(`network.ipFamilies is ${ipFamilies.join(', ')}, but the cluster CIDR '${clusterCidr}' is ${families.join(', ')}; give both the `
    + 'same families, in the same order');
}
