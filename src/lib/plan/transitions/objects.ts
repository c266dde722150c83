import { inOrderOfDeletion, ObjectReference } from '../../migration/to-delete';
import { eventually, inCluster, PlanAction } from '../action';
import { applyFile, deleteObject, rolledOut } from '../actions/objects';
import { AppPhase, ccmOf, CcmWorkload, MigrationApp } from '../app/app';
import { PinnedFile } from '../app/app-files';
import { Transition, phaseAt } from '../app/context';
import { managerObject } from '../app/rolled-workload';
import { POD_SECONDS } from '../node/health';
import { objectsNow } from '../node/now';
import { kindOf, textOfObject } from '../object-kind';
import { PlanStateName } from '../state';
import { StepRow } from '../step';
import { move, wayOf } from '../way';

/**
 * What is applied of a state: files that it adds or changes. Undefined: nothing differs.
 *
 * @param besideManager without the Deployment of kube-controller-manager, which has a step of its own
 */
export function applyStep({ app, from, to }: Transition, besideManager = false) {
  const target = phaseAt(app, to);
  const before = phaseAt(app, from);
  const isNew = ({ sha256, text }: PinnedFile) => text.trim() !== '' && !before?.manifests.some(file => file.sha256 === sha256);
  const files = target?.manifests.filter(file => isNew(file) && !(besideManager && hasManager(app, target, file))) ?? [];
  if (!target || files.length === 0) return undefined;
  const added = objectsOf(target, files.map(({ source }) => source)).filter(object => !before || !includes(objectsOf(before), object));
  const ccm = rollingOut(target, before);
  const kept = objectsOf(target, files.map(({ source }) => source)).filter(object => !includes(added, object));
  return {
    now: objectsNow(kept, added),
    changes: files.map(({ source }) => `apply ${source}`),
    proof: ccm ? [isRolledOut(ccm, app)] : [],
    // What was changed goes back to what the state before has; what is new goes, workload first.
    ...wayOf(move(files.map(file => apply(target, file)), [
      ...before?.manifests.filter(({ text }) => text.trim() !== '').map(file => apply(before, file)) ?? [],
      ...inOrderOfDeletion(added).map(object => deleted(app, to, object)),
    ])),
    waitFor: ccm ? `${ccm.resource} ${ccm.name} is rolled out` : 'the objects are there',
    atMostSeconds: ccm ? POD_SECONDS : 0,
  };
}

/**
 * A step that applies what a state has more than the one before it, in the words of its row. Undefined: nothing differs.
 *
 * @param more what proves it once all is rolled out; whether the Deployment of kube-controller-manager has a step of its own
 */
export function applied(
  transition: Transition, own: StepRow, more: { readonly lastly?: readonly PlanAction[]; readonly besideManager?: true } = {},
): StepRow | undefined {
  const objects = applyStep(transition, more.besideManager);
  return objects && { ...objects, proof: [...objects.proof, ...more.lastly ?? []], ...own };
}

/** The cloud-controller-manager that comes now: where no node has its label, a DaemonSet has no pod to wait for, and a Deployment no place. */
function rollingOut(target: AppPhase, before: AppPhase | undefined): CcmWorkload | undefined {
  const ccm = ccmOf(target);
  const isKept = ccm?.onlyUpgraded === true && !ccm.isOnEachNode && (before === undefined || ccmOf(before) === undefined);
  return isKept ? undefined : ccm;
}

/** Objects of a phase that the plan must delete when it leaves it for a state in which they are listed as gone; Leases have a step of their own. */
export function objectsToDelete({ app, from, to }: Transition): readonly ObjectReference[] {
  const target = phaseAt(app, to);
  const listed = target ? target.toDelete.objects : everything(app);
  const here = phaseAt(app, from);
  return here ? listed.filter(object => object.kind !== 'Lease' && !isManager(app, object) && includes(objectsOf(here), object)) : [];
}

/** Leases that are listed as gone in a state. */
export function leasesToDelete({ app, to }: Transition): readonly ObjectReference[] {
  const target = phaseAt(app, to);
  return (target ? target.toDelete.objects : everything(app)).filter(({ kind }) => kind === 'Lease');
}

