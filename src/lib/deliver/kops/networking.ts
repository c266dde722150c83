import { Data } from '../../edit/yaml/source-document';

/** Whether pods and Services have IPv6 addresses: k8s.io/kops@v1.24.1 pkg/apis/kops/cluster.go:893. */
export function isIpv6Only({ nonMasqueradeCIDR }: { readonly [key: string]: Data }): boolean {
  return String(nonMasqueradeCIDR ?? '').includes(':');
}

/**
 * CIDR of the pods: the one that is given, else the upper half of `nonMasqueradeCIDR`; of an IPv6 cluster none. k8s.io/kops@v1.24.1
 * upup/pkg/fi/cloudup/populate_cluster_spec.go:318-338.
 */
export function podCidr(spec: { readonly [key: string]: Data }): string | undefined {
  if (typeof spec.podCIDR === 'string' && spec.podCIDR !== '') return spec.podCIDR;
  const match = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})\/(\d{1,2})$/.exec(String(spec.nonMasqueradeCIDR ?? ''));
  if (!match) return undefined;
  const [a, b, c, d, ones] = match.slice(1).map(Number);
  const address = a * 2 ** 24 + b * 2 ** 16 + c * 2 ** 8 + d;
  const size = 2 ** (32 - ones);
  const upper = address - address % size + size / 2;
  return `${[24, 16, 8, 0].map(shift => Math.floor(upper / 2 ** shift) % 256).join('.')}/${ones + 1}`;
}
