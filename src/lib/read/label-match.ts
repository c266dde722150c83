import { listOf, mapOf, stringOf } from './data';
import { Data } from '../edit/yaml/source-document';

/** Labels of an object, as far as they are known. */
export interface Labels {
  readonly known: { readonly [key: string]: Data };
  /** Keys that a controller sets, with values that are not known; `all`: any other label may be there. */
  readonly open: readonly string[] | 'all';
}

/** Whether a label selector, also with wildcards as Kyverno has them, matches. `maybe`: labels that it asks for are not known. */
export function selects(selector: Data, { known, open }: Labels): 'yes' | 'no' | 'maybe' {
  const { matchLabels, matchExpressions } = mapOf(selector);
  const isOpen = (key: string) => known[key] === undefined && (open === 'all' || open.some(one => wildcard(key, one)));
  const all = [
    ...Object.entries(mapOf(matchLabels)).map(([key, value]) =>
      isOpen(key) ? 'maybe' : answer(Object.entries(known).some(([name, text]) => wildcard(key, name) && wildcard(String(value), String(text))))),
    ...listOf(matchExpressions).map(one => {
      const { key, operator, values } = mapOf(one);
      const value = stringOf(known[String(key)]);
      if (isOpen(String(key))) return open === 'all' || !/^(?:Exists|DoesNotExist)$/.test(String(operator)) ? 'maybe' : answer(operator === 'Exists');
      switch (operator) {
        case 'In': return answer(value !== undefined && listOf(values).includes(value));
        case 'NotIn': return answer(value === undefined || !listOf(values).includes(value));
        case 'Exists': return answer(value !== undefined);
        case 'DoesNotExist': return answer(value === undefined);
        default: return 'yes';
      }
    }),
  ] as const;
  return all.includes('no') ? 'no' : all.includes('maybe') ? 'maybe' : 'yes';
}

function answer(is: boolean): 'yes' | 'no' {
  return is ? 'yes' : 'no';
}

/** `*` and `?` as in file names. */
export function wildcard(pattern: string, text: string): boolean {
  return new RegExp(`^${pattern.slice(0, 300).replace(/[.+^${}()|[\]\\]/g, '\\$&').replace(/\*+/g, '.*').replace(/\?/g, '.')}$`).test(text);
}
