import { nearestName } from '../../../lib/text/nearest';
import { RESULT_KINDS, ResultKind } from '../../../lib/verify/render/sarif';
import { ExitCode, InputError, Io } from '../../io';

/** All rules, or one explained. */
export function run(id: string | undefined, format: 'text' | 'json', io: Io): ExitCode {
  const chosen = id === undefined ? RESULT_KINDS : [find(id)];
  const data = chosen.map(({ id: name, severity, title, why, fix, source }) => ({ id: name, severity, title, why, fix, source }));
  if (format === 'json') io.out(`${JSON.stringify(id === undefined ? data : data[0], null, 2)}\n`);
  else io.out(id === undefined ? list(chosen) : explain(chosen[0]));
  return ExitCode.OK;
}

function find(id: string): ResultKind {
  const found = RESULT_KINDS.find(rule => rule.id === id);
  if (found) return found;
  const close = nearestName(id, RESULT_KINDS.map(rule => rule.id));
  throw new InputError(`'${id}' is no rule${close === undefined ? '' : `; did you mean '${close}'?`} (ccm-migration rules lists them)`);
}

function list(rules: readonly ResultKind[]): string {
  const width = Math.max(...rules.map(({ id }) => id.length));
  return rules.map(({ id, severity, title }) => `${id.padEnd(width)}  ${severity.padEnd(7)}  ${title}\n`).join('');
}

function explain({ id, severity, title, why, fix, source }: ResultKind): string {
  return [`${id} (${severity}): ${title}`, '', `why:    ${why}`, `fix:    ${fix}`, ...source === undefined ? [] : [`source: ${source}`], ''].join(
    '\n',
  );
}
