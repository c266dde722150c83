import { GcfgSection } from './gcfg-parser';
import { sameName } from './gcfg-value';

/** A key of the section [Global], where it has a value: of several lines the last counts. */
export function globalKey(sections: readonly GcfgSection[], key: string): { readonly value: string; readonly line: number } | undefined {
  const variables = sections.filter(({ name }) => sameName('Global', name)).flatMap(section => section.variables);
  const found = variables.filter(({ name }) => sameName(key, name)).at(-1);
  return found?.value ? { value: found.value, line: found.line } : undefined;
}
