import type { Flag } from '../ccm/flag';
import type { ClusterNetworkOptions } from '../ccm/network-options';
import { LOCK_NAMESPACE } from '../facts/locks';

/** What the kube-controller-managers of N say of the cluster. */
export interface ClusterReading {
  readonly clusterName?: string;
  readonly clusterCidr?: string;
  /** Undefined: not passed, so false. */
  readonly allocateNodeCidrs?: boolean;
  /** Whether its route controller runs: it needs `--allocate-node-cidrs` and `--configure-cloud-routes` (default true). */
  readonly cloudRoutes: boolean;
  /** `--leader-elect-*` durations and namespace that are passed. */
  readonly leaderElection: readonly Flag[];
}

/** What the cluster is, and both components must say alike: a row says where it is given and where it is read. */
export interface ClusterSetting {
  /** Of both components, in every release. */
  readonly flag: string;
  /** What the user calls it; undefined: it is given among `flags` alone. */
  readonly prop?: string;
  readonly given?: (network: ClusterNetworkOptions) => string | boolean | undefined;
  /** What kube-controller-manager of N has, or takes where the flag is not passed. */
  readonly read: (reading: ClusterReading) => string | boolean;
}

export const CLUSTER_SETTINGS: readonly ClusterSetting[] = [
  {
    flag: 'cluster-name',
    prop: 'network.clusterName',
    given: ({ clusterName }) => clusterName,
    // k8s.io/cloud-provider config/v1alpha1/defaults.go, every minor
    read: ({ clusterName = 'kubernetes' }) => clusterName,
  },
  {
    flag: 'cluster-cidr',
    prop: 'network.clusterCidr',
    given: ({ clusterCidr }) => clusterCidr,
    read: ({ clusterCidr = '' }) => clusterCidr,
  },
  {
    flag: 'allocate-node-cidrs',
    prop: 'network.allocateNodeCidrs',
    given: ({ allocateNodeCidrs }) => allocateNodeCidrs,
    read: ({ allocateNodeCidrs = false }) => allocateNodeCidrs,
  },
  {
    flag: 'configure-cloud-routes',
    prop: 'network.configureCloudRoutes',
    given: ({ configureCloudRoutes }) => configureCloudRoutes,
    read: ({ cloudRoutes }) => cloudRoutes,
  },
  {
    flag: 'leader-elect-resource-namespace',
    read: ({ leaderElection }) => leaderElection.find(({ name }) => name === 'leader-elect-resource-namespace')?.value ?? LOCK_NAMESPACE,
  },
];

/** What the user gives of the network, else what kube-controller-manager of N has. */
export function networkOf(network: ClusterNetworkOptions, reading: ClusterReading | undefined): ClusterNetworkOptions {
  return {
    clusterName: network.clusterName ?? reading?.clusterName,
    clusterCidr: network.clusterCidr ?? reading?.clusterCidr,
    allocateNodeCidrs: network.allocateNodeCidrs ?? reading?.allocateNodeCidrs,
    configureCloudRoutes: network.configureCloudRoutes ?? reading?.cloudRoutes,
  };
}
