import { printable } from '../../text/printable';
import { PLAIN, Style } from '../../text/style';
import { isSaid } from '../assumptions';
import { granted, ReportedPromise, Seen, unknowns, VerifyResult } from '../result';
import { Scope, scopeText } from '../scope';

/** For a terminal or a log: plain lines, `file:line:` in front of what has a place. */
export function renderText(result: VerifyResult, scope: Scope, style: Style = PLAIN): string {
  const { exclusivity, liveness, findings, accepted, declaredGaps, seen } = result;
  const severity = (name: string) => name === 'error' ? style.bad(name) : style.doubtful(name);
  const gaps = declaredGaps.length === 0 ? '' : ` but ${declaredGaps.map(name => `'${printable(name)}'`).join(', ')}, which the input leaves out `
    + 'itself,';
  const lines = [
    ...seenLines(seen),
    `looked at ${printable(scopeText(scope, seen))}`,
    ...grantedLines(result),
    ...promise('exclusivity', 'no controller runs twice, in any mix of these nodes, if nothing else runs a controller manager', exclusivity, style),
    ...promise('liveness', `every controller${gaps} runs in every mix, whichever process wins the locks, if pods that `
      + 'are scheduled start and the API servers are up', liveness, style),
    ...unknowns(result).flatMap(({ file, line, what, lines: parts = [], why, fix, rows = [] }) => [
      `${printable(file)}:${line}: ${style.doubtful('unknown')}: ${printable(what)}`, ...parts.map(part => `      ${printable(part)}`),
      `    why: ${printable(why)}`, `    fix: ${printable(fix)}`, ...rows.map(row => printable(row)),
    ]),
    ...findings.flatMap(({ file, line, severity: level, rule, message, fix }) => [
      `${printable(file)}:${line}: ${severity(level)}: ${printable(message)} [${rule}]`, `    fix: ${printable(fix)}`,
    ]),
    ...accepted.map(({ file, line, rule, reason }) => `${printable(file)}:${line}: accepted [${rule}]: ${printable(reason)}`),
    summary(result),
  ];
  return `${lines.join('\n')}\n`;
}

/** Of what holds. */
function grantedLines(result: VerifyResult): readonly string[] {
  const taken = granted(result);
  const ids = [...new Set(taken.map(({ id }) => id))];
  return ids.length === 0 ? [] : [`taken for granted: ${ids.join(', ')}`, ...taken.filter(isSaid).map(({ id, text }) => `    ${id}: ${text}`)];
}

/** More files that were not looked at are counted. */
const MOST_PASSED_OVER = 10;

function seenLines({ nodes, workloads, rollouts, assumed, passedOver, phases = [] }: Seen): readonly string[] {
  return [
    ...phases.map(({ name, file }) => `${printable(name)} is checked by itself, with the files that ${printable(file)} says it has`),
    ...nodes.map(({ label, found }) => `checked ${printable(label)}: ${found.join(', ') || 'no control-plane component'}`),
    ...workloads.map(({ object, component, file, line }) => `checked ${printable(object)}: ${component} (${printable(file)}:${line})`),
    ...rollouts.map(({ text, file, line }) => `replaced by ${printable(text)} (${printable(file)}:${line})`),
    ...assumed.map(text => `assumed ${text}: it is not in the input`),
    ...passedOver.slice(0, MOST_PASSED_OVER).map(({ file, what }) => `not looked at ${printable(file)}: ${printable(what)}`),
    ...passedOver.length > MOST_PASSED_OVER ? [`not looked at ${passedOver.length - MOST_PASSED_OVER} more files and folders of that kind`] : [],
  ];
}

function promise(name: string, holds: string, { verdict, counterexamples }: ReportedPromise, style: Style): readonly string[] {
  if (verdict === 'holds') return [`${name}: ${style.good('holds')} (${holds})`];
  if (verdict === 'unknown') return [`${name}: ${style.doubtful('UNKNOWN')} (what follows decides)`];
  return [`${name}: ${style.bad('BROKEN')}`, ...counterexamples.flatMap(({ controller, message, fix, file, line }) => [
    `${printable(file)}:${line}: ${style.bad('error')}: '${printable(controller)}': ${printable(message)}`, `    fix: ${printable(fix)}`,
  ])];
}

/** Counter-examples are printed as errors, so they are counted as such. */
function summary(result: VerifyResult): string {
  const { exclusivity, liveness, findings, accepted } = result;
  const count = (severity: string) => findings.filter(finding => finding.severity === severity).length;
  const broken = [exclusivity, liveness].reduce((sum, { counterexamples }) => sum + counterexamples.length, 0);
  const unknown = unknowns(result).length;
  return `${count('error') + broken} errors, ${count('warning')} warnings, ${count('note')} notes${unknown > 0 ? `, ${unknown} unknown` : ''}`
    + `${accepted.length > 0 ? `, ${accepted.length} accepted` : ''}`;
}
