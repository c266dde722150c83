import { PlanAction } from '../action';
import { filesOf, MigrationApp } from './app';
import { otherSide, Transition } from './context';
import { KUBEADM_UPGRADE_WRITES, KUBEADM_UPGRADES_ONCE } from '../../facts/kubeadm-upgrade';
import { KCM } from '../../kubernetes/component';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';
import { NodeSide, STATIC_POD_PATH } from '../../kubernetes/node';
import { StrategyKind } from '../../migration/migration-strategy';
import { copyObject, copyUsed, restoreObject } from '../actions/objects';
import { ObjectKey } from '../object-kind';
import { controlPlaneGroup } from '../replaced/app-group';

/** What kubeadm's own upgrade writes of what a plan changes. */
export const KUBEADM_WRITES: readonly string[] = ['kube-apiserver', KCM, 'kube-scheduler'].map(component => `${STATIC_POD_PATH}/${component}.yaml`);

/**
 * Whether kubeadm made the nodes, its configuration of version N+1 is in the cluster, and it can upgrade them: it makes a Job and waits for it, which
 * needs a kube-controller-manager that runs (k8s.io/kubernetes@v1.21.14 to v1.37.2 cmd/kubeadm/app/phases/upgrade/health.go, createJob).
 */
export function kubeadmUpgrades({ kubeadm, strategy, releases, groups }: MigrationApp): boolean {
  return strategy !== StrategyKind.DOWNTIME && kubeadm[NodeSide.N_PLUS_1] !== undefined && controlPlaneGroup(groups) === undefined
    && releases[NodeSide.N_PLUS_1] !== releases[otherSide(NodeSide.N_PLUS_1)];
}

/** What it writes on each node with bytes that are not known before. */
export function writtenAnew({ releases }: MigrationApp): readonly string[] {
  return KUBEADM_UPGRADE_WRITES.at(KubernetesVersion.of(releases[NodeSide.N_PLUS_1]));
}

/** Whether a node of version N+1 that there is when a transition begins may have a file as kubeadm wrote it: no step put a file of ours over it. */
export function mayBeOfKubeadm({ app, from }: Pick<Transition, 'app' | 'from'>, node: string, path: string): boolean {
  if (!kubeadmUpgrades(app) || from === 'not-started' || from === 'n' || !writtenAnew(app).includes(path)) return false;
  const sumsOn = (side: NodeSide) => [...app.phases.values()].flatMap(phase => filesOf(phase, node, side).filter(file => file.path === path))
    .map(({ sha256 }) => sha256);
  const before = sumsOn(NodeSide.N);
  return sumsOn(NodeSide.N_PLUS_1).some(sum => before.includes(sum));
}

/** What it writes over once in the cluster, in the order in which it is given back. */
export function writtenOnce({ releases }: MigrationApp): readonly ObjectKey[] {
  const version = KubernetesVersion.of(releases[NodeSide.N_PLUS_1]);
  return KUBEADM_UPGRADES_ONCE.at(version).map(({ kind, name }) => ({
    kind, namespace: 'kube-system', name: name.replace('<minor>', version.minorVersion),
  }));
}

/**
 * Around the upgrade of the first node. Their copies are of the state that the plan leaves; what earlier plans kept of the states that come is of
 * another time. They go back right before the API server of that node: it is the last one to go, and by then something of the node is back, so that
 * a run that turns round again has kubeadm upgrade it, and them, once more.
 */
export function addonsOf({ app, from, to }: Transition): Readonly<Record<'keep' | 'giveBack', readonly PlanAction[]>> {
  const objects = writtenOnce(app);
  const later = (['mixed', 'n-plus-1'] as const).filter(state => state !== from);
  return {
    keep: objects.flatMap(object => [copyObject({ state: from, ...object }), ...later.map(state => copyUsed({ state, ...object }))]),
    giveBack: objects.map(object => restoreObject({ state: from, left: to, ...object })),
  };
}

/** What they are called. */
export function namesOfAddons(app: MigrationApp): string {
  return writtenOnce(app).map(({ kind, name }) => `${kind.split('.')[0]} ${name}`).join(', ');
}

/** What it brings along that no copy is kept of, and that is never taken back. */
export const STAYS_UPGRADED = 'CoreDNS, the image of etcd, certificates';
