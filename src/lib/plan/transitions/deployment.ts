import { awsSteps, settledStep } from './aws';
import { apply, applyStep, deleted, deleteStep, leaseGone, leasesToDelete, objectsOf, objectsToDelete } from './objects';
import { readOnly } from './read-only';
import { allThere, bothVersions, leader, ONLY_NEW } from './upgrade';
import { workerSteps } from './workers';
import { KCM } from '../../kubernetes/component';
import { NodeSide } from '../../kubernetes/node';
import { rollingText } from '../../migration/manager-deployment/rolling';
import { ManagerRef } from '../../migration/migration-file';
import { inOrderOfDeletion } from '../../migration/to-delete';
import { wordsOf } from '../../model/command-line';
import { flagOf } from '../../view/ask';
import { eventually, inCluster, longestWait, must, PlanAction } from '../action';
import { noCcm } from '../actions/ccm';
import { serverIs } from '../actions/components';
import { mayUseLease } from '../actions/leases';
import { copyObject, exists, restoreObject, rolledOut } from '../actions/objects';
import { AppPhase, isDeployedKcm, MigrationApp, phaseOf } from '../app';
import { PinnedFile } from '../app-files';
import { Coexistence } from '../coexistence';
import { ccmAt, phaseAt, Transition } from '../context';
import { ExpectedFlags } from '../endpoint';
import { Handover, handoverGap, NO_GAP, StepGap } from '../gap';
import { ROLL_SECONDS } from '../kcm/deployed';
import { managerOf } from '../kcm/manager';
import { POD_SECONDS } from '../node/health';
import { managerObject, rolledManager } from '../rolled-workload';
import { PlanStateName, WrittenState } from '../state';
import { StepDraft } from '../step';

/** User that kube-controller-manager is to the API. */
const KCM_USER = 'system:kube-controller-manager';

const SHARING: Coexistence = { kinds: [{ state: 'not-started', side: NodeSide.N }, { state: 'n', side: NodeSide.N }], ccms: [] };

/** Flags of the migration, by which a pod that was not replaced yet is told. */
const OF_MIGRATION = ['cloud-provider', 'enable-leader-migration', 'leader-migration-config'];

/** `not-started` to `n`: the Deployment learns to share its controllers. */
export function enableDeployment(transition: Transition): StepDraft[] {
  const { app } = transition;
  const manager = app.manager!;
  const access = exceptManager(transition);
  const objects = applyStep(access);
  const roll = rollStep(transition, 'n', SHARING, 'among-kcm');
  const { lockNamespace: namespace, leaderName: lease } = app;
  return [
    ...objects ? [{
      ...objects,
      id: 'lease-access',
      title: 'Grant access to the migration Lease',
      why: 'a kube-controller-manager that may not write its migration Lease stays healthy and runs none of the controllers that move',
      proof: [eventually(30, mayUseLease({ namespace, lease, who: userOfManager(transition) }))],
      waitFor: 'the authorizer has seen the new Role',
      atMostSeconds: 30,
      coexistence: SHARING,
      gap: NO_GAP,
    }] : [],
    {
      ...roll,
      id: 'enable',
      title: `Turn Leader Migration on in Deployment ${manager.name}`,
      why: 'the controllers that move run under the migration Lease from now on; pods with and without it exclude each other by their main Lease',
      run: [copied(manager, 'not-started'), ...roll.run],
      undo: [restored(manager, { state: 'not-started', left: 'n' }), isRolled(manager), ...configurationGone(app)],
    },
    ...leader(transition, 'of-n', KCM, SHARING),
  ];
}

/** Who its pods are to the API: without a kubeconfig their service account. */
function userOfManager({ app }: Transition): string {
  const view = phaseOf(app, 'n').model.components.find(isDeployedKcm);
  if (view?.pod === undefined || flagOf(view, 'kubeconfig')) return KCM_USER;
  return `system:serviceaccount:${view.pod.namespace}:${view.pod.serviceAccount}`;
}

/** `n` to `not-started`: the Deployment as it was, then what only Leader Migration needs goes. */
export function disableDeployment(transition: Transition): StepDraft[] {
  const { app } = transition;
  const manager = app.manager!;
  const forward = rollStep({ ...transition, from: 'not-started', to: 'n' }, 'n', SHARING, 'among-kcm');
  const objects = objectsToDelete(transition).filter(object => !isManager(manager, object));
  return [
    {
      ...forward,
      id: 'restore',
      title: `Restore Deployment ${manager.name} from before the migration`,
      now: { text: forward.now!.text, flags: forward.now!.flags?.map(({ component, go, come }) => ({ component, go: come, come: go })) },
      why: 'it is the copy that the step into `n` made; where another tool changed the Deployment then, apply your own manifest first',
      changes: [`replace Deployment ${manager.namespace}/${manager.name} by its copy`],
      before: [],
      run: [restored(manager, { state: 'not-started' })],
      proof: [isRolled(manager)],
      undo: [...forward.run, isRolled(manager)],
    },
    ...objects.length > 0 ? [{
      ...deleteStep(transition, objects),
      id: 'lease-access-gone',
      title: 'Remove access to the migration Lease',
      why: 'no process uses the Lease any more',
      before: managerOf(transition).onRelease(app.releases[NodeSide.N]).map(must),
      coexistence: SHARING,
      gap: NO_GAP,
    }] : [],
    ...leasesToDelete(transition).map(object => leaseGone(transition, object, SHARING)),
  ];
}

