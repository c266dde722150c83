/**
 * What `--cluster-cidr` must be for the route and nodeipam controllers: one CIDR, or one of each IP family. Anything else ends the process that
 * starts them. k8s.io/kubernetes@v1.26.15 cmd/kube-controller-manager/app/core.go:570-607, k8s.io/cloud-provider@v0.26.15 app/core.go:120-160.
 */
export function isValidClusterCidr(list: string): boolean {
  return clusterCidrs(list) !== undefined;
}

/** An address family, as a cloud config of AWS names it. */
export type IpFamilyName = 'ipv4' | 'ipv6';

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

/** Family of an IP address; undefined: the text is none. */
export function familyOfIp(text: string): IpFamilyName | undefined {
  if (isIpv4(text)) return 'ipv4';
  return isIpv6(text) ? 'ipv6' : undefined;
}

/** Whether an IPv4 address lies in a CIDR. */
export function ipv4In(address: string, cidr: string): boolean {
  const [network, ones] = cidr.split('/');
  if (parseCidr(cidr)?.family !== 'ipv4' || !isIpv4(address)) return false;
  const prefix = (text: string) => text.split('.').map(part => Number(part).toString(2).padStart(8, '0')).join('').slice(0, Number(ones));
  return prefix(address) === prefix(network);
}

function parseCidr(cidr: string): ClusterCidr | undefined {
  const match = /^([^/]+)\/(\d{1,3})$/.exec(cidr);
  if (!match) return undefined;
  const [, address, prefix] = match;
  const family = familyOfIp(address);
  return family === undefined || Number(prefix) > (family === 'ipv4' ? 32 : 128) ? undefined : { family, ones: Number(prefix) };
}

function isIpv4(text: string): boolean {
  const parts = text.split('.');
  // ParseCIDRSloppy accepts leading zeros.
  return parts.length === 4 && parts.every(part => /^\d+$/.test(part) && Number(part) <= 255);
}

function isIpv6(text: string): boolean {
  const halves = text.split('::');
  if (halves.length > 2) return false;
  const groups = halves.flatMap(half => half === '' ? [] : half.split(':'));
  const last = groups.at(-1);
  const embedded = last !== undefined && isIpv4(last);
  const hex = embedded ? groups.slice(0, -1) : groups;
  if (!hex.every(group => /^[\da-fA-F]{1,4}$/.test(group))) return false;
  const count = hex.length + (embedded ? 2 : 0);
  return halves.length === 2 ? count < 8 : count === 8;
}
