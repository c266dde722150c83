import { isMap, listOf, mapOf, shownOf, stringOf } from '../../edit/yaml/data';
import { grouped, onceFor } from '../../kubernetes/once-for';
import { ObjectAt } from '../documents/documents';

/** The node of a mirror pod, the copy of a static pod in the API: k8s.io/kubernetes@v1.26.15 pkg/kubelet/types/constants.go. */
export function mirroredNode({ kind, data }: ObjectAt): string | undefined {
  if (kind !== 'Pod') return undefined;
  const annotations = mapOf(mapOf(data.metadata).annotations);
  const isMirror = annotations['kubernetes.io/config.mirror'] !== undefined || annotations['kubernetes.io/config.source'] === 'file';
  return isMirror ? stringOf(mapOf(data.spec).nodeName) : undefined;
}

/** What made a pod of a live cluster, if that was not a kubelet. */
export function ownerOf({ kind, data }: ObjectAt): { readonly kind: string; readonly name: string } | undefined {
  if (kind !== 'Pod' && kind !== 'ReplicaSet') return undefined;
  const owner = listOf(mapOf(data.metadata).ownerReferences).filter(isMap).find(one => one.controller === true && one.kind !== 'Node');
  return owner && { kind: shownOf(owner.kind), name: shownOf(owner.name) };
}

/** Whether a pod is over: all its containers have ended, and its owner makes another one. A static pod is started again by its kubelet. */
export function isOver(object: ObjectAt): boolean {
  return object.kind === 'Pod' && ownerOf(object) !== undefined && mirroredNode(object) === undefined
    && ['Succeeded', 'Failed'].includes(stringOf(mapOf(object.data.status).phase) ?? '');
}

/**
 * Whether an object of a live cluster only repeats its owner, which the input has: a pod of a DaemonSet with the same containers. One that still runs
 * an older template is a process of its own.
 */
export function repeatsOwner(object: ObjectAt, objects: readonly ObjectAt[]): boolean {
  const owner = ownerOf(object);
  const found = owner && byName(objects).get(keyOf(owner.kind, object.namespace, owner.name))?.[0];
  if (!found) return false;
  const spec = (one: ObjectAt) => mapOf(one.kind === 'Pod' ? one.data.spec : mapOf(mapOf(one.data.spec).template).spec);
  const containers = (one: ObjectAt) => listOf(spec(one).containers).filter(isMap);
  const started = (one: ObjectAt) => JSON.stringify(containers(one).map(({ image, command, args }) => [image, command, args]));
  return started(object) === started(found);
}

function keyOf(kind: string, namespace: string | undefined, name: string): string {
  return JSON.stringify([kind, namespace ?? null, name]);
}

const byName = onceFor((objects: readonly ObjectAt[]) => grouped(objects, ({ kind, namespace, name }) => keyOf(kind, namespace, name)));
