import { Flag } from './command-line';
import { Mount, samePath, StaticPod } from './static-pod';
import { REPEATABLE_FLAGS } from '../../facts/flags';
import { Data, SourcePath } from '../yaml/data';
import type { SourceEdit } from '../yaml/data-edit';
import { editedSources, isSorted, placeFor, removeItems } from '../yaml/source-edit';

export interface FlagSetting {
  /** Name without dashes. */
  readonly name: string;
  readonly value: string;
  /** Write `--name` alone. Only for the value `true`. */
  readonly bare?: boolean;
}

export interface HostPathFile {
  /** Name of the volume. */
  readonly name: string;
  /** Path in the container. */
  readonly path: string;
  /** Path on the node; default: the same. */
  readonly hostPath?: string;
}

/** A key of a ConfigMap, as a file. */
export interface ConfigMapFile {
  /** Name of the volume. */
  readonly name: string;
  /** Path in the container. */
  readonly path: string;
  readonly configMap: string;
  readonly key: string;
}

/** What is to be changed in a static pod manifest. Whatever is already so is left as it is. */
export interface StaticPodEdits {
  /** Replaced in place, or added as `--name=value`: in sorted place where the flags are sorted, else last. */
  readonly setFlags?: readonly FlagSetting[];
  readonly removeFlags?: readonly string[];
  /** Tag of the image; registry and name are kept. */
  readonly image?: { readonly fromTag: string; readonly toTag: string };
  /** Files of the node that are mounted read-only. */
  readonly hostPathFiles?: readonly HostPathFile[];
  /** Files of ConfigMaps that are mounted read-only. */
  readonly configMapFiles?: readonly ConfigMapFile[];
  /** Container paths whose mount and volume go, unless a flag, a mount or another container still uses them. */
  readonly removeHostPathFiles?: readonly string[];
}

/**
 * The manifest with the edits spliced in: every line that no edit is about stays byte for byte.
 *
 * @throws if an edit contradicts what is there; nothing is half done
 */
export function editStaticPod(pod: StaticPod, edits: StaticPodEdits): StaticPod {
  const all: SourceEdit[] = [...flagEdits(pod, edits), ...imageEdits(pod, edits), ...hostPathFileEdits(pod, edits)];
  const [document] = editedSources([{ document: pod.document, edits: all }]);
  return new StaticPod(document, pod);
}

function imageEdits(pod: StaticPod, { image: edit }: StaticPodEdits): SourceEdit[] {
  if (!edit) return [];
  const path = [...pod.containerPath, 'image'];
  const { repository, tag, digest } = pod.image;
  const written = `${repository}${tag === undefined ? '' : `:${tag}`}${digest === undefined ? '' : `@${digest}`}`;
  if (digest !== undefined) {
    throw pod.document.error(pod.document.offset(path), `image '${written}' is pinned by digest, so its version cannot be changed by tag; use the `
      + `tag '${edit.fromTag}'`);
  }
  if (tag === edit.toTag) return [];
  if (tag !== edit.fromTag) {
    throw pod.document.error(pod.document.offset(path),
      `image '${written}' has ${tag === undefined ? 'no tag' : `the tag '${tag}'`}, expected '${edit.fromTag}'; `
      + `give the version that this manifest runs, or hand in the manifest of the version with tag '${edit.toTag}'`);
  }
  return [{ op: 'replace', path, value: `${repository}:${edit.toTag}` }];
}

/** Edits of `command` and `args`. */
export function flagEdits(pod: StaticPod, edits: StaticPodEdits): SourceEdit[] {
  refuseConflicts(pod, edits);
  const settings = edits.setFlags ?? [];
  const changed = settings.flatMap((setting) => {
    const flag = pod.flag(setting.name);
    return flag ? replaceFlag(flag, setting) : [];
  });
  const added = settings.filter(({ name }) => !pod.flag(name));
  return [...changed, ...removedFlags(pod, edits.removeFlags ?? []), ...addedFlags(pod, added)];
}

function refuseConflicts(pod: StaticPod, { setFlags = [], removeFlags = [] }: StaticPodEdits): void {
  const names = [...setFlags.map(({ name }) => name), ...removeFlags];
  for (const name of names) {
    if (names.filter((other) => other === name).length > 1) throw new Error(`flag '--${name}' is edited twice; give one edit per flag`);
    const places = pod.flags.filter((flag) => flag.name === name);
    if (places.length > 1 && REPEATABLE_FLAGS.includes(name)) {
      throw pod.document.error(pod.document.offset(places[1].word.path), `flag '--${name}' is given ${places.length} times and cannot be edited; `
        + 'edit it by hand');
    }
  }
}

