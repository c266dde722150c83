import { apply, deleted, hasManager, isManager, objectsOf } from './objects';
import { Row } from './row';
import { KCM } from '../../kubernetes/component';
import { NodeSide } from '../../kubernetes/node';
import { rollingText } from '../../migration/manager-deployment/rolling';
import { ManagerRef } from '../../migration/migration-file';
import { inOrderOfDeletion } from '../../migration/to-delete';
import { wordsOf } from '../../model/command-line';
import { eventually, inCluster, must, PlanAction } from '../action';
import { serverIs } from '../actions/components';
import { copyObject, exists, restoreObject, rolledOut } from '../actions/objects';
import { AppPhase, isDeployedKcm, MigrationApp, phaseOf } from '../app/app';
import { PinnedFile } from '../app/app-files';
import { entering, phaseAt, Transition } from '../app/context';
import { managerObject, rolledManager } from '../app/rolled-workload';
import { ExpectedFlags } from '../endpoint';
import { Handover, handoverGap, StepGap } from '../gap';
import { ROLL_SECONDS } from '../kcm/deployed';
import { managerOf } from '../kcm/manager';
import { PlanStateName, WrittenState } from '../state';
import { reversed } from '../step';
import { move, provenBack, wayOf } from '../way';

/** Flags of the migration, by which a pod that was not replaced yet is told. */
const OF_MIGRATION = ['cloud-provider', 'enable-leader-migration', 'leader-migration-config'];

/** The Deployment learns to share its controllers. */
export const managerShares: Row = transition => {
  const manager = transition.app.manager!;
  const { run, ...roll } = rolled(transition, 'n', 'among-kcm');
  return {
    ...roll,
    id: 'enable',
    title: `Turn Leader Migration on in Deployment ${manager.name}`,
    why: 'the controllers that move run under the migration Lease from now on; pods with and without it exclude each other by their main Lease',
    ...wayOf(
      move([inCluster(manager.cluster, copyObject({ state: 'not-started', ...keyOf(manager) }))], configurationGone(transition.app)),
      provenBack(isRolled(manager)),
      move(run, [restored(manager, { state: 'not-started', left: 'n' })]),
    ),
  };
};

/** The Deployment as it was. */
export const managerIsRestored: Row = transition => {
  const manager = transition.app.manager!;
  const there = rolled(entering(transition), 'n', 'among-kcm');
  return {
    ...there,
    id: 'restore',
    title: `Restore Deployment ${manager.name} from before the migration`,
    now: { text: there.now.text, flags: reversed(there.now) },
    why: 'it is the copy that the step into `n` made; where another tool changed the Deployment then, apply your own manifest first',
    changes: [`replace Deployment ${manager.namespace}/${manager.name} by its copy`],
    ...wayOf(provenBack(isRolled(manager)), move([restored(manager, { state: 'not-started' })], there.run)),
    proof: [isRolled(manager)],
  };
};

/** The Deployment is rolled to version N+1. */
export const managerUpgrades: Row = transition => ({
  ...rolled(transition, 'n-plus-1', 'kcm-to-ccm'),
  id: 'upgrade',
  title: `Upgrade Deployment ${transition.app.manager!.name} to ${transition.app.releases[NodeSide.N_PLUS_1]}`,
  why: 'its pods of version N+1 give the cloud controllers up; the holder of the migration Lease runs them',
});

/** The Deployment goes back to version N. */
export const managerRollsBack: Row = transition => ({
  ...rolled(transition, 'mixed', 'ccm-to-kcm'),
  id: 'rollback',
  title: `Bring Deployment ${transition.app.manager!.name} back to ${transition.app.releases[NodeSide.N]}`,
  why: 'its pods of version N bid for the migration Lease again, so Leader Migration must be on in every cloud-controller-manager',
});

/** What came with the Deployment of phase `n`: no pod mounts it once that is rolled back. */
function configurationGone(app: MigrationApp): readonly PlanAction[] {
  const phase = phaseOf(app, 'n');
  const sources = phase.manifests.filter(file => hasManager(app, phase, file)).map(({ source }) => source);
  const came = objectsOf(phase, sources).filter(object => !isManager(app, object));
  return inOrderOfDeletion(came).map(object => deleted(app, 'n', object));
}

