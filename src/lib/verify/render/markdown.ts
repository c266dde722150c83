import { inMarkdown as cell } from '../../text/markup';
import { printable } from '../../text/printable';
import { isSaid } from '../assumptions';
import { editedSentences } from '../edited';
import { granted, ReportedPromise, unknowns, VerifyResult } from '../result';
import { Scope, scopeText } from '../scope';

const VERDICTS = { holds: 'holds', broken: '**broken**', unknown: '**unknown**' };

/** For a comment on a pull request. */
export function renderMarkdown(result: VerifyResult, scope: Scope): string {
  const { exclusivity, liveness, findings, accepted, seen } = result;
  const taken = granted(result);
  const lines = [
    '# Verification of the cloud controller migration',
    '',
    ...editedSentences(seen).flatMap(sentence => [`**Not what was synthesized**: ${cell(sentence)}`, '']),
    '| promise | |',
    '|---|---|',
    `| exclusivity: no controller runs twice | ${VERDICTS[exclusivity.verdict]} |`,
    `| liveness: every controller runs | ${VERDICTS[liveness.verdict]} |`,
    '',
    ...(seen.phases ?? []).flatMap(({ name, file }) => [`Checked by itself: ${cell(name)}, as ${cell(file)} says`, '']),
    ...taken.length === 0 ? [] : [
      'What holds takes for granted:', '', ...taken.map(one => `- \`${one.id}\`: ${isSaid(one) ? cell(one.text) : one.text}`), '',
    ],
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
    `Looked at: ${cell(scopeText(scope, seen))}.`,
    '',
    ...inputs(scope),
  ];
  return lines.join('\n');
}

/** More are in JSON. */
const MOST_INPUTS = 50;

function inputs({ inputs: all, sum }: Scope): readonly string[] {
  const more = all.length > MOST_INPUTS ? [`- ${all.length - MOST_INPUTS} more: \`--format json\` has all`] : [];
  return [
    `<details><summary>Inputs: SHA-256 of the list ${sum}</summary>`,
    '',
    ...all.slice(0, MOST_INPUTS).map(({ file, sha256 }) => `- ${cell(file)}: ${sha256}`),
    ...more,
    '',
    '</details>',
    '',
  ];
}

function unknown(result: VerifyResult): readonly string[] {
  const all = unknowns(result);
  const rows = all.map(({ file, line, what, lines = [], why, fix }) =>
    `| ${cell(`${file}:${line}`)} | ${[what, ...lines].map(cell).join('<br>')} | ${cell(why)} | ${cell(fix)} |`);
  const toAdd = all.flatMap(one => one.rows ?? []);
  return rows.length === 0 ? [] : [
    '## Not known', '', '| place | what | why it matters | fix |', '|---|---|---|---|', ...rows, '',
    ...toAdd.length === 0 ? [] : ['Rows for the file of accepted findings:', '', ...toAdd.map(row => `    ${printable(row)}`), ''],
  ];
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
