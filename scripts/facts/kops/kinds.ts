import { Data } from '../../../src/lib/edit/yaml/data';

/** The Clusters that kops is asked about: `spec` of v1alpha2, without its version. */
export const KINDS = {
  'plain': {},
  'external': { cloudControllerManager: { cloudProvider: 'aws' } },
  'unnamed': { cloudControllerManager: {} },
  'calico': { networking: { calico: {} }, cloudControllerManager: { cloudProvider: 'aws' } },
  'ipv6': { networking: { calico: {} }, nonMasqueradeCIDR: '::/0', cloudControllerManager: { cloudProvider: 'aws' } },
  'ipv6-plain': { networking: { calico: {} }, nonMasqueradeCIDR: '::/0' },
  'tokens': { kubeAPIServer: { enableBootstrapTokenAuth: true } },
  'tokens-ipv6': { networking: { calico: {} }, nonMasqueradeCIDR: '::/0', kubeAPIServer: { enableBootstrapTokenAuth: true } },
  'driver': { cloudControllerManager: { cloudProvider: 'aws' }, cloudConfig: { awsEBSCSIDriver: { enabled: true } } },
  'no-driver': { cloudConfig: { awsEBSCSIDriver: { enabled: false } } },
} as const;

export type Kind = keyof typeof KINDS;

/** Ranges of the IPv4 Clusters, by which it is seen what a flag was taken from. */
export const NON_MASQUERADE_CIDR = '100.64.0.0/10';
export const POD_CIDR = '100.96.0.0/11';

/** A Cluster that a release is asked about. */
export interface AskedCluster {
  /** What answers are found by. */
  readonly kind: string;
  /** Version of Kubernetes; undefined: each minor that the release supports. */
  readonly kubernetes?: string;
  /** In v1alpha2. */
  readonly spec: { readonly [key: string]: Data };
}

/** Every kind, of every minor. */
export function kinds(): readonly AskedCluster[] {
  return Object.entries(KINDS).map(([kind, own]) =>
    ({ kind, spec: { nonMasqueradeCIDR: NON_MASQUERADE_CIDR, networking: { kubenet: {} }, ...own } }));
}
