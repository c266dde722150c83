import { Manifest } from '../manifest';
import { NodeRole, NodeSide } from '../node';

/** A Kubernetes object, by what identifies it. */
export interface ObjectReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
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

/** Objects of other phases that a phase does not have, each once. */
export function leftBehind(here: readonly ObjectReference[], elsewhere: readonly ObjectReference[]): ObjectReference[] {
  const present = new Set(here.map(identity));
  return [...new Map(elsewhere.map(object => [identity(object), object])).entries()].flatMap(([id, object]) => (present.has(id) ? [] : [object]));
}

function identity({ apiVersion, kind, namespace, name }: ObjectReference): string {
  return [apiVersion, kind, namespace ?? '', name].join('/');
}