/** `n` to `mixed`: the cloud-controller-manager comes beside kube-controller-manager of version N. */
export function startDeployment(transition: Transition): StepDraft[] {
  const coexistence = bothVersions(transition);
  return [
    ...ofClusters(transition, awsSteps(transition, coexistence)),
    ...serverStep(transition, coexistence),
    ...kubeconfigStep(transition, coexistence),
    ...appliedStep(transition, coexistence),
    ...leader(transition, 'of-mixed', undefined, coexistence, allThere(transition).map(one => inCluster(transition.app.manager?.cluster, one))),
  ];
}

/** `mixed` to `n-plus-1`: the Deployment is rolled to version N+1, then the workers follow. */
export function finishDeployment(transition: Transition): StepDraft[] {
  const { app, isFirst } = transition;
  const coexistence = bothVersions(transition);
  return [
    ...isFirst ? ofClusters(transition, awsSteps(transition, coexistence)) : [],
    ...serverStep(transition, coexistence),
    {
      ...rollStep(transition, 'n-plus-1', coexistence, 'kcm-to-ccm'),
      id: 'upgrade',
      title: `Upgrade Deployment ${app.manager!.name} to ${app.releases[NodeSide.N_PLUS_1]}`,
      why: 'its pods of version N+1 give the cloud controllers up; the holder of the migration Lease runs them',
    },
    ...leader(transition, 'of-n-plus-1', 'cloud-controller-manager', ONLY_NEW),
    ...workerSteps(transition, NodeSide.N_PLUS_1, ONLY_NEW),
    settledStep(transition, ONLY_NEW),
  ];
}

/** `n-plus-1` to `mixed`: workers first, then the Deployment goes back to version N. */
export function startDeploymentBack(transition: Transition): StepDraft[] {
  const { app } = transition;
  const coexistence = bothVersions(transition);
  return [
    ...workerSteps(transition, NodeSide.N, coexistence),
    {
      ...rollStep(transition, 'mixed', coexistence, 'ccm-to-kcm'),
      id: 'rollback',
      title: `Bring Deployment ${app.manager!.name} back to ${app.releases[NodeSide.N]}`,
      why: 'its pods of version N bid for the migration Lease again, so Leader Migration must be on in every cloud-controller-manager',
    },
    ...leader(transition, 'of-mixed', undefined, coexistence),
  ];
}

/** `mixed` to `n`: the cloud-controller-manager goes, and kube-controller-manager takes the migration Lease. */
export function finishDeploymentBack(transition: Transition): StepDraft[] {
  const { app, from } = transition;
  const coexistence = bothVersions(transition);
  const ccm = ccmAt(app, from);
  const objects = objectsToDelete(transition);
  return [
    ...objects.length > 0 ? [{
      ...deleteStep(transition, objects),
      id: 'ccm-gone',
      title: 'Remove the cloud-controller-manager',
      why: 'kube-controller-manager of version N bids for the migration Lease, and takes it once its holder is gone',
      before: managerOf(transition).onRelease(app.releases[NodeSide.N]).map(must),
      proof: ccm ? [inCluster(app.manager?.cluster, eventually(120, noCcm({ namespace: ccm.namespace, selector: ccm.selector })))] : [],
      coexistence,
      gap: handoverGap(app, 'ccm-to-kcm', false),
    }] : [],
    ...leader(transition, 'of-n', KCM, coexistence),
  ];
}

/** What is applied besides the Deployment, which has a step of its own. */
function exceptManager(transition: Transition): Transition {
  const { app, to } = transition;
  const without = (phase: AppPhase): AppPhase => ({ ...phase, manifests: phase.manifests.filter(file => !hasManager(app.manager!, phase, file)) });
  const phases = new Map([...app.phases].map(([name, phase]) => [name, name === to ? without(phase) : phase]));
  return { ...transition, app: { ...app, phases } };
}

/** Its manifest has nothing else but its configuration: it is a Chart of its own. */
function hasManager(manager: ManagerRef, { objects }: AppPhase, { source }: PinnedFile): boolean {
  return objects.some(object => object.file === source && isManager(manager, object));
}

function isManager({ namespace, name }: ManagerRef, object: { readonly kind: string; readonly namespace?: string; readonly name: string }): boolean {
  return object.kind === 'Deployment' && object.namespace === namespace && object.name === name;
}

