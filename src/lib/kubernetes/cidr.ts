import { familyOfIp, IpFamilyName, IpNetwork } from './ip-address';

/**
 * What `--cluster-cidr` must be for the route and nodeipam controllers: one CIDR, or one of each IP family. Anything else ends the process that
 * starts them. k8s.io/kubernetes@v1.26.15 cmd/kube-controller-manager/app/core.go:570-607, k8s.io/cloud-provider@v0.26.15 app/core.go:120-160.
 */
export function isValidClusterCidr(list: string): boolean {
  return clusterCidrs(list) !== undefined;
}

/** A CIDR of `--cluster-cidr`. */
export interface ClusterCidr {
  readonly family: IpFamilyName;
  /** Length of its prefix. */
  readonly ones: number;
}

/** The CIDRs of `--cluster-cidr` in their order; undefined where they are not one, or one of each family. */
export function clusterCidrs(list: string): readonly ClusterCidr[] | undefined {
  // Upstream trims the list, not its items.
  const cidrs = list.trim().split(',').map(parseCidr);
  const [first, second, third] = cidrs;
  if (cidrs.includes(undefined) || third || first!.family === second?.family) return undefined;
  return cidrs as readonly ClusterCidr[];
}

/** Whether a list names more than one CIDR. */
export function hasSeveralCidrs(list: string): boolean {
  return list.includes(',');
}

/** Whether an address lies in a CIDR of its family. */
export function ipIn(address: string, cidr: string): boolean {
  const range = parseCidr(cidr);
  return range !== undefined && familyOfIp(address) === range.family && new IpNetwork(cidr.replace(/\/.*/, ''), range.ones).has(address);
}

export function parseCidr(cidr: string): ClusterCidr | undefined {
  const match = /^([^/]+)\/(\d{1,3})$/.exec(cidr);
  if (!match) return undefined;
  const [, address, prefix] = match;
  const family = familyOfIp(address);
  return family === undefined || Number(prefix) > (family === 'ipv4' ? 32 : 128) ? undefined : { family, ones: Number(prefix) };
}
