import { Data } from '../../edit/yaml/data';
import { holds, parseLabelSelector, requirementsOf, SelectorRequirement, textOf } from '../../kubernetes/label-selector';
import { globMatches, NAME_GLOB } from '../../text/glob';

/** Labels of an object, as far as they are known. */
export interface Labels {
  readonly known: { readonly [key: string]: Data };
  /** Keys that a controller sets, with values that are not known; `all`: any other label may be there. */
  readonly open: readonly string[] | 'all';
}

/** Whether a label selector matches, a text or one with Kyverno's wildcards too. `maybe`: it asks for labels that are not known, or is none. */
export function selects(selector: Data, { known, open }: Labels): 'yes' | 'no' | 'maybe' {
  const isOpen = (key: string) => known[key] === undefined && (open === 'all' || open.some(one => wildcard(key, one)));
  const requirements = typeof selector === 'string' ? ofText(selector) : requirementsOf(selector).map(one => withoutPattern(one, known));
  const all = requirements?.map(requirement => {
    const { key, operator } = requirement;
    if (!isOpen(key)) return answer(holds(requirement, textOf(known[key])));
    // The label is there, with whatever value.
    return open === 'all' || !['Exists', 'DoesNotExist'].includes(operator) ? 'maybe' : answer(operator === 'Exists');
  }) ?? ['maybe'];
  return all.includes('no') ? 'no' : all.includes('maybe') ? 'maybe' : 'yes';
}

function ofText(text: string): readonly SelectorRequirement[] | undefined {
  const parsed = parseLabelSelector(text);
  return 'requirements' in parsed ? parsed.requirements : undefined;
}

/** With the label that a pattern of Kyverno matches: https://kyverno.io/docs/policy-types/cluster-policy/match-exclude. */
function withoutPattern(requirement: SelectorRequirement, known: Labels['known']): SelectorRequirement {
  const { key, operator, values: [value, ...others] } = requirement;
  if (operator !== 'In' || others.length > 0 || !/[*?]/.test(key + value)) return requirement;
  const found = Object.entries(known).find(([name, text]) => wildcard(key, name) && wildcard(value, String(text)));
  return found === undefined ? requirement : { key: found[0], operator, values: [String(found[1])] };
}

function answer(is: boolean): 'yes' | 'no' {
  return is ? 'yes' : 'no';
}

/** `*` and `?` as in file names. */
export function wildcard(pattern: string, text: string): boolean {
  return /[*?]/.test(pattern) ? globMatches(pattern, text, NAME_GLOB) : pattern === text;
}
