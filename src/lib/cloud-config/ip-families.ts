import { GcfgSection, parseGcfg } from './gcfg-parser';
import { sameName } from './gcfg-value';
import { writeGcfg } from './gcfg-writer';

const KEY = 'NodeIPFamilies';
/** What the provider takes where the key is missing: k8s.io/cloud-provider-aws@v1.28.1 pkg/providers/v1/aws.go:1430. */
const DEFAULT = 'ipv4';

/**
 * The text with `NodeIPFamilies`, one line per family in their order; where it has them, or they are the default, as it is.
 *
 * @throws if it has others
 */
export function withNodeIpFamilies(text: string, families: readonly string[]): string {
  const globals = parseGcfg(text).filter(({ name, subsection }) => subsection === undefined && sameName('Global', name));
  const given = globals.flatMap(({ variables }) => variables).filter(({ name }) => sameName(KEY, name));
  const said = given.length === 0 ? [DEFAULT] : given.map(({ value }) => value);
  if (said.join() === families.join()) return text;
  if (given.length > 0) {
    throw new Error(`the cloud config has '${KEY}' ${said.map(value => `'${value}'`).join(', ')} (line ${given[0].line}), but ipFamilies is `
      + `${families.join(', ')}; leave one of them out`);
  }
  const [, ...lines] = writeGcfg([{ name: 'Global', variables: families.map(family => [KEY, family] as const) }]).split(/(?<=\n)/);
  const [global] = globals;
  return global ? spliced(text, global, lines.join('')) : `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}[Global]\n${lines.join('')}`;
}

/** Behind what the section has. */
function spliced(text: string, { end, variables }: GcfgSection, lines: string): string {
  const at = variables.at(-1)?.end ?? end;
  const before = text.slice(0, at);
  return `${before}${before.endsWith('\n') ? '' : '\n'}${lines}${text.slice(at)}`;
}
