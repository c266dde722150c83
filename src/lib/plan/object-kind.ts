import { ObjectReference } from '../migration/to-delete';

/** The resource of a kind, as apimachinery guesses it (`UnsafeGuessKindToResource`). */
export function pluralOf(kind: string): string {
  const singular = kind.toLowerCase();
  if (singular.endsWith('s')) return `${singular}es`;
  return singular.endsWith('y') ? `${singular.slice(0, -1)}ies` : `${singular}s`;
}

/** The kind of an object as kubectl takes it: `role.rbac.authorization.k8s.io`. */
export function kindOf({ apiVersion, kind }: Pick<ObjectReference, 'apiVersion' | 'kind'>): string {
  const [group] = apiVersion.includes('/') ? apiVersion.split('/') : [''];
  return group === '' ? kind.toLowerCase() : `${kind.toLowerCase()}.${group}`;
}

/** The option of kubectl that names the namespace of an object; a kind without namespace has none. */
export function inNamespace({ namespace }: { readonly namespace?: string }): string {
  return namespace === undefined ? '' : ` -n ${namespace}`;
}
