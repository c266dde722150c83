import { RULES } from '../../../lib/rules';
import { nearestName } from '../../../lib/text/nearest';
import { ACCEPTANCE_RULE, PROMISE_RULES, UNKNOWN_RULE } from '../../../lib/verify/render/sarif';
import { ExitCode, InputError, Io } from '../../io';

interface Described {
  readonly id: string;
  readonly severity: string;
  readonly title: string;
  readonly why: string;
  readonly fix: string;
  readonly source?: string;
}

/** The rules, and what else a result can be called. */
const ALL: readonly Described[] = [
  ...RULES,
  ...[...Object.values(PROMISE_RULES), UNKNOWN_RULE].map(rule => ({ ...rule, severity: 'error' })),
  { ...ACCEPTANCE_RULE, severity: 'warning' },
].sort((a, b) => (a.id < b.id ? -1 : 1));

/** All rules, or one explained. */
export function run(id: string | undefined, format: 'text' | 'json', io: Io): ExitCode {
  const chosen = id === undefined ? ALL : [find(id)];
  const data = chosen.map(({ id: name, severity, title, why, fix, source }) => ({ id: name, severity, title, why, fix, source }));
  if (format === 'json') io.out(`${JSON.stringify(id === undefined ? data : data[0], null, 2)}\n`);
  else io.out(id === undefined ? list(chosen) : explain(chosen[0]));
  return ExitCode.OK;
}

function find(id: string): Described {
  const found = ALL.find(rule => rule.id === id);
  if (found) return found;
  const close = nearestName(id, ALL.map(rule => rule.id));
  throw new InputError(`'${id}' is no rule${close === undefined ? '' : `; did you mean '${close}'?`} (ccm-migration rules lists them)`);
}

function list(rules: readonly Described[]): string {
  const width = Math.max(...rules.map(({ id }) => id.length));
  return rules.map(({ id, severity, title }) => `${id.padEnd(width)}  ${severity.padEnd(7)}  ${title}\n`).join('');
}

function explain({ id, severity, title, why, fix, source }: Described): string {
  return [`${id} (${severity}): ${title}`, '', `why:    ${why}`, `fix:    ${fix}`, ...source === undefined ? [] : [`source: ${source}`], ''].join(
    '\n',
  );
}