/** Undefined: there is nothing to delete. */
export function deleteStep(
  transition: Transition, objects: readonly ObjectReference[], own: StepRow,
): StepRow | undefined {
  return objects.length === 0 ? undefined : {
    now: objectsNow(objects, []),
    changes: objects.map(({ kind, name }) => `delete ${kind} ${name}, with a copy`),
    ...wayOf(move(objects.map(object => deleted(transition.app, transition.from, object)), applyAgain(transition, objects))),
    waitFor: 'the objects are gone (kubectl waits)',
    atMostSeconds: 120 * objects.length,
    ...own,
  };
}

/** From the files that they came from, which the plan has on every machine: a copy exists only where they were deleted. */
function applyAgain({ app, from, to }: Transition, objects: readonly ObjectReference[]): readonly PlanAction[] {
  const here = phaseAt(app, from);
  if (!here) return [];
  const sources = new Set(here.objects.filter(object => includes(objects, object)).map(({ file }) => file));
  const ccm = rollingOut(here, phaseAt(app, to));
  const comes = ccm && here.objects.some(({ file, kind, name }) => sources.has(file) && kind.toLowerCase() === ccm.resource && name === ccm.name);
  return [
    ...here.manifests.filter(({ source }) => sources.has(source)).map(file => apply(here, file)),
    ...comes ? [isRolledOut(ccm, app)] : [],
  ];
}

/** Before the migration there is nothing of what some phase lists as gone or has. */
function everything(app: Transition['app']): readonly ObjectReference[] {
  return inOrderOfDeletion([...app.phases.values()].flatMap(phase => [...phase.toDelete.objects, ...objectsOf(phase)]));
}

export function objectsOf(phase: AppPhase, sources?: readonly string[]): readonly ObjectReference[] {
  return phase.objects.filter(({ file }) => !sources || sources.includes(file))
    .map(({ apiVersion, kind, namespace, name }) => ({ apiVersion, kind, namespace, name }));
}

function includes(objects: readonly ObjectReference[], object: ObjectReference): boolean {
  return objects.some(other => same(other, object));
}

function same(a: ObjectReference, b: ObjectReference): boolean {
  return a.apiVersion === b.apiVersion && a.kind === b.kind && a.namespace === b.namespace && a.name === b.name;
}

/** Its manifest has nothing else but its configuration: it is a Chart of its own. */
export function hasManager(app: MigrationApp, { objects }: AppPhase, { source }: PinnedFile): boolean {
  return objects.some(object => object.file === source && isManager(app, object));
}

export function isManager(app: MigrationApp, object: ObjectReference): boolean {
  return app.manager !== undefined && same(object, managerObject(app));
}

/** @param rolled a Deployment that the cluster has before as well, and its image: only the image tells that it was applied */
export function apply(
  phase: AppPhase, { source, sha256, cluster }: PinnedFile, rolled?: { readonly workload: ObjectReference; readonly image?: string },
): PlanAction {
  const objects = objectsOf(phase, [source]).filter(object => !rolled || !same(object, rolled.workload))
    .map(object => textOfObject(object, cluster));
  const rolls = rolled?.image === undefined ? {} : { rolls: textOfObject(rolled.workload, cluster), image: rolled.image };
  return inCluster(cluster, applyFile({ source, sha256, objects, ...rolls }));
}

/** @param state that the plan leaves: the copy is one of it */
export function deleted(app: MigrationApp, state: PlanStateName, object: ObjectReference): PlanAction {
  return inCluster(clusterOfObject(app, object), deleteObject({ state, kind: kindOf(object), namespace: object.namespace, name: object.name }));
}

/** The cluster that an object is in, where that is not the one that is served: the manifests that have it say so. */
function clusterOfObject({ phases }: MigrationApp, object: ObjectReference): PinnedFile['cluster'] {
  for (const { objects, manifests } of phases.values()) {
    const found = objects.find(one => same(one, object));
    if (found) return manifests.find(({ source }) => source === found.file)?.cluster;
  }
  return undefined;
}

/** Objects that a state has, and the next one does not. */
export function objectsGone({ app, from, to }: Transition): readonly ObjectReference[] {
  const [here, target] = [phaseAt(app, from), phaseAt(app, to)].map(phase => phase ? objectsOf(phase) : []);
  return inOrderOfDeletion(here.filter(object => !includes(target, object)));
}

/** In the management cluster, where the control plane is there. */
export function isRolledOut({ resource, name, namespace }: CcmWorkload, { manager }: Pick<MigrationApp, 'manager'>): PlanAction {
  return inCluster(manager?.cluster, eventually(POD_SECONDS, rolledOut({ workload: `${resource}/${name}`, namespace })));
}
