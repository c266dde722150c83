import { ObjectKey } from './action';
import { inNamespace } from './object-kind';
import { PlanStateName } from './state';
import { PlanCommand } from './step';

/** Folder on a node for copies. Never below the static pod path: a kubelet would run them. */
export const BACKUP_DIR = '/var/lib/ccm-migration/backup';

/*
 * The copy of a state is made when a plan leaves the state, and is used up when a plan, or its way back, brings the cluster into that state again. A
 * copy that is used up stays, for a run that was killed in between; the next plan that leaves the state makes a new one in its place.
 */

/**
 * Where a person keeps the copy of an object, on the machine that kubectl runs on: of `$cluster`, for one machine may serve several, or one that was
 * made anew.
 */
function objectCopy(state: PlanStateName, { kind, namespace, name }: ObjectKey): string {
  return `${copiesOf(state)}/${kind}-${namespace ?? '-'}-${name}.yaml`;
}

function copiesOf(state: PlanStateName): string {
  return `${BACKUP_DIR}/${state}/objects/$cluster`;
}

/** What is kept of a cluster is looked for so: the condition of what follows. */
export const OF_CLUSTER = 'cluster=$(kubectl get namespace kube-system -o \'jsonpath={.metadata.uid}\') && [ -n "$cluster" ] &&';

/** Every command that looks for a copy begins so. */
export function copyOf(state: PlanStateName, object: ObjectKey): string {
  return `${OF_CLUSTER}\n  copy=${objectCopy(state, object)} &&`;
}

export function folderOfCopies(state: PlanStateName): string {
  return `"${copiesOf(state)}"`;
}

/**
 * Keeps a copy of an object, if there is one; one that is there already is from before, and stays. A read that fails leaves none, and ends what
 * follows by `&&`.
 */
export function keepObject(state: PlanStateName, object: ObjectKey): string {
  return `${copyOf(state, object)}\n  mkdir -p ${folderOfCopies(state)} && { [ -s "$copy" ] || { ${readTo('"$copy"', object)}; }; }`;
}

