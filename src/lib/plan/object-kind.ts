import { OperatorRule } from './rule';
import { groupOf } from '../facts/inert-kinds';
import { ObjectReference } from '../migration/to-delete';

/** An object as kubectl names it; a kind without namespace has none. */
export interface ObjectKey {
  readonly kind: string;
  readonly namespace: string | undefined;
  readonly name: string;
}

/** The resource of a kind, as apimachinery guesses it (`UnsafeGuessKindToResource`). */
export function pluralOf(kind: string): string {
  const singular = kind.toLowerCase();
  if (singular.endsWith('s')) return `${singular}es`;
  return singular.endsWith('y') ? `${singular.slice(0, -1)}ies` : `${singular}s`;
}

/** The kind of an object as kubectl takes it: `role.rbac.authorization.k8s.io`. */
export function kindOf({ apiVersion, kind }: Pick<ObjectReference, 'apiVersion' | 'kind'>): string {
  const group = groupOf(apiVersion);
  return group === '' ? kind.toLowerCase() : `${kind.toLowerCase()}.${group}`;
}

/** The object as one text: kind, namespace or `-`, name, and its cluster, where that is not the one that is served. */
export function textOfObject(object: ObjectReference, cluster?: string): string {
  return `${kindOf(object)} ${object.namespace ?? '-'} ${object.name}${cluster === undefined ? '' : ` ${cluster}`}`;
}

/** The option of kubectl that names the namespace of an object; a kind without namespace has none. */
export function inNamespace({ namespace }: { readonly namespace?: string }): string {
  return namespace === undefined ? '' : ` -n ${namespace}`;
}

export function ruleFor({ kind, namespace }: ObjectKey, ...verbs: readonly string[]): OperatorRule {
  const [singular, ...group] = kind.split('.');
  return { apiGroup: group.join('.'), resource: pluralOf(singular), verbs, namespace };
}

/** An object as a person names it. */
export function shortName({ kind, name }: ObjectKey): string {
  return `${kind}/${name}`;
}
