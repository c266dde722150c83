import { Data, isMap } from '../../../edit/yaml/data';
import { pointerOf, pointerSteps } from '../../../text/json-pointer';

/** An operation of a JSON patch, as a ClusterClass may have it. */
export interface PatchOperation {
  readonly op: 'add' | 'replace' | 'remove';
  /** `/spec/template/spec/...` */
  readonly path: string;
  readonly value?: Data;
}

/** Why Cluster API refuses an operation. */
export class PatchRefused extends Error {}

/**
 * The data with the operations applied, in their order: github.com/evanphx/json-patch/v5, as Cluster API calls it. Of a list only its begin and its
 * end can be named: kubernetes-sigs/cluster-api@v1.9.11 api/v1beta1/clusterclass_types.go:902-904.
 *
 * @throws `PatchRefused` as Cluster API refuses it
 */
export function applyOperations(data: Data, operations: readonly PatchOperation[]): Data {
  const result = structuredClone(data);
  for (const { op, path, value } of operations) {
    const steps = pointerSteps(path);
    const key = steps[steps.length - 1];
    const parent = steps.slice(0, -1).reduce<Data | undefined>((at, step) => (isMap(at) && Object.hasOwn(at, step) ? at[step] : undefined), result);
    if (Array.isArray(parent) && op === 'add' && (key === '-' || key === '0')) {
      parent.splice(key === '-' ? parent.length : 0, 0, structuredClone(value ?? null));
    } else if (Array.isArray(parent)) {
      throw new PatchRefused(`${op} of ${path} names an item of a list, which only add at its begin (0) or end (-) may`);
    } else if (!isMap(parent)) {
      throw new PatchRefused(`${op} of ${path}: what it is below is not there`);
    } else if (op !== 'add' && !Object.hasOwn(parent, key)) {
      throw new PatchRefused(`${op} of ${path}: it is not there`);
    } else if (op === 'remove') {
      delete parent[key];
    } else {
      parent[key] = structuredClone(value ?? null);
    }
  }
  return result;
}

/** The operations that make one of the other; a list is added to at its end, or replaced as a whole. */
export function operationsBetween(before: Data, after: Data, path: readonly string[]): readonly PatchOperation[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  const at = pointerOf(path);
  if (isMap(before) && isMap(after)) {
    return [
      ...Object.keys(before).filter(key => !Object.hasOwn(after, key))
        .map((key): PatchOperation => ({ op: 'remove', path: pointerOf([...path, key]) })),
      ...Object.keys(after).flatMap(key => Object.hasOwn(before, key) ? operationsBetween(before[key], after[key], [...path, key])
        : [{ op: 'add' as const, path: pointerOf([...path, key]), value: after[key] }]),
    ];
  }
  if (Array.isArray(before) && Array.isArray(after) && after.length > before.length
    && before.every((item, index) => JSON.stringify(item) === JSON.stringify(after[index]))) {
    return after.slice(before.length).map(value => ({ op: 'add', path: `${at}/-`, value }));
  }
  // `add` of what is there replaces it, and is not refused in another cluster of the class that has none.
  return [{ op: 'add', path: at, value: after }];
}
