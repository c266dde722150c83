import { pathsOf } from './change';
import { PlanAction } from '../action';
import { putFiles, removeFiles, takeBack } from '../actions/files';
import { PlanStateName } from '../state';

type Files = readonly { readonly path: string }[];

/** Nothing where there is no file. */
export function put(state: PlanStateName, files: Files, kept?: true): readonly PlanAction[] {
  return files.length === 0 ? [] : [putFiles({ state, paths: pathsOf(files), ...kept ? { kept } : {} })];
}

export function remove(state: PlanStateName, paths: readonly string[]): readonly PlanAction[] {
  return paths.length === 0 ? [] : [removeFiles({ state, paths })];
}

/** The way back of both, last file first. */
export function back(state: PlanStateName, files: Files, byKubeadm: readonly string[] = []): readonly PlanAction[] {
  const paths = [...pathsOf(files)].reverse();
  const written = paths.filter(path => byKubeadm.includes(path));
  return paths.length === 0 ? [] : [takeBack({ state, paths, ...written.length > 0 ? { byKubeadm: written } : {} })];
}
