import { parseAllDocuments } from 'yaml';

/** Kubernetes objects by `kind/namespace/name`. */
export type Objects = ReadonlyMap<string, Record<string, unknown>>;

interface ObjectLike {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
}

export function identity({ kind, metadata: { name, namespace } }: ObjectLike): string {
  return [kind, ...namespace === undefined ? [] : [namespace], name].join('/');
}

/** As Kubernetes reads it: YAML 1.1, as in sigs.k8s.io/yaml. */
export function parseObjects(text: string): Objects {
  return byIdentity(
    parseAllDocuments(text, { version: '1.1' }).map(document => document.toJS() as unknown).filter(value => value !== null) as ObjectLike[],
  );
}

export function byIdentity(objects: readonly unknown[]): Objects {
  const map = new Map<string, Record<string, unknown>>();
  for (const object of objects as ObjectLike[]) {
    if (map.has(identity(object))) throw new Error(`two objects '${identity(object)}'`);
    map.set(identity(object), object as unknown as Record<string, unknown>);
  }
  return new Map([...map].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** One place where two values differ: `undefined` where one has nothing. */
export interface Difference {
  readonly path: string;
  readonly ours: unknown;
  readonly theirs: unknown;
}

/** Every difference, at the deepest place. Lists are compared by position. */
export function differences(ours: unknown, theirs: unknown, path = ''): Difference[] {
  if (isContainer(ours) && isContainer(theirs) && Array.isArray(ours) === Array.isArray(theirs)) {
    const keys = [...new Set([...Object.keys(ours), ...Object.keys(theirs)])].sort();
    return keys.flatMap(key => differences(ours[key], theirs[key], path === '' ? key : `${path}.${key}`));
  }
  return Object.is(ours, theirs) ? [] : [{ path, ours, theirs }];
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