/** The roll to the Deployment of a phase: a mix of pods of both sides, which the coexistence of the step has. */
function rolled(transition: Transition, phase: WrittenState, handover: Handover) {
  const { app, from } = transition;
  const manager = app.manager!;
  const there = phaseOf(app, phase);
  const files = there.manifests.filter(file => hasManager(app, there, file));
  const flags = flagsOfRoll(transition, phase);
  const before = phaseAt(app, from);
  const applied = (one: AppPhase, file: PinnedFile, state: PlanStateName) =>
    apply(one, file, { workload: managerObject(app), image: rolledManager(app, state)?.image });
  const back = before?.manifests.filter(file => hasManager(app, before, file)) ?? [];
  return {
    now: {
      text: `Deployment ${manager.namespace}/${manager.name} has its pods; a change replaces them by ${rollingText(manager.rolling)}`,
      flags: [{ component: KCM, go: flags.lacks, come: flags.has }],
    },
    changes: files.map(({ source }) => `apply ${source}`),
    proof: [...managerOf(transition).runsOn(manager.name, phase === 'n-plus-1' ? NodeSide.N_PLUS_1 : NodeSide.N, flags), isRolled(manager)],
    ...wayOf(
      ...before ? [provenBack(isRolled(manager))] : [],
      move(files.map(file => applied(there, file, phase)), before ? back.map(file => applied(before, file, from)) : []),
    ),
    waitFor: 'every pod of the Deployment is new and ready',
    atMostSeconds: 2 * ROLL_SECONDS,
    gap: rollGap(transition, handover),
  };
}

/** Recreated, no pod is there for a while: what it leads besides has no runner then. */
function rollGap({ app }: Transition, handover: Handover): StepGap {
  const gap = handoverGap(app, handover, false);
  const { replicas, unavailable } = app.manager!.rolling;
  if (replicas > unavailable) return gap;
  return {
    ...gap,
    text: `${gap.text}; ${rollingText(app.manager!.rolling)}, so until a new one leads no process runs the other controllers of `
      + `kube-controller-manager: no bound but the wait of the step, ${ROLL_SECONDS} s`,
  };
}

function flagsOfRoll({ app, from }: Transition, phase: WrittenState): ExpectedFlags {
  const words = (state: PlanStateName) => {
    const view = state === 'not-started' ? undefined : phaseOf(app, state).model.components.find(isDeployedKcm);
    return view && wordsOf(view.flags.filter(({ name }) => OF_MIGRATION.includes(name)));
  };
  const [old = [], now = []] = [words(from), words(phase)];
  return { has: now.filter(flag => !old.includes(flag)), lacks: old.filter(flag => !now.includes(flag)) };
}

function isRolled({ namespace, name, cluster }: ManagerRef): PlanAction {
  return inCluster(cluster, eventually(ROLL_SECONDS, rolledOut({ workload: `deployment/${name}`, namespace })));
}

function keyOf({ namespace, name }: ManagerRef) {
  return { kind: 'deployment.apps', namespace, name };
}

function restored(manager: ManagerRef, of: { readonly state: PlanStateName; readonly left?: PlanStateName }): PlanAction {
  return inCluster(manager.cluster, restoreObject({ ...of, ...keyOf(manager) }));
}

/** No component is newer than its API server. */
export const serverIsUpgraded: Row = ({ app: { releases } }) => {
  const release = releases[NodeSide.N_PLUS_1];
  return release === releases[NodeSide.N] ? undefined : {
    id: 'api-server',
    title: `Wait for the API server of ${release}`,
    why: 'the cloud-controller-manager and kube-controller-manager of version N+1 must not be newer than the API server; you upgrade it as your '
      + 'control plane is upgraded, without kube-controller-manager',
    proof: [must(serverIs({ release }))],
    waitFor: `nothing: bring the API server to ${release} first if this fails`,
  };
};

/** Keys are written by their owner alone. */
export const kubeconfigIsThere: Row = ({ app: { manager } }) => {
  if (manager?.kubeconfigSecret === undefined) return undefined;
  const { namespace, cluster, kubeconfigSecret: name } = manager;
  return {
    id: 'kubeconfig',
    title: 'Check that the cloud-controller-manager has its kubeconfig',
    why: `its pods do not start without Secret ${namespace}/${name} in the management cluster, which you make: the library writes no credentials`,
    proof: [inCluster(cluster, must(exists({ kind: 'secret', namespace, name })))],
    waitFor: 'nothing: make the Secret first if this fails',
  };
};
