import type { HostPathFile, StaticPodEdits } from './edits';
import { Mount, samePath, StaticPod } from './static-pod';
import type { Data, SourcePath } from '../yaml/data';
import type { SourceEdit } from '../yaml/data-edit';
import { isSorted, placeFor, removeItems } from '../yaml/source-edit';

/** Edits of `volumeMounts` and `volumes`. */
export function hostPathFileEdits(pod: StaticPod, edits: StaticPodEdits): SourceEdit[] {
  const gone = (edits.removeHostPathFiles ?? []).flatMap((path) => {
    const mount = pod.mountOf(path);
    return mount && !isUsedByFlag(pod, path, edits) ? [mount] : [];
  });
  const added = (edits.hostPathFiles ?? []).filter((file) => !isThere(pod, file));
  const mounts = added.map(({ name, path }) => ({ mountPath: path, name, readOnly: true }));
  const volumes = added
    .filter(({ name }) => !pod.volume(name))
    .map(({ name, path, hostPath }) => ({ hostPath: { path: hostPath ?? path, type: 'File' }, name }));
  const freed = pod.volumes.filter(({ name }) => gone.some((mount) => mount.name === name) && !isMounted(pod, name, gone));
  return [
    ...listEdits(pod, [...pod.containerPath, 'volumeMounts'], gone.map(({ index }) => index), mounts),
    ...listEdits(pod, ['spec', 'volumes'], freed.map(({ index }) => index), volumes),
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
    throw pod.document.error(pod.document.offset(['spec', 'volumes', taken.index]),
      `volume '${name}' is already something else than '${hostPath}' of the node; rename that volume or choose another name`);
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
  const spec = pod.document.data.spec as { [key: string]: Data };
  return ['containers', 'initContainers', 'ephemeralContainers'].some((list) =>
    (Array.isArray(spec[list]) ? spec[list] : []).some((container, index) => {
      if (list === 'containers' && index === pod.containerPath[2]) return false;
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
  if (!pod.document.node(path)) return [{ op: 'set-key', path: path.slice(0, -1), key: String(path[path.length - 1]), value: [...ordered] }];
  return [
    ...removed.map((index) => ({ op: 'remove' as const, path, index })),
    ...ordered.map((value) => ({ op: 'insert' as const, path, index: placeFor(names, value.name), value })),
  ];
}
