import { inMarkdown as cell } from '../../text/markup';
import { ReportedPromise, unknowns, VerifyResult } from '../result';

const VERDICTS = { holds: 'holds', broken: '**broken**', unknown: '**unknown**' };

/** For a comment on a pull request. */
export function renderMarkdown(result: VerifyResult): string {
  const { exclusivity, liveness, findings, accepted, assumptions, seen } = result;
  const held = (['exclusivity', 'liveness'] as const).filter(name => result[name].verdict === 'holds');
  const granted = assumptions.filter(({ promise }) => held.some(name => promise === name || promise === 'both'));
  const lines = [
    '# Verification of the cloud controller migration',
    '',
    '| promise | |',
    '|---|---|',
    `| exclusivity: no controller runs twice | ${VERDICTS[exclusivity.verdict]} |`,
    `| liveness: every controller runs | ${VERDICTS[liveness.verdict]} |`,
    '',
    ...(seen.phases ?? []).flatMap(({ name, file }) => [`Checked by itself: ${cell(name)}, as ${cell(file)} says`, '']),
    ...granted.length === 0 ? [] : ['What holds takes for granted:', '', ...granted.map(({ id, text }) => `- \`${id}\`: ${text}`), ''],
    ...seen.assumed.flatMap(text => [`Assumed, as it is not in the input: ${cell(text)}`, '']),
    ...counterexamples('Exclusivity', exclusivity),
    ...counterexamples('Liveness', liveness),
    ...unknown(result),
    ...findings.length === 0 ? ['No findings.', ''] : [
      '## Findings',
      '',
      '| severity | rule | place | what | fix |',
      '|---|---|---|---|---|',
      ...findings.map(({ severity, rule, file, line, message, fix }) => `| ${severity} | ${rule} | ${cell(`${file}:${line}`)} | ${cell(message)} | `
        + `${cell(fix)} |`),
      '',
    ],
    ...accepted.length === 0 ? [] : [
      '## Accepted', '', '| rule | place | reason |', '|---|---|---|',
      ...accepted.map(({ rule, file, line, reason }) => `| ${rule} | ${cell(`${file}:${line}`)} | ${cell(reason)} |`), '',
    ],
  ];
  return lines.join('\n');
}

function unknown(result: VerifyResult): readonly string[] {
  const rows = unknowns(result).map(({ file, line, what, why, fix }) => `| ${cell(`${file}:${line}`)} | ${cell(what)} | ${cell(why)} | ${cell(fix)} `
    + '|');
  return rows.length === 0 ? [] : ['## Not known', '', '| place | what | why it matters | fix |', '|---|---|---|---|', ...rows, ''];
}

function counterexamples(title: string, { counterexamples: examples }: ReportedPromise): readonly string[] {
  return examples.flatMap(({ controller, message, fix, processes, file, line }) => [
    `## ${title}: ${cell(controller)}`,
    '',
    cell(message),
    '',
    `Place: ${cell(`${file}:${line}`)}`,
    '',
    `Fix: ${cell(fix)}`,
    '',
    '| process | locks |',
    '|---|---|',
    ...processes.map(({ dir, component, version, locks }) => `| ${cell(component)} ${version} (${cell(dir)}) | ${cell(locks.join(', '))} |`),
    '',
  ]);
}
