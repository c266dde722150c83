import { Files, findingsOf } from './input';
import { RULES } from '../../../src/lib/rules';

/**
 * What a rule says, a line per finding: `old/etc/x.env:3 error: message`, `error?` where it cannot decide whether it is one, and ` => fix` where it
 * is not the rule's own.
 */
export function said(rule: string, folders: Record<string, Files>): readonly string[] {
  const { fix: own } = RULES.find(({ id }) => id === rule)!;
  return findingsOf(rule, folders).map(({ file, line, severity, undecided, message, fix }) =>
    `${file}:${line} ${severity}${undecided === true ? '?' : ''}: `
    + `${message}${fix === own ? '' : ` => ${fix}`}`);
}
