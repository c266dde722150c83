import { isTrue } from './list-flags';
import type { ClusterNetworkOptions } from '../ccm/network-options';
import { LOCK_NAMESPACE } from '../facts/locks';

/** Value of a flag that kube-controller-manager of N passes; undefined: it does not. */
export type PassedFlag = (name: string) => string | undefined;

/** What the cluster is, and both components must say alike: how it is given, and how kube-controller-manager of N has it. */
export interface ClusterSetting {
  /** Of both components, in every release. */
  readonly flag: string;
  /** Property of `network`; undefined: it is given among `flags` alone. */
  readonly option?: Exclude<keyof ClusterNetworkOptions, 'ipFamilies'>;
  /** @returns undefined: kube-controller-manager does not say it */
  readonly read: (passed: PassedFlag) => string | boolean | undefined;
  /** What both components take where it is not said: k8s.io/cloud-provider config/v1alpha1/defaults.go, every minor. */
  readonly otherwise: string | boolean;
}

export const CLUSTER_SETTINGS: readonly ClusterSetting[] = [
  { flag: 'cluster-name', option: 'clusterName', read: passed => passed('cluster-name'), otherwise: 'kubernetes' },
  { flag: 'cluster-cidr', option: 'clusterCidr', read: passed => passed('cluster-cidr'), otherwise: '' },
  { flag: 'allocate-node-cidrs', option: 'allocateNodeCidrs', read: passed => switchOf(passed, 'allocate-node-cidrs'), otherwise: false },
  {
    flag: 'configure-cloud-routes',
    option: 'configureCloudRoutes',
    // Its route controller needs both.
    read: passed => (switchOf(passed, 'allocate-node-cidrs') ?? false) && (switchOf(passed, 'configure-cloud-routes') ?? true),
    otherwise: false,
  },
  { flag: 'leader-elect-resource-namespace', read: passed => passed('leader-elect-resource-namespace'), otherwise: LOCK_NAMESPACE },
];

/** What the kube-controller-managers of N say of each setting, by its flag; undefined: nothing. */
export type ClusterReading = Readonly<Record<string, string | boolean | undefined>>;

export function readCluster(passed: PassedFlag): ClusterReading {
  return Object.fromEntries(CLUSTER_SETTINGS.map(({ flag, read }) => [flag, read(passed)]));
}

/** What the user gives of the network, else what kube-controller-manager of N has. */
export function networkOf(network: ClusterNetworkOptions, reading: ClusterReading | undefined): ClusterNetworkOptions {
  return Object.fromEntries(CLUSTER_SETTINGS.flatMap(({ flag, option }) =>
    option === undefined ? [] : [[option, network[option] ?? reading?.[flag]]])) as ClusterNetworkOptions;
}

function switchOf(passed: PassedFlag, name: string): boolean | undefined {
  const value = passed(name);
  return value === undefined ? undefined : isTrue(value);
}
