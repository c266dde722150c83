import { jsonPatched, strategic } from './kubeadm/applied-patches';
import { partsOfPatch } from '../edit/deciding-fields';
import { Data, isMap, listOf, mapOf } from '../edit/yaml/data';

/** Whether a name fits a pattern. */
type Like = (pattern: string, name: string) => boolean;

/**
 * What Kyverno makes of an object with a patch, as it stands in a rule.
 *
 * @throws if that is not sure, or the patch cannot be applied
 */
export function kyvernoPatched(object: Data, patch: Data | undefined, isLike: Like): Data {
  return partsOfPatch(patch).reduce<Data>((made, part) => Array.isArray(part) ? jsonPatched(made, part) : strategic(made, plain(part, made, isLike)),
    object);
}

/**
 * A patch without anchors: https://kyverno.io/docs/policy-types/cluster-policy/mutate/#anchors.
 *
 * @throws if it has others than are understood, or variables
 */
function plain(patch: Data, own: Data | undefined, isLike: Like): Data {
  if (Array.isArray(patch)) return patch.flatMap(item => itemsOf(item, listOf(own), isLike));
  if (typeof patch === 'string' && patch.includes('{{')) throw new Error('it has variables');
  if (!isMap(patch)) return patch;
  const current = mapOf(own);
  return Object.fromEntries(Object.entries(patch).flatMap(([key, value]) => {
    const [, added] = /^\+\(([^()]*)\)$/.exec(key) ?? [];
    if (added !== undefined) return current[added] === undefined ? [[added, plain(value, undefined, isLike)]] : [];
    if (/[()$]/.test(key)) throw new Error('it has conditions');
    return [[key, plain(value, current[key], isLike)]];
  }));
}

/** Of a list, an item for each that has such a name. */
function itemsOf(item: Data, own: readonly Data[], isLike: Like): readonly Data[] {
  const { '(name)': pattern, ...fields } = mapOf(item);
  if (pattern === undefined) return [plain(item, own.find(one => mapOf(one).name === mapOf(item).name), isLike)];
  const named = own.filter(one => isLike(String(pattern), String(mapOf(one).name)));
  if (named.length === 0) throw new Error('none has such a name');
  return named.map(one => ({ name: mapOf(one).name, ...mapOf(plain(fields, one, isLike)) }));
}
