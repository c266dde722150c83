import { CLUSTER_SETTINGS, ClusterReading, readCluster } from './cluster-settings';
import { ControlPlaneNodeManifests } from './control-plane-node';
import { isTrue } from './list-flags';
import { StrategyKind } from './migration-strategy';
import { Flag } from '../ccm/flag';
import { StaticPod } from '../edit/static-pod/static-pod';
import { CloudController } from '../facts/controllers';
import { flagsThatMove } from '../facts/shared-flags';
import { KCM } from '../kubernetes/component';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { LEADER_ELECTION_DURATIONS } from '../kubernetes/leader-election';
import { controllersOff } from '../model/controller-list';

/** What the kube-controller-managers of N say about the cluster, and the cloud-controller-manager must repeat. */
export interface KcmReading {
  readonly cluster: ClusterReading;
  /** `--leader-elect-*` durations and namespace that are passed. */
  readonly leaderElection: readonly Flag[];
  /** Cloud controllers and node IPAM that its `--controllers` leaves off. */
  readonly off: readonly CloudController[];
  /** Flags that are passed and say how the controllers that move work. */
  readonly settings: readonly Flag[];
  /** `--feature-gates`. */
  readonly featureGates?: string;
  /** Path of the cloud config on the node. */
  readonly cloudConfig?: string;
}

const ALL: readonly CloudController[] = ['service', 'route', 'cloud-node-lifecycle', 'nodeipam'];

/** Flags that say what the cluster is and how its locks are held: equal on both sides of the migration. */
const CLUSTER_FLAGS = [
  ...CLUSTER_SETTINGS.map(({ flag }) => flag), 'leader-elect-resource-name', ...LEADER_ELECTION_DURATIONS,
];

/** Flags on which the replicas of N must agree: the leader may be any of them. */
const SHARED_FLAGS = [...CLUSTER_FLAGS, 'cloud-config', 'cloud-provider', 'leader-elect-resource-lock'];

/** What the migration expects of the kube-controller-managers of N. */
export interface KcmExpectation {
  /** Name of the in-tree cloud provider that they must run. */
  readonly cloud: string;
  readonly strategy: StrategyKind;
  readonly version: KubernetesVersion;
  /** The controllers that are to move. */
  readonly moving: readonly CloudController[];
}

/**
 * @throws if one runs without leader election or without the in-tree provider, or two disagree
 */
export function readKcms(
  nodes: readonly ControlPlaneNodeManifests[], { cloud, strategy, version, moving }: KcmExpectation,
): KcmReading {
  const kcms = nodes.map(kcmOf);
  for (const kcm of kcms) {
    // In a downtime nothing runs while flags change, so no lock is needed.
    if (strategy !== StrategyKind.DOWNTIME) refuseWithoutLeaderElection(kcm);
    refuseWithoutInTree(kcm, cloud);
  }
  const [first] = kcms;
  const off = controllersOff(first.flagValue('controllers') ?? '*', KCM, ALL, version);
  refuseOtherControllers(kcms, off, version);
  const settings = flagsThatMove(moving.filter(controller => !off.includes(controller)));
  refuseDisagreement(kcms, [...SHARED_FLAGS, ...settings]);
  return {
    cluster: readCluster(name => first.flagValue(name)),
    leaderElection: passed(first, [...LEADER_ELECTION_DURATIONS, 'leader-elect-resource-namespace']),
    off,
    settings: passed(first, settings),
    featureGates: first.flagValue('feature-gates'),
    cloudConfig: cloudConfigOnNode(first),
  };
}

/**
 * @throws if a kube-controller-manager of N+1 that was handed in says something else about the cluster than those of N
 */
export function checkUpgradedKcms(nodes: readonly ControlPlaneNodeManifests[], upgraded: readonly ControlPlaneNodeManifests[]): void {
  refuseDisagreement([...nodes.slice(0, 1), ...upgraded].map(kcmOf), CLUSTER_FLAGS);
}

function kcmOf({ pods }: ControlPlaneNodeManifests): StaticPod {
  return pods.get('kube-controller-manager')!;
}

/** The leader may be any replica, so what one of them leaves off, all must. */
function refuseOtherControllers(kcms: readonly StaticPod[], off: readonly CloudController[], version: KubernetesVersion): void {
  const [first] = kcms;
  const other = kcms.find(kcm => controllersOff(kcm.flagValue('controllers') ?? '*', KCM, ALL, version).join() !== off.join());
  if (!other) return;
  throw new Error(`kube-controller-managers disagree on '--controllers': ${shown(first, 'controllers')} in ${place(first, 'controllers')}, `
    + `${shown(other, 'controllers')} in ${place(other, 'controllers')}; make them equal`);
}

function passed(pod: StaticPod, names: readonly string[]): Flag[] {
  return names.flatMap(name => {
    const value = pod.flagValue(name);
    return value === undefined ? [] : [{ name, value }];
  });
}

function refuseDisagreement(kcms: readonly StaticPod[], names: readonly string[]): void {
  const [first] = kcms;
  for (const name of names) {
    const other = kcms.find(kcm => kcm.flagValue(name) !== first.flagValue(name));
    if (other) {
      throw new Error(`kube-controller-managers disagree on '--${name}': ${shown(first, name)} in ${place(first, name)}, ${shown(other, name)} in `
        + `${place(other, name)}; make them equal`);
    }
  }
}

function refuseWithoutLeaderElection(kcm: StaticPod): void {
  if (!isTrue(kcm.flagValue('leader-elect') ?? 'true')) {
    throw new Error(`${place(kcm, 'leader-elect')}: '--leader-elect=false' leaves kube-controller-manager without a lock, and Leader Migration is `
      + 'then ignored; set it to true, or use the strategy \'downtime\'');
  }
}

function refuseWithoutInTree(kcm: StaticPod, cloud: string): void {
  const value = kcm.flagValue('cloud-provider');
  if (value === cloud) return;
  const got = value === undefined ? 'no \'--cloud-provider\'' : `'--cloud-provider=${value}'`;
  throw new Error(`${place(kcm, 'cloud-provider')}: kube-controller-manager has ${got}, but a node of version N runs the in-tree provider `
    + `'--cloud-provider=${cloud}'; hand in the manifests of version N`);
}

/** Without one RKE2 passes an empty path. */
function cloudConfigOnNode(kcm: StaticPod): string | undefined {
  const path = kcm.flagValue('cloud-config') ?? '';
  return path === '' ? undefined : kcm.hostPathOf(path) ?? path;
}

function shown(pod: StaticPod, name: string): string {
  const value = pod.flagValue(name);
  return value === undefined ? 'not passed' : `'${value}'`;
}

function place(pod: StaticPod, name: string): string {
  const flag = pod.flag(name);
  return flag ? `${pod.file}:${flag.line}` : pod.file;
}
