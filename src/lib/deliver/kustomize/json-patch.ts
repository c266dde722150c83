import { Data, isMap } from '../../edit/yaml/data';
import { pointerOf } from '../../text/json-pointer';

/** One operation of a JSON patch (RFC 6902), as far as we write them. */
export type PatchOperation =
  | { readonly op: 'add' | 'replace' | 'test'; readonly path: string; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: string };

/**
 * The operations that make one value of another, the smaller the better to read: a flag that is added is one line. Where an item of a list is reached
 * by its position, a `test` of its name goes first, so that a base that has changed is refused instead of patched in the wrong place.
 */
export function jsonPatch(from: unknown, to: unknown, path = ''): PatchOperation[] {
  if (isObject(from) && isObject(to)) return mapPatch(from, to, path);
  if (Array.isArray(from) && Array.isArray(to)) return listPatch(from, to, path);
  return JSON.stringify(from) === JSON.stringify(to) ? [] : [{ op: 'replace', path, value: to }];
}

function mapPatch(from: Readonly<Record<string, unknown>>, to: Readonly<Record<string, unknown>>, path: string): PatchOperation[] {
  return [...new Set([...Object.keys(from), ...Object.keys(to)])].sort().flatMap((key): PatchOperation[] => {
    const at = `${path}${pointerOf([key])}`;
    if (!(key in to)) return [{ op: 'remove', path: at }];
    if (!(key in from)) return [{ op: 'add', path: at, value: to[key] }];
    return jsonPatch(from[key], to[key], at);
  });
}

function listPatch(from: readonly unknown[], to: readonly unknown[], path: string): PatchOperation[] {
  const [fromKeys, toKeys] = itemKeys(from, to);
  const kept = commonSubsequence(fromKeys, toKeys);
  const keptFrom = new Set(kept.map(([index]) => index));
  const keptTo = new Map(kept.map(([fromIndex, toIndex]) => [toIndex, fromIndex]));
  const operations: PatchOperation[] = [];
  // From the end, so that the positions before stay; then from the start, so that each is final.
  for (let index = from.length - 1; index >= 0; index--) {
    if (keptFrom.has(index)) continue;
    operations.push(...guard(from[index], `${path}/${index}`), { op: 'remove', path: `${path}/${index}` });
  }
  to.forEach((value, index) => {
    const fromIndex = keptTo.get(index);
    const at = `${path}/${index}`;
    if (fromIndex === undefined) {
      operations.push({ op: 'add', path: at, value });
      return;
    }
    const inside = jsonPatch(from[fromIndex], value, at);
    if (inside.length > 0) operations.push(...guard(from[fromIndex], at), ...inside);
  });
  return operations;
}

function guard(item: unknown, path: string): PatchOperation[] {
  return isObject(item) && typeof item.name === 'string' ? [{ op: 'test', path: `${path}/name`, value: item.name }] : [];
}

/** What makes an item the same item: its name, the name of its flag, or all of it; names only where they tell all items apart. */
function itemKeys(from: readonly unknown[], to: readonly unknown[]): [string[], string[]] {
  const named = [from.map(nameOf), to.map(nameOf)] as [string[], string[]];
  const isUnique = named.every(keys => new Set(keys).size === keys.length);
  return isUnique ? named : [from.map(item => JSON.stringify(item)), to.map(item => JSON.stringify(item))];
}

function nameOf(item: unknown): string {
  if (isObject(item) && typeof item.name === 'string') return item.name;
  const flag = typeof item === 'string' ? /^(--[\w-]+)=/.exec(item) : null;
  return flag ? flag[1] : JSON.stringify(item);
}

/** Pairs of positions of a longest common subsequence. */
function commonSubsequence(from: readonly string[], to: readonly string[]): [number, number][] {
  const lengths = Array.from({ length: from.length + 1 }, () => new Array<number>(to.length + 1).fill(0));
  for (let i = from.length - 1; i >= 0; i--) {
    for (let j = to.length - 1; j >= 0; j--) {
      lengths[i][j] = from[i] === to[j] ? lengths[i + 1][j + 1] + 1 : Math.max(lengths[i + 1][j], lengths[i][j + 1]);
    }
  }
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < from.length && j < to.length;) {
    if (from[i] === to[j]) pairs.push([i++, j++]);
    else if (lengths[i + 1][j] >= lengths[i][j + 1]) i++;
    else j++;
  }
  return pairs;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => isMap(value as Data);
