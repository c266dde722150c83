import { IsLock, toldLocks } from './told-locks';
import { podsIn } from '../../edit/static-pod/pods-in';
import { Data, isMap, mapOf, stringOf } from '../../edit/yaml/data';
import { looseData } from '../../edit/yaml/plain-data';
import { kindsCalled } from '../../facts/inputs/commands';
import { LOCK_NAMESPACE, MAIN_LOCK_NAMES, RESERVED_LOCK_NAMES } from '../../facts/locks';
import { flagOf, nameOf, placeOf } from '../../view/ask';
import { ComponentView, Doubt, livenessDoubt, mayRunDoubt, NO_DOUBT, Place } from '../../view/model';
import { StoredValues } from '../component/stored-values';
import { Documents, ObjectAt, placeAt } from '../documents/documents';
import { VerifyDirectory } from '../input/input';
import { fileName, NodeFolderPath, textsOnNode } from '../input/layout';
import { lockDeletions } from '../interference/mutation';
import { ProgramCommands } from '../interference/object-commands';

/** What decides whether all contenders ask for one lock, and who else takes it. */
export interface LockPremise {
  readonly views: readonly ComponentView[];
  readonly objects: readonly ObjectAt[];
  readonly nodes: readonly NodeFolderPath[];
  readonly directories: readonly VerifyDirectory[];
  readonly documents: Documents;
  readonly states: readonly StoredValues[];
  readonly programs: ProgramCommands;
}

/** Other programs that take a lock of a controller manager: while they hold it, no manager gets it. */
export function takenLocks({ views, objects, nodes, directories, documents, states }: LockPremise): readonly Doubt[] {
  const locks = locksOf(views);
  const isLock: IsLock = (name, namespace) => locks.some(([, space, own]) => own === name && (namespace === undefined || namespace === space));
  const found = [...objects, ...staticPods(nodes, documents)].flatMap(object => toldLocks(object, states, isLock))
    .map(({ place, who, lock }) => taken(place, who, lock));
  const units = views.filter(({ component, origin }) => component === 'kube-scheduler' && origin === 'unit').flatMap(view => {
    const flag = flagOf(view, 'leader-elect-resource-name');
    return flag?.value && isLock(flag.value, flagOf(view, 'leader-elect-resource-namespace')?.value ?? LOCK_NAMESPACE)
      ? [taken(flag.place, nameOf(view), flag.value)] : NO_DOUBT.isRight;
  });
  const others = RESERVED_LOCK_NAMES.filter(name => !Object.values<string>(MAIN_LOCK_NAMES).includes(name));
  const crossed = views.filter(({ process }) => process && others.some(name => process.mainLock.has(`leases/${LOCK_NAMESPACE}/${name}`)))
    .map(view => taken(placeOf(view, 'leader-elect-resource-name'), 'another component of the control plane',
      flagOf(view, 'leader-elect-resource-name')!.value!));
  const configured = directories.flatMap(directory => [...directory.files].flatMap(([path, content]) =>
    'text' in content && speaksOfElections(content) ? ofConfiguration(content.text, fileName(directory, path), isLock) : NO_DOUBT.notAsked));
  const secret = states.flatMap(({ secrets }) => [...secrets.values()].flatMap(values => [...values.values()].flatMap(({ text, placeOf: at }) =>
    ofConfiguration(text, at(0).file, isLock).map(one => ({ ...one, place: at(0) })))));
  return [...found, ...objects.flatMap(object => ofKubeadm(object, isLock)), ...units, ...configured, ...secret, ...crossed];
}

/** Kind, namespace and name of each lock that a process of the input asks for. */
function locksOf(views: readonly ComponentView[]): readonly (readonly string[])[] {
  const processes = views.flatMap(({ process, choices = [] }) => process ? [process] : choices);
  return [...new Set(processes.flatMap(({ mainLock, migrationLock }) => [...mainLock, ...migrationLock ?? []]))].map(lock => lock.split('/'));
}

/**
 * Commands, policies and restores that delete or change a lock: another process takes it, and the one that had it goes on until it notices, up to
 * its renew deadline.
 * k8s.io/client-go@v0.26.15 tools/leaderelection/leaderelection.go renew.
 */
export function deletedLocks({ views, programs, objects }: LockPremise): readonly Doubt[] {
  const locks = locksOf(views).flatMap(([kind, namespace, name]) => kindsCalled(kind).map(one => ({ kind: one, namespace, name })));
  const { deleted, changed } = programs.doubts(locks);
  const policies = locks.flatMap(lock => lockDeletions(lock, objects).map((policy): Doubt => ({
    place: placeAt(policy.file, policy.document, policy.base),
    what: `${policy.kind} ${policy.name} may delete or change ${lock.kind} ${lock.namespace}/${lock.name}, a lock that a controller manager asks for`,
    fix: `Let it leave the lock alone: exclude ${lock.kind} of ${lock.namespace}.`,
  })));
  return [...deleted, ...changed, ...policies].map(({ place, what, fix }) =>
    mayRunDoubt(place!, what, 'Two managers may hold the lock at once, for as long as its renew deadline.', fix!));
}

