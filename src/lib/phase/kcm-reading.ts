import { ControlPlaneNodeManifests } from './control-plane-node';
import { Flag } from '../ccm/flag';
import { LEADER_ELECTION_DURATIONS } from '../leader-election';
import { StaticPod } from '../static-pod/static-pod';

/** What the kube-controller-managers of N say about the cluster, and the cloud-controller-manager must repeat. */
export interface KcmReading {
  readonly clusterName?: string;
  readonly clusterCidr?: string;
  /** Undefined: not passed, so false. */
  readonly allocateNodeCidrs?: boolean;
  /** Whether its route controller runs: it needs `--allocate-node-cidrs` and `--configure-cloud-routes` (default true). */
  readonly cloudRoutes: boolean;
  /** `--leader-elect-*` durations and namespace that are passed. */
  readonly leaderElection: readonly Flag[];
  /** Path of the cloud config on the node. */
  readonly cloudConfig?: string;
}

/** Flags on which the replicas must agree: the leader may be any of them. */
const SHARED_FLAGS = [
  'cluster-name', 'cluster-cidr', 'allocate-node-cidrs', 'configure-cloud-routes', 'cloud-config', 'cloud-provider', 'leader-elect-resource-namespace',
  'leader-elect-resource-name', 'leader-elect-resource-lock', ...LEADER_ELECTION_DURATIONS,
] as const;

/**
 * @param cloud name of the in-tree cloud provider that they must run
 * @throws if one runs without leader election or without the in-tree provider, or two disagree
 */
export function readKcms(nodes: readonly ControlPlaneNodeManifests[], cloud: string): KcmReading {
  const kcms = nodes.map(({ pods }) => pods.get('kube-controller-manager')!);
  for (const kcm of kcms) {
    refuseWithoutLeaderElection(kcm);
    refuseWithoutInTree(kcm, cloud);
  }
  const [first] = kcms;
  for (const name of SHARED_FLAGS) {
    const other = kcms.find(kcm => kcm.flagValue(name) !== first.flagValue(name));
    if (other) {
      throw new Error(`kube-controller-managers disagree on '--${name}': ${shown(first, name)} in ${place(first, name)}, ${shown(other, name)} in ${place(other, name)}; make them equal`);
    }
  }
  const allocateNodeCidrs = booleanFlag(first, 'allocate-node-cidrs');
  return {
    clusterName: first.flagValue('cluster-name'),
    clusterCidr: first.flagValue('cluster-cidr'),
    allocateNodeCidrs,
    cloudRoutes: (allocateNodeCidrs ?? false) && (booleanFlag(first, 'configure-cloud-routes') ?? true),
    leaderElection: [...LEADER_ELECTION_DURATIONS, 'leader-elect-resource-namespace'].flatMap(name => {
      const value = first.flagValue(name);
      return value === undefined ? [] : [{ name, value }];
    }),
    cloudConfig: cloudConfigOnNode(first),
  };
}

function refuseWithoutLeaderElection(kcm: StaticPod): void {
  if (booleanFlag(kcm, 'leader-elect') === false) {
    throw new Error(`${place(kcm, 'leader-elect')}: '--leader-elect=false' leaves kube-controller-manager without a lock, and Leader Migration is then ignored; set it to true, or use the strategy 'downtime'`);
  }
}

function refuseWithoutInTree(kcm: StaticPod, cloud: string): void {
  const value = kcm.flagValue('cloud-provider');
  if (value === cloud) return;
  const got = value === undefined ? 'no \'--cloud-provider\'' : `'--cloud-provider=${value}'`;
  throw new Error(`${place(kcm, 'cloud-provider')}: kube-controller-manager has ${got}, but a node of version N runs the in-tree provider '--cloud-provider=${cloud}'; hand in the manifests of version N`);
}

function cloudConfigOnNode(kcm: StaticPod): string | undefined {
  const path = kcm.flagValue('cloud-config');
  return path === undefined ? undefined : kcm.hostPathOf(path) ?? path;
}

/** As pflag reads a boolean: a bare flag is true. */
function booleanFlag(pod: StaticPod, name: string): boolean | undefined {
  const value = pod.flagValue(name);
  return value === undefined ? undefined : ['1', 't', 'true', ''].includes(value.toLowerCase());
}

function shown(pod: StaticPod, name: string): string {
  const value = pod.flagValue(name);
  return value === undefined ? 'not passed' : `'${value}'`;
}

function place(pod: StaticPod, name: string): string {
  const flag = pod.flag(name);
  return flag ? `${pod.file}:${flag.line}` : pod.file;
}
