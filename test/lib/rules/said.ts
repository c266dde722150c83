import { Files, findingsOf } from './input';
import { RULES } from '../../../src/lib/rules';

/** What a rule says, a line per finding: `old/etc/x.env:3 error: message`, and ` => fix` where it is not the rule's own. */
export function said(rule: string, folders: Record<string, Files>): readonly string[] {
  const { fix: own } = RULES.find(({ id }) => id === rule)!;
  return findingsOf(rule, folders).map(({ file, line, severity, message, fix }) => `${file}:${line} ${severity}: `
    + `${message}${fix === own ? '' : ` => ${fix}`}`);
}