function replaceFlag(flag: Flag, setting: FlagSetting): SourceEdit[] {
  if (flag.value === setting.value && (flag.form === 'bare' || !setting.bare)) return [];
  if (flag.form === 'separate' && !setting.bare) return [{ op: 'replace', path: flag.valueWord!.path, value: setting.value }];
  const value = setting.bare ? flag.written : `${flag.written}=${setting.value}`;
  return [{ op: 'replace', path: flag.word.path, value }];
}

function removedFlags(pod: StaticPod, names: readonly string[]): SourceEdit[] {
  const words = pod.flags.filter(({ name }) => names.includes(name)).flatMap(({ word, valueWord }) => valueWord ? [word, valueWord] : [word]);
  return (['command', 'args'] as const).flatMap((list) => {
    const indices = words.filter((word) => word.list === list).map(({ index }) => index);
    return indices.length === 0 ? [] : removeItems(pod.document, [...pod.containerPath, list], indices);
  });
}

/** New flags go where the last flag is: into `args` where it has flags, else into `command`. */
function addedFlags(pod: StaticPod, settings: readonly FlagSetting[]): SourceEdit[] {
  if (settings.length === 0) return [];
  const lists = ['command', 'args'] as const;
  const list = pod.flags[pod.flags.length - 1]?.word.list ?? lists.find((name) => pod.document.has([...pod.containerPath, name])) ?? 'args';
  const path: SourcePath = [...pod.containerPath, list];
  const inList = pod.flags.filter((flag) => flag.word.list === list);
  const names = inList.map(({ name }) => name);
  const ordered = names.length > 0 && isSorted(names) ? [...settings].sort((a, b) => (a.name < b.name ? -1 : 1)) : settings;
  const texts = ordered.map(({ name, value, bare }) => (bare ? `--${name}` : `--${name}=${value}`));
  if (!pod.document.has(path)) return [{ op: 'set-key', path: pod.containerPath, key: list, value: texts }];
  const length = pod.document.size(path)!;
  return ordered.map(({ name }, position) => ({
    op: 'insert', path, index: inList[placeFor(names, name)]?.word.index ?? length, value: texts[position],
  }));
}

/** Edits of `volumeMounts` and `volumes`. */
export function hostPathFileEdits(pod: StaticPod, edits: StaticPodEdits): SourceEdit[] {
  const gone = (edits.removeHostPathFiles ?? []).flatMap((path) => {
    const mount = pod.mountOf(path);
    return mount && !isUsedByFlag(pod, path, edits) ? [mount] : [];
  });
  const added = (edits.hostPathFiles ?? []).filter((file) => !isThere(pod, file));
  const ofConfigMaps = (edits.configMapFiles ?? []).filter((file) => !isMountedFrom(pod, file));
  const mounts = [
    ...added.map(({ name, path }) => ({ mountPath: path, name, readOnly: true })),
    ...ofConfigMaps.map(({ name, path, key }) => ({ mountPath: path, name, readOnly: true, subPath: key })),
  ];
  const volumes = [
    ...added.filter(({ name }) => !pod.volume(name))
      .map(({ name, path, hostPath }) => ({ hostPath: { path: hostPath ?? path, type: 'File' }, name })),
    ...ofConfigMaps.map(({ name, configMap }) => ({ configMap: { name: configMap }, name })),
  ];
  const freed = pod.volumes.filter(({ name }) => gone.some((mount) => mount.name === name) && !isMounted(pod, name, gone));
  return [
    ...listEdits(pod, [...pod.containerPath, 'volumeMounts'], gone.map(({ index }) => index), mounts),
    ...listEdits(pod, [...pod.podPath, 'volumes'], freed.map(({ index }) => index), volumes),
  ];
}

