import { Data } from '../../edit/yaml/data';
import { KopsRelease } from '../../facts/kops';

/** Whether pods and Services have IPv6 addresses: k8s.io/kops@v1.24.1 pkg/apis/kops/cluster.go:893. */
export function isIpv6Only({ nonMasqueradeCIDR }: { readonly [key: string]: Data }): boolean {
  return String(nonMasqueradeCIDR ?? '').includes(':');
}

/**
 * CIDR of the pods: the one that is given, else the upper half of `nonMasqueradeCIDR`; of an IPv6 cluster only in releases that assign one.
 * k8s.io/kops@v1.24.1 upup/pkg/fi/cloudup/populate_cluster_spec.go:318-338, v1.22.6 assignSubnets.
 */
export function podCidr(spec: { readonly [key: string]: Data }, { ipv6PodCidr }: KopsRelease): string | undefined {
  if (typeof spec.podCIDR === 'string' && spec.podCIDR !== '') return spec.podCIDR;
  const given = String(spec.nonMasqueradeCIDR ?? '');
  if (isIpv6Only(spec)) return ipv6PodCidr === 'assigned' ? upperIpv6(given) : undefined;
  const match = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})\/(\d{1,2})$/.exec(given);
  if (!match) return undefined;
  const [a, b, c, d, ones] = match.slice(1).map(Number);
  const address = a * 2 ** 24 + b * 2 ** 16 + c * 2 ** 8 + d;
  const size = 2 ** (32 - ones);
  const upper = address - address % size + size / 2;
  return `${[24, 16, 8, 0].map(shift => Math.floor(upper / 2 ** shift) % 256).join('.')}/${ones + 1}`;
}

/** The range that kops 1.22 takes of a wider one: a /96 at most. */
const WIDEST_IPV6 = 95;

function upperIpv6(cidr: string): string | undefined {
  const [, address, prefix] = /^([0-9a-f:]+)\/(\d{1,3})$/i.exec(cidr) ?? [];
  const groups = address === undefined ? undefined : groupsOf(address);
  if (!groups) return undefined;
  const given = Number(prefix);
  const ones = Math.max(given, WIDEST_IPV6);
  const givenBit = (index: number) => Math.floor(groups[Math.floor(index / 16)] / 2 ** (15 - index % 16)) % 2;
  const bit = (index: number) => (index === ones ? 1 : index < given ? givenBit(index) : 0);
  const upper = groups.map((_, group) => Array.from({ length: 16 }, (__, place) => bit(group * 16 + place)).reduce((sum, one) => sum * 2 + one, 0));
  return `${new URL(`http://[${upper.map(group => group.toString(16)).join(':')}]`).hostname.slice(1, -1)}/${ones + 1}`;
}

function groupsOf(address: string): readonly number[] | undefined {
  const [head, tail] = address.split('::').map(part => (part === '' ? [] : part.split(':').map(group => parseInt(group, 16))));
  if (tail === undefined) return head.length === 8 ? head : undefined;
  return [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => 0), ...tail];
}

/**
 * Mask of a node's CIDR within an IPv6 one of the cluster: k8s.io/kops@v1.22.6 pkg/model/components/kubecontrollermanager.go:124-133,
 * v1.24.1:134-143.
 */
export function ipv6NodeMask(clusterCidr: string | undefined): string | undefined {
  const ones = clusterCidr?.includes(':') ? Number(clusterCidr.split('/')[1]) : NaN;
  return Number.isNaN(ones) ? undefined : String(ones + Math.min(16, Math.floor((128 - ones) / 2)));
}
