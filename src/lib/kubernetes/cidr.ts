/**
 * What `--cluster-cidr` must be for the route and nodeipam controllers: one CIDR, or one of each IP family. Anything else ends the process that
 * starts them. k8s.io/kubernetes@v1.26.15 cmd/kube-controller-manager/app/core.go:570-607, k8s.io/cloud-provider@v0.26.15 app/core.go:120-160.
 */
export function isValidClusterCidr(list: string): boolean {
  // Upstream trims the list, not its items.
  const families = list.trim().split(',').map(cidrFamily);
  if (families.includes(undefined)) return false;
  return families.length === 1 || (families.length === 2 && families[0] !== families[1]);
}

/** Whether a list names more than one CIDR. */
export function hasSeveralCidrs(list: string): boolean {
  return list.includes(',');
}

function cidrFamily(cidr: string): 4 | 6 | undefined {
  const match = /^([^/]+)\/(\d{1,3})$/.exec(cidr);
  if (!match) return undefined;
  const [, address, prefix] = match;
  if (isIpv4(address)) return Number(prefix) <= 32 ? 4 : undefined;
  if (isIpv6(address)) return Number(prefix) <= 128 ? 6 : undefined;
  return undefined;
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