/** Whether the file is mounted already; refuses whatever else stands at that path or has that name. */
function isThere(pod: StaticPod, { name, path, hostPath = path }: HostPathFile): boolean {
  const mount = pod.mountOf(path);
  const mounted = mount && pod.volume(mount.name);
  if (mount) {
    if (mounted?.hostPath !== undefined && samePath(mounted.hostPath, hostPath)) return true;
    const source = mounted?.hostPath === undefined ? `volume '${mount.name}'` : `'${mounted.hostPath}' of the node`;
    throw pod.document.error(pod.document.offset([...pod.containerPath, 'volumeMounts', mount.index]),
      `path '${path}' is already mounted from ${source}, expected '${hostPath}' of the node; remove that mount or choose another path`);
  }
  const taken = pod.volume(name);
  if (taken && !(taken.hostPath !== undefined && samePath(taken.hostPath, hostPath))) {
    throw pod.document.error(pod.document.offset([...pod.podPath, 'volumes', taken.index]),
      `volume '${name}' is already something else than '${hostPath}' of the node; rename that volume or choose another name`);
  }
  return false;
}

/** Whether the file is mounted from this ConfigMap already; refuses whatever else stands at that path or has that name. */
function isMountedFrom(pod: StaticPod, { name, path, configMap, key }: ConfigMapFile): boolean {
  const mount = pod.mountOf(path);
  const at = (place: SourcePath) => pod.document.value(place);
  const sourceOf = (index: number) => at([...pod.podPath, 'volumes', index, 'configMap', 'name']);
  const volume = mount ? pod.volume(mount.name) : pod.volume(name);
  if (mount && volume && sourceOf(volume.index) === configMap
    && at([...pod.containerPath, 'volumeMounts', mount.index, 'subPath']) === key) return true;
  if (mount) {
    throw pod.document.error(pod.document.offset([...pod.containerPath, 'volumeMounts', mount.index]),
      `path '${path}' is already mounted from volume '${mount.name}', expected key '${key}' of ConfigMap '${configMap}'; remove that mount`);
  }
  if (volume) {
    throw pod.document.error(pod.document.offset([...pod.podPath, 'volumes', volume.index]),
      `volume '${name}' is already there, and is not ConfigMap '${configMap}' at '${path}'; rename that volume`);
  }
  return false;
}

/** A flag that stays and names the path, or something below it. */
function isUsedByFlag(pod: StaticPod, path: string, edits: StaticPodEdits): boolean {
  const values = pod.flags
    .filter(({ name }) => !edits.removeFlags?.includes(name) && !edits.setFlags?.some((setting) => setting.name === name))
    .map(({ value }) => value)
    .concat((edits.setFlags ?? []).map(({ value }) => value));
  return values.some((value) => value.split(/[,=]/).some((part) => samePath(part, path) || part.startsWith(`${path.replace(/(?<!\/)\/+$/, '')}/`)));
}

/** Whether a mount that stays, in any container, is of this volume. */
function isMounted(pod: StaticPod, name: string, gone: readonly Mount[]): boolean {
  if (pod.mounts.some((mount) => mount.name === name && !gone.includes(mount))) return true;
  const spec = pod.document.value(pod.podPath) as { [key: string]: Data };
  return ['containers', 'initContainers', 'ephemeralContainers'].some((list) =>
    (Array.isArray(spec[list]) ? spec[list] : []).some((container, index) => {
      if (list === 'containers' && index === pod.containerPath.at(-1)) return false;
      const { volumeMounts } = container as { volumeMounts?: Data };
      return Array.isArray(volumeMounts) && volumeMounts.some((mount) => (mount as { name?: Data } | null)?.name === name);
    }));
}

/** Items of a list whose order, if it has one, is that of their names: kubeadm sorts both lists by volume name. */
function listEdits(
  pod: StaticPod, path: SourcePath, removed: readonly number[], added: readonly ({ name: string } & { [key: string]: Data })[],
): SourceEdit[] {
  const isMountList = path[path.length - 1] === 'volumeMounts';
  const names = (isMountList ? pod.mounts : pod.volumes).map(({ name }) => name);
  if (added.length === 0) return removed.length === 0 ? [] : removeItems(pod.document, path, removed);
  const ordered = isSorted(names) ? [...added].sort((a, b) => (a.name < b.name ? -1 : 1)) : added;
  if (!pod.document.has(path)) return [{ op: 'set-key', path: path.slice(0, -1), key: String(path[path.length - 1]), value: [...ordered] }];
  return [
    ...removed.map((index) => ({ op: 'remove' as const, path, index })),
    ...ordered.map((value) => ({ op: 'insert' as const, path, index: placeFor(names, value.name), value })),
  ];
}
