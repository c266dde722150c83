import { onNode, PlanAction } from '../action';
import { byState, placed } from '../by-hand';
import { PlanStateName } from '../state';

/** Puts files of the app on the node, each by a rename, with a copy of what the state had. */
export const putFiles = onNode<{
  readonly state: PlanStateName;
  readonly paths: readonly string[];
  /** What the state had has its copy: an action before removed it, or kept it before another program wrote over it. */
  readonly kept?: true;
}>('put-files', 'Put files', {
  back: takenBack,
  byHand: ({ state, paths, kept }, files) => [...kept ? [] : byState('keep', state, paths), ...placed(paths, files)],
});

/** Removes files of the node, with a copy. */
export const removeFiles = onNode<{ readonly state: PlanStateName; readonly paths: readonly string[] }>('remove-files', 'Remove files', {
  back: takenBack,
  byHand: ({ state, paths }) => [...byState('keep', state, paths), `on "rm -f ${paths.join(' ')}"`],
});

/** The way back of `put-files` and `remove-files`: a file that the step did not touch stays as it is. */
export const takeBack = onNode<{
  readonly state: PlanStateName;
  readonly paths: readonly string[];
  /** Those that kubeadm may have written otherwise than planned. */
  readonly byKubeadm?: readonly string[];
}>('take-back', 'Undo the change of files', {
  byHand: ({ state, paths }) => byState('back', state, paths),
});

/** Last file first. */
function takenBack({ state, paths }: { readonly state: PlanStateName; readonly paths: readonly string[] }): PlanAction {
  return takeBack({ state, paths: [...paths].reverse() });
}

/** Gives the files back that the node had in a state, from their copies; what was not there goes. */
export const restoreFiles = onNode<{
  readonly state: PlanStateName;
  readonly paths: readonly string[];
  /** On the way back of a step: the state that it brought them to. Else the copies must be there. */
  readonly left?: PlanStateName;
}>('restore-files', 'Restore files', {
  byHand: ({ state, paths }) => byState('back', state, paths),
});

/** Each file has one of the sums that the plan knows. */
export const filesAre = onNode<{
  readonly paths: readonly string[];
  /** Default: as before the step, or as it leaves them. */
  readonly are?: 'after' | 'absent-or-after';
}>('files-are', 'Files are as the plan knows them', {
  always: 'not-in-check-mode',
});

/** Of each file there is a copy of the state, or the note that it was not there. */
export const copiesAre = onNode<{ readonly state: PlanStateName; readonly paths: readonly string[] }>('copies-are', 'Copies of the files exist', {
  anyTime: true,
});

/** A program is installed on the node. */
export const hasProgram = onNode<{ readonly path: string }>('has-program', 'The program is installed', {
  anyTime: true,
  byHand: ({ path }) => [`on "test -x ${path}"`],
});

type Files = readonly { readonly path: string }[];

/** Nothing where there is no file. */
export function put(state: PlanStateName, files: Files, kept?: true): readonly PlanAction[] {
  return files.length === 0 ? [] : [putFiles({ state, paths: files.map(({ path }) => path), ...kept ? { kept } : {} })];
}

export function remove(state: PlanStateName, paths: readonly string[]): readonly PlanAction[] {
  return paths.length === 0 ? [] : [removeFiles({ state, paths })];
}

/** The way back of both, last file first. */
export function back(state: PlanStateName, files: Files, byKubeadm: readonly string[] = []): readonly PlanAction[] {
  const paths = [...files.map(({ path }) => path)].reverse();
  const written = paths.filter(path => byKubeadm.includes(path));
  return paths.length === 0 ? [] : [takeBack({ state, paths, ...written.length > 0 ? { byKubeadm: written } : {} })];
}
