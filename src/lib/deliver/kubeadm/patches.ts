import { flagEdits, hostPathFileEdits, StaticPodEdits } from '../../edit/static-pod/edit';
import type { StaticPod } from '../../edit/static-pod/static-pod';
import type { Data, SourcePath } from '../../edit/yaml/data';
import type { SourceEdit } from '../../edit/yaml/data-edit';
import { yaml } from '../../edit/yaml/load';
import { pointerOf } from '../../text/json-pointer';

/** One file of the folder that is given to `kubeadm init|join|upgrade --patches`. */
export interface KubeadmPatchFile {
  readonly name: string;
  readonly content: string;
}

/** Targets that kubeadm patches. Source: k8s.io/kubernetes@v1.26.15 cmd/kubeadm/app/util/patches/patches.go:100. */
const TARGETS: readonly string[] = ['kube-apiserver', 'kube-controller-manager', 'kube-scheduler'];

/**
 * The edits as kubeadm patches of the manifest that kubeadm itself generates, `<target><suffix>+<type>.yaml`, applied in the order of their names.
 *
 * Two files, because each type is right for one half:
 * - flags as a JSON patch (`0+json`). A strategic merge replaces `command` as a whole, so it would carry values of one node (`--advertise-address`)
 *   to all, and pin the flags of the release it was made from. Indices are those of `pod`; they hold on every node, as kubeadm sorts flags by
 *   name (cmd/kubeadm/app/util/arguments.go:50). Each change is preceded by a `test` of the item that it is about: where a release generates
 *   another list, kubeadm stops, and no wrong flag is changed.
 * - volumes and mounts as a strategic merge (`1+strategic`). Their indices do differ between nodes, as kubeadm mounts CA folders that exist on the
 *   host; they merge by name and by mountPath. `$setElementOrder` names what a new one comes after: without it, kubeadm puts it first, and the file
 *   has other bytes than that of a node whose manifest was edited.
 *
 * The image is not patched: kubeadm sets it from `kubernetesVersion`.
 *
 * @param pod the manifest as kubeadm generates it from the configuration in the cluster, without these edits
 */
export function kubeadmPatches(pod: StaticPod, edits: StaticPodEdits): KubeadmPatchFile[] {
  if (!TARGETS.includes(pod.component)) throw new Error(`kubeadm cannot patch ${pod.component}; accepted: ${TARGETS.join(', ')}`);
  const flags = jsonPatch(pod, flagEdits(pod, edits));
  const volumes = strategicPatch(pod, hostPathFileEdits(pod, edits));
  return [
    ...flags.length === 0 ? [] : [{ name: `${pod.component}0+json.yaml`, content: yaml().stringify(flags, { lineWidth: 0 }) }],
    ...volumes === undefined ? [] : [{ name: `${pod.component}1+strategic.yaml`, content: yaml().stringify(volumes, { lineWidth: 0 }) }],
  ];
}

type JsonPatchStep = { op: 'test' | 'replace' | 'add'; path: string; value: Data } | { op: 'remove'; path: string };

/** RFC 6902 steps, which apply one after the other: replacements first, then from the end of the list, so that no index moves before its turn. */
function jsonPatch(pod: StaticPod, edits: readonly SourceEdit[]): JsonPatchStep[] {
  const replaced = edits.flatMap((edit) => (edit.op === 'replace' ? [
    { op: 'test' as const, path: pointerOf(edit.path), value: pod.document.value(edit.path)! },
    { op: 'replace' as const, path: pointerOf(edit.path), value: edit.value },
  ] : []));
  const moved = edits
    .flatMap((edit, order) => (edit.op === 'insert' || edit.op === 'remove' ? [{ edit, order }] : []))
    .sort((a, b) => b.edit.index - a.edit.index || Number(a.edit.op === 'insert') - Number(b.edit.op === 'insert') || b.order - a.order)
    .flatMap(({ edit }): JsonPatchStep[] => {
      const path = pointerOf([...edit.path, edit.index]);
      if (edit.op === 'insert') return [{ op: 'add', path, value: edit.value }];
      return [{ op: 'test', path, value: pod.document.value([...edit.path, edit.index])! }, { op: 'remove', path }];
    });
  const keys = edits.flatMap((edit): JsonPatchStep[] => {
    if (edit.op === 'set-key') return [{ op: 'add', path: pointerOf([...edit.path, edit.key]), value: edit.value }];
    return edit.op === 'remove-key' ? [{ op: 'remove', path: pointerOf([...edit.path, edit.key]) }] : [];
  });
  return [...replaced, ...moved, ...keys];
}

/** Lists merge by `name` (containers, volumes) and `mountPath` (mounts); `$patch: delete` takes an item out. */
function strategicPatch(pod: StaticPod, edits: readonly SourceEdit[]): Data | undefined {
  if (edits.length === 0) return undefined;
  const mountsPath = [...pod.containerPath, 'volumeMounts'];
  const mounts = mergedItems(pod, edits, mountsPath, 'mountPath');
  const volumes = mergedItems(pod, edits, ['spec', 'volumes'], 'name');
  const name = pod.document.value([...pod.containerPath, 'name'])!;
  return {
    spec: {
      ...mounts.length > 0 && { containers: [{ name, ...elementOrder(pod, edits, mountsPath, 'mountPath'), volumeMounts: mounts }] },
      ...volumes.length > 0 && { ...elementOrder(pod, edits, ['spec', 'volumes'], 'name'), volumes },
    },
  };
}

/**
 * What stands before the new items, and they: items of the node that are not named keep their places between those (apimachinery
 * pkg/util/strategicpatch/patch.go, mergeSortedSlice). A node may lack one of those named, like a folder of CA certificates.
 */
function elementOrder(pod: StaticPod, edits: readonly SourceEdit[], path: SourcePath, mergeKey: string): { [key: string]: Data } {
  const before = (pod.document.value(path) ?? []) as { [key: string]: Data }[];
  const inserted = edits.flatMap(edit => edit.op === 'insert' && pointerOf(edit.path) === pointerOf(path) ? [edit] : []);
  if (inserted.length === 0) return {};
  const newAt = (index: number) => inserted.filter(edit => edit.index === index).map(({ value }) => value as { [key: string]: Data });
  const last = Math.max(...inserted.map(({ index }) => index));
  const order = [...before.slice(0, last).flatMap((item, index) => [...newAt(index), item]), ...newAt(last)];
  return { [`$setElementOrder/${String(path.at(-1))}`]: order.map(({ [mergeKey]: key }) => ({ [mergeKey]: key! })) };
}

function mergedItems(pod: StaticPod, edits: readonly SourceEdit[], path: SourcePath, mergeKey: string): Data[] {
  const before = (pod.document.value(path) ?? []) as { [key: string]: Data }[];
  const deleted = ({ [mergeKey]: key }: { [key: string]: Data }): Data => ({ $patch: 'delete', [mergeKey]: key });
  return edits.flatMap((edit): Data[] => {
    if (edit.op === 'insert' && pointerOf(edit.path) === pointerOf(path)) return [edit.value];
    if (edit.op === 'remove' && pointerOf(edit.path) === pointerOf(path)) return [deleted(before[edit.index])];
    if ((edit.op !== 'set-key' && edit.op !== 'remove-key') || pointerOf([...edit.path, edit.key]) !== pointerOf(path)) return [];
    return edit.op === 'set-key' ? edit.value as Data[] : before.map(deleted);
  });
}
