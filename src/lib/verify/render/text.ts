import { counted } from '../../text/counted';
import { fitted } from '../../text/fitted';
import { PlacedText, placedLines } from '../../text/placed-lines';
import { printable } from '../../text/printable';
import { storyLines } from '../../text/story-lines';
import { PLAIN, Style } from '../../text/style';
import { isSaid } from '../assumptions';
import { editedSentences } from '../edited';
import { granted, ReportedCounterExample, ReportedPromise, ReportedUnknown, Seen, unknowns, VerifyResult } from '../result';
import { Scope, scopeText } from '../scope';

/** For a terminal or a log: what the two promises are first, then what was found, then what was looked at, and the number of findings. */
export function renderText(result: VerifyResult, scope: Scope, style: Style = PLAIN): string {
  const { exclusivity, liveness, findings, accepted, declaredGaps, seen } = result;
  const severity = (name: string) => name === 'error' ? style.bad(name) : style.doubtful(name);
  const gaps = declaredGaps.length === 0 ? '' : ` but ${declaredGaps.map(name => `'${printable(name)}'`).join(', ')}, which the input leaves out `
    + 'itself,';
  const lines = [
    ...editedLines(seen, style),
    ...promise('exclusivity', 'no controller runs twice, in any mix of these nodes, if nothing else runs a controller manager', exclusivity, style),
    ...promise('liveness', `every controller${gaps} runs in every mix, whichever process wins the locks, if pods that `
      + 'are scheduled start and the API servers are up', liveness, style),
    ...grantedLines(result),
    ...placedLines(unknowns(result).map(one => unknownText(one, style)), style),
    ...unknowns(result).flatMap(({ rows = [] }) => rows.map(row => printable(row))),
    ...placedLines(findings.map(({ file, line, severity: level, rule, message, fix }) => (
      { file, line, text: `${severity(level)}: ${printable(message)} [${rule}]`, details: [`fix: ${printable(fix)}`] })), style),
    ...placedLines(accepted.map(({ file, line, rule, reason }) => (
      { file, line, text: `accepted [${rule}]: ${printable(reason)}`, details: [] })), style),
    ...seenLines(seen),
    `looked at ${printable(scopeText(scope, seen))}`,
    summary(result, style),
  ];
  return `${lines.flatMap(line => fitted(line, style.columns)).join('\n')}\n`;
}

/** Before what is said of them. */
function editedLines(seen: Seen, style: Style): readonly string[] {
  return editedSentences(seen).map(sentence => `${style.bad('not what was synthesized')}: ${sentence}`);
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

function promise(name: keyof typeof BREAKS, holds: string, { verdict, counterexamples }: ReportedPromise, style: Style): readonly string[] {
  if (verdict === 'holds') return [`${name}: ${style.good('holds')} (${holds})`];
  if (verdict === 'unknown') return [`${name}: ${style.doubtful('UNKNOWN')} (what follows decides)`];
  return [`${name}: ${style.bad('BROKEN')}`, ...placedLines(counterexamples.map(example => counterexampleText(example, BREAKS[name], style)), style)];
}

/** What a controller does where a promise is broken. */
const BREAKS = { exclusivity: 'can run twice', liveness: 'can run nowhere' } as const;

function counterexampleText({ file, line, controller, message, story, fix }: ReportedCounterExample, breaks: string, style: Style): PlacedText {
  const [error, name, remedy] = [style.bad('error'), `'${printable(controller)}'`, `fix: ${printable(fix)}`];
  return style.columns === undefined ? { file, line, text: `${error}: ${name}: ${printable(message)}`, details: [remedy] }
    : { file, line, text: `${error}: ${name} ${breaks}`, details: storyLines(story, remedy, style.columns) };
}

function unknownText({ file, line, what, lines = [], why, fix }: ReportedUnknown, style: Style): PlacedText {
  const details = [...lines.map(part => `  ${printable(part)}`), `why: ${printable(why)}`, `fix: ${printable(fix)}`];
  return { file, line, text: `${style.doubtful('unknown')}: ${printable(what)}`, details };
}

const VERDICTS = { holds: 'holds', broken: 'is BROKEN', unknown: 'is UNKNOWN' } as const;

/** Counter-examples are printed as errors, so they are counted as such. */
function summary(result: VerifyResult, { columns }: Style): string {
  const { exclusivity, liveness, findings, accepted } = result;
  const count = (severity: string) => findings.filter(finding => finding.severity === severity).length;
  const broken = [exclusivity, liveness].reduce((sum, { counterexamples }) => sum + counterexamples.length, 0);
  const unknown = unknowns(result).length;
  const counts = `${counted(count('error') + broken, 'error')}, ${counted(count('warning'), 'warning')}, ${counted(count('note'), 'note')}`
    + `${unknown > 0 ? `, ${unknown} unknown` : ''}${accepted.length > 0 ? `, ${accepted.length} accepted` : ''}`;
  // What stood first has left the screen.
  return columns === undefined ? counts : `${counts}; exclusivity ${VERDICTS[exclusivity.verdict]}, liveness ${VERDICTS[liveness.verdict]}`;
}
