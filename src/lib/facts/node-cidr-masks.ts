import { FactTable } from './table';

/** What node IPAM asks of the masks of node CIDRs with a single `--cluster-cidr`; with two it never takes the one mask. */
export type SingleStackMasks = 'one-mask-only' | 'mask-of-family';

const CORE = 'cmd/kube-controller-manager/app/core.go';

export const SINGLE_STACK_MASKS = new FactTable<SingleStackMasks>('masks of node CIDRs with one --cluster-cidr', [
  {
    from: '1.20',
    to: '1.22',
    readAt: ['1.20.15', '1.22.17'],
    value: 'one-mask-only',
    source: `k8s.io/kubernetes@v1.20.15 ${CORE}:634-645; v1.22.17:630-641`,
  },
  {
    from: '1.23',
    readAt: ['1.23.17', '1.37.2'],
    value: 'mask-of-family',
    source: `k8s.io/kubernetes@v1.23.17 ${CORE}:600-672; v1.37.2:899-971`,
  },
]);

/** Lengths where no flag says one: k8s.io/kubernetes@v1.26.15 cmd/kube-controller-manager/app/core.go, defaultNodeMaskCIDRIPv4 and IPv6. */
export const DEFAULT_NODE_MASKS = { ipv4: 24, ipv6: 64 } as const;

/**
 * How much longer than the mask of an IPv6 cluster CIDR that of a node may be: k8s.io/kubernetes@v1.26.15 pkg/controller/nodeipam/ipam/cidrset/
 * cidr_set.go:61,83.
 */
export const LONGEST_IPV6_DIFFERENCE = 16;