/** Reads an object into a file that is there whole, or not at all: not where there is no object. */
function readTo(copy: '"$copy"', { kind, namespace, name }: ObjectKey): string {
  const part = copy.replace(/"$/, '.new"');
  return `kubectl get ${kind} ${name}${inNamespace({ namespace })} --ignore-not-found -o yaml > ${part} && `
    + `if [ -s ${part} ]; then mv -f ${part} ${copy}; else rm ${part}; fi`;
}

/** The same, in place of a copy that is there: afterwards there is one exactly if there is an object. */
export function readAnew(copy: '"$copy"', object: ObjectKey): string {
  return `rm -f ${copy} && ${readTo(copy, object)}`;
}

/** Before an object is changed by a step that leaves `state`. */
export function copyObject(state: PlanStateName, object: ObjectKey): PlanCommand {
  return { text: keepObject(state, object), action: { do: 'copy-object', state, ...object } };
}

/** After an object was brought to what `state` has, other than from its copy. */
export function copyUsed(state: PlanStateName, object: ObjectKey): PlanCommand {
  return {
    text: [
      '# a copy of an earlier time is not to be given back any more', copyOf(state, object), `  { [ ! -e "$copy" ] || ${useUp('"$copy"')}; }`,
    ].join('\n'),
    action: { do: 'copy-used', state, ...object },
  };
}

/** Asked before anything changes: without a copy nobody knows what the object was. */
export function hasCopy(state: PlanStateName, object: ObjectKey): PlanCommand {
  const copy = '"$copy"';
  return {
    text: [
      `# there is a copy of state ${state}`, copyOf(state, object),
      `  { [ -s ${copy} ] || [ -s ${used(copy)} ] || { echo "no $copy" >&2; false; }; }`,
    ].join('\n'),
    action: { do: 'has-copy', state, ...object },
  };
}

/** The object as it was when a plan left `state`. */
export function restoreObject(state: PlanStateName, object: ObjectKey): PlanCommand {
  const copy = '"$copy"';
  return {
    text: [copyOf(state, object), `  { [ -e ${copy} ] || ${makeUsable(copy)}; } &&`, `  ${putBack(copy)} && ${useUp(copy)}`].join('\n'),
    action: { do: 'restore-object', state, ...object },
  };
}

/** The same where there is one: a copy that was given back before is still of `state`, for a plan that leaves it makes a new one. */
export function restoreIfKept(state: PlanStateName, object: ObjectKey): PlanCommand {
  const copy = '"$copy"';
  return {
    text: [
      copyOf(state, object),
      `  { [ -e ${copy} ] || [ ! -e ${used(copy)} ] || ${makeUsable(copy)}; } &&`,
      `  if [ -e ${copy} ]; then ${putBack(copy)} && ${useUp(copy)}; else`,
      ...keptInCluster(state, object),
      '  fi',
    ].join('\n'),
    action: { do: 'restore-object', state, ifKept: true, ...object },
  };
}

/** The way back of a step that brought an object from `state` to `left`; where it made no copy yet, it changed nothing either. */
export function takeObjectBack(state: PlanStateName, left: PlanStateName, object: ObjectKey): PlanCommand {
  const [copy, other] = ['"$copy"', '"$other"'];
  return {
    text: [
      copyOf(state, object),
      `  other=${objectCopy(left, object)} &&`,
      `if [ -e ${copy} ]; then`,
      `  { [ -e ${other} ] || [ ! -e ${used(other)} ] || ${makeUsable(other)}; } &&`,
      `  ${putBack(copy)} && ${useUp(copy)}`,
      ...withoutCopy(state, object),
    ].join('\n'),
    action: { do: 'restore-object', state, left, ...object },
  };
}

/** Whoever changed it keeps its copy: another person's machine, or, where a playbook did, the cluster. */
function withoutCopy(state: PlanStateName, object: ObjectKey): readonly string[] {
  const { kind, namespace, name } = object;
  return [
    `elif [ ! -e ${used('"$copy"')} ]; then`,
    `  there=$(kubectl get ${kind} ${name}${inNamespace({ namespace })} --ignore-not-found -o name) && [ -z "$there" ] ||`,
    '    { echo "no $copy: where this step changed nothing yet, go on; else it lies where the step was carried out, or, after a playbook, in the'
      + ` ConfigMap ${copyInCluster(state, object)} in kube-system, which back.yaml gives back" >&2; false; }`,
    'fi',
  ];
}

/** What a playbook kept, a playbook gives back. */
function keptInCluster(state: PlanStateName, object: ObjectKey): readonly string[] {
  const map = copyInCluster(state, object);
  return [
    `    there=$(kubectl get configmap ${map} -n kube-system --ignore-not-found -o name) &&`,
    `    { [ -z "$there" ] || { echo "the ConfigMap ${map} of kube-system has it: replace it by that" >&2; false; }; } &&`,
    `    echo "no copy says what ${object.name} was: it stays as it is"`,
  ];
}

/** What the copy of a playbook is called (ansible/tasks/read-copy.yaml). */
function copyInCluster(state: PlanStateName, { kind, name }: ObjectKey): string {
  return `ccm-migration-${state}-${kind.split('.')[0]}-${name}`;
}

/** Without what only the API server may set. */
function putBack(copy: string): string {
  return `sed -e '/^  resourceVersion:/d' -e '/^  uid:/d' -e '/^  creationTimestamp:/d' ${copy} | kubectl replace -f -`;
}

function used(copy: string): string {
  return copy.replace(/"$/, '.used"');
}

function useUp(copy: string): string {
  return `mv -f ${copy} ${used(copy)}`;
}

function makeUsable(copy: string): string {
  return `mv -f ${used(copy)} ${copy}`;
}