function taken(place: Place, who: string, name: string): Doubt {
  return livenessDoubt(place, `${who} takes the lock '${name}', which a controller manager asks for`,
    'While it holds the lock, no controller manager gets it, and its controllers run nowhere.', 'Give it a lock of another name.');
}

/** The scheduler that kubeadm will write: arguments are a map, from v1beta4 on a list of name and value. */
function ofKubeadm({ kind, apiVersion, data, file, document, base }: ObjectAt, isLock: IsLock): readonly Doubt[] {
  if (kind !== 'ClusterConfiguration' || !apiVersion.startsWith('kubeadm.k8s.io/')) return NO_DOUBT.notAsked;
  const { extraArgs } = mapOf(data.scheduler);
  const args = Array.isArray(extraArgs) ? extraArgs.map(mapOf).map(({ name, value }) => [String(name), value] as const)
    : Object.entries(mapOf(extraArgs));
  const valueOf = (name: string) => stringOf(args.filter(([key]) => key === name).at(-1)?.[1]);
  const name = valueOf('leader-elect-resource-name');
  return name !== undefined && String(args.find(([key]) => key === 'leader-elect')?.[1]) !== 'false'
    && isLock(name, valueOf('leader-elect-resource-namespace') ?? LOCK_NAMESPACE)
    ? [taken(placeAt(file, document, [...base, 'scheduler']), 'the kube-scheduler of kubeadm', name)] : NO_DOUBT.isRight;
}

const ELECTS = /leaderElect|leader-election-?id/;
/** Of the configuration of controllers. */
const ELECTION_ID = /^leader(?:Election|-election-?)(?:ID|Id|id|Name)$/;

/** Without making the text of a file that is about to be written: that takes as long as all that is read of it. */
function speaksOfElections(content: { readonly text: string; readonly data?: readonly { readonly [key: string]: Data }[] }): boolean {
  return ELECTS.test(content.data ? JSON.stringify(content.data) : content.text);
}

/** The configuration of a program that elects a leader, in a file, or as a text within one. */
function ofConfiguration(text: string, file: string, isLock: IsLock): readonly Doubt[] {
  if (!ELECTS.test(text)) return NO_DOUBT.notAsked;
  const name = namesIn(text, isLock, 0)[0];
  if (name === undefined) return NO_DOUBT.isRight;
  const line = text.split('\n').findIndex(one => one.includes(name) && /resourceName|election/i.test(one));
  return [taken({ file, line: line + 1 || 1 }, 'what has this leaderElection', name)];
}

function namesIn(text: string, isLock: IsLock, depth: number): readonly string[] {
  const found: string[] = [];
  const look = (value: Data | undefined, isElection: boolean): void => {
    if (typeof value === 'string') {
      if (depth < 3 && ELECTS.test(value) && value.includes(':')) found.push(...namesIn(value, isLock, depth + 1));
    } else if (Array.isArray(value)) {
      for (const one of value) look(one, isElection);
    } else if (isMap(value)) {
      // Its own configuration.
      if (/^(?:Kube|Cloud)ControllerManagerConfiguration$/.test(String(value.kind))) return;
      const { resourceName, resourceNamespace, leaderElect } = value;
      const isOne = isElection || leaderElect !== undefined;
      if (isOne && leaderElect !== false && typeof resourceName === 'string' && isLock(resourceName, stringOf(resourceNamespace))) {
        found.push(resourceName);
      }
      for (const [key, one] of Object.entries(value)) {
        if (ELECTION_ID.test(key) && typeof one === 'string' && isLock(one)) found.push(one);
        else look(one, ELECTS.test(key));
      }
    }
  };
  // What is no YAML is not read by such a program.
  for (const one of looseData(text.slice(0, 1_000_000))?.documents ?? []) look(one, false);
  return found;
}

/** Pods among the files of nodes, wherever they are. */
function staticPods(nodes: readonly NodeFolderPath[], documents: Documents): readonly ObjectAt[] {
  const texts = nodes.flatMap(node => textsOnNode(node)).filter(({ text }) => /lock|lease|lead|elect/i.test(text));
  return texts.flatMap(({ text, file }) =>
    podsIn(text, own => documents.of(own, file)).pods.length === 0 ? [] : documents.objects(text, file));
}