/** What came with the Deployment of phase `n`: no pod mounts it once that is rolled back. */
function configurationGone(app: MigrationApp): readonly PlanAction[] {
  const phase = phaseOf(app, 'n');
  const sources = phase.manifests.filter(file => hasManager(app.manager!, phase, file)).map(({ source }) => source);
  const came = objectsOf(phase, sources).filter(object => !isManager(app.manager!, object));
  return inOrderOfDeletion(came).map(object => deleted(app, 'n', object));
}

/** The roll to the Deployment of a phase: a mix of pods of both sides, which the coexistence of the step has. */
function rollStep(
  transition: Transition, phase: WrittenState, coexistence: Coexistence, handover: Handover,
): Omit<StepDraft, 'id' | 'title' | 'why'> {
  const { app, from } = transition;
  const manager = app.manager!;
  const there = phaseOf(app, phase);
  const files = there.manifests.filter(file => hasManager(manager, there, file));
  const flags = flagsOfRoll(transition, phase);
  const before = phaseAt(app, from);
  const applied = (one: AppPhase, file: PinnedFile, state: PlanStateName) =>
    apply(one, file, { workload: managerObject(app), image: rolledManager(app, state)?.image });
  const back = before?.manifests.filter(file => hasManager(manager, before, file)) ?? [];
  return {
    now: {
      text: `Deployment ${manager.namespace}/${manager.name} has its pods; a change replaces them by ${rollingText(manager.rolling)}`,
      flags: [{ component: KCM, go: flags.lacks, come: flags.has }],
    },
    changes: files.map(({ source }) => `apply ${source}`),
    before: [],
    run: files.map(file => applied(there, file, phase)),
    proof: [...managerOf(transition).runsOn(manager.name, phase === 'n-plus-1' ? NodeSide.N_PLUS_1 : NodeSide.N, flags), isRolled(manager)],
    undo: before ? [...back.map(file => applied(before, file, from)), isRolled(manager)] : [],
    waitFor: 'every pod of the Deployment is new and ready',
    atMostSeconds: 2 * ROLL_SECONDS,
    coexistence,
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

function copied(manager: ManagerRef, state: PlanStateName): PlanAction {
  return inCluster(manager.cluster, copyObject({ state, ...keyOf(manager) }));
}

function restored(manager: ManagerRef, of: { readonly state: PlanStateName; readonly left?: PlanStateName }): PlanAction {
  return inCluster(manager.cluster, restoreObject({ ...of, ...keyOf(manager) }));
}

/** Of a management cluster the instances are not those of the nodes that are asked. */
function ofClusters({ app }: Transition, steps: readonly StepDraft[]): readonly StepDraft[] {
  return app.manager?.cluster === undefined ? steps : steps.filter(({ id }) => id !== 'metadata-hop-limit');
}

/** No component is newer than its API server. */
function serverStep({ app }: Transition, coexistence: Coexistence): StepDraft[] {
  const release = app.releases[NodeSide.N_PLUS_1];
  if (release === app.releases[NodeSide.N]) return [];
  return [{
    ...readOnly(coexistence),
    id: 'api-server',
    title: `Wait for the API server of ${release}`,
    why: 'the cloud-controller-manager and kube-controller-manager of version N+1 must not be newer than the API server; you upgrade it as your '
      + 'control plane is upgraded, without kube-controller-manager',
    proof: [must(serverIs({ release }))],
    waitFor: `nothing: bring the API server to ${release} first if this fails`,
  }];
}

/** Keys are written by their owner alone. */
function kubeconfigStep({ app: { manager } }: Transition, coexistence: Coexistence): StepDraft[] {
  if (manager?.kubeconfigSecret === undefined) return [];
  const { namespace, cluster, kubeconfigSecret: name } = manager;
  return [{
    ...readOnly(coexistence),
    id: 'kubeconfig',
    title: 'Check that the cloud-controller-manager has its kubeconfig',
    why: `its pods do not start without Secret ${namespace}/${name} in the management cluster, which you make: the library writes no credentials`,
    proof: [inCluster(cluster, must(exists({ kind: 'secret', namespace, name })))],
    waitFor: 'nothing: make the Secret first if this fails',
  }];
}

function appliedStep(transition: Transition, coexistence: Coexistence): StepDraft[] {
  const objects = applyStep(exceptManager(transition));
  if (!objects) return [];
  const proof = objects.proof;
  return [{
    ...objects,
    id: 'apply-mixed',
    title: 'Apply the manifests of \'mixed\'',
    why: 'rights and configuration first, then the cloud-controller-manager: it waits for the migration Lease, which kube-controller-manager holds',
    proof,
    atMostSeconds: Math.max(longestWait(proof), POD_SECONDS),
    coexistence,
    gap: NO_GAP,
  }];
}
