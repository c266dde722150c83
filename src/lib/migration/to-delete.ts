import { groupOf } from '../facts/inert-kinds';
import { Manifest } from '../kubernetes/manifest';
import { NodeRole, NodeSide } from '../kubernetes/node';

/** Name of the file that lists it, beside the node files of a phase. */
export const TO_DELETE = 'to-delete.json';

/** A Kubernetes object, by what identifies it. */
export interface ObjectReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
}

/** Whether a value of a file is one: texts, and the namespace may be missing. */
export function isObjectReference(value: unknown): value is ObjectReference {
  const { apiVersion, kind, namespace, name } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return [apiVersion, kind, namespace ?? '', name].every(text => typeof text === 'string');
}

/** A file on every node of a role and side. */
export interface NodeFileReference {
  readonly role: NodeRole;
  readonly side: NodeSide;
  readonly path: string;
}

/** What other phases of the migration have and this one does not: applying this phase leaves it behind, so someone must delete it. */
export interface ToDelete {
  readonly objects: readonly ObjectReference[];
  readonly nodeFiles: readonly NodeFileReference[];
}

export function objectReference({ apiVersion, kind, metadata }: Manifest): ObjectReference {
  return { apiVersion, kind, namespace: metadata.namespace, name: metadata.name };
}

/** Objects of other phases that a phase does not have, each once, in the order in which they are deleted. */
export function leftBehind(here: readonly ObjectReference[], elsewhere: readonly ObjectReference[]): ObjectReference[] {
  const present = new Set(here.map(identity));
  return inOrderOfDeletion(elsewhere.filter(object => !present.has(identity(object))));
}

/** Who uses something goes before it: a workload before its configuration and rights, a Lease when no process is left that could hold it. */
const DELETED: readonly (readonly string[])[] = [
  ['DaemonSet', 'Deployment', 'StatefulSet'],
  [], // 1: whatever is not named here
  ['ClusterRoleBinding', 'RoleBinding'],
  ['ClusterRole', 'Role'],
  ['ServiceAccount'],
  ['Lease'],
];

/** Objects, each once, so that none is missed by another one that is still there. */
export function inOrderOfDeletion(objects: readonly ObjectReference[]): ObjectReference[] {
  const unique = [...new Map(objects.map(object => [identity(object), object])).values()];
  const place = ({ kind }: ObjectReference): number => {
    const found = DELETED.findIndex(kinds => kinds.includes(kind));
    return found < 0 ? 1 : found;
  };
  return unique.sort((a, b) => place(a) - place(b));
}

/** `apps/v1 DaemonSet kube-system/aws-cloud-controller-manager` */
export function referenceText({ apiVersion, kind, namespace, name }: ObjectReference): string {
  return `${apiVersion} ${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`;
}

/** What such a text refers to; undefined: it is none. */
export function parseReference(text: string): ObjectReference | undefined {
  const [, apiVersion, kind, namespace, name] = /^(\S+) (\w+) (?:([^\s/]+)\/)?([^\s/]+)$/.exec(text) ?? [];
  return name === undefined ? undefined : { apiVersion, kind, namespace, name };
}

/** What is the same for two references to one object, whatever the version of its API. */
export function identity({ apiVersion, kind, namespace, name }: ObjectReference): string {
  return [groupOf(apiVersion), kind, namespace ?? '', name].join('/');
}
