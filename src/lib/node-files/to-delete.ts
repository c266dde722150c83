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
