/** A Kubernetes object as plain data. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly [field: string]: unknown };
  readonly [field: string]: unknown;
}

/** A Kubernetes object, and its id in the construct tree: public API, like its name. */
export interface IdentifiedObject {
  readonly id: string;
  readonly manifest: Manifest;
}
