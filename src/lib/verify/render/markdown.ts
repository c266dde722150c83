import { isPartial, ReportedPromise, VerifyResult } from '../result';

/** For a comment on a pull request. */
export function renderMarkdown(result: VerifyResult): string {
  const { exclusivity, liveness, findings } = result;
  const holds = isPartial(result) ? 'holds, without what the errors below leave out' : 'holds';
  const lines = [
    '# Verification of the cloud controller migration',
    '',
    '| promise | |',
    '|---|---|',
    `| exclusivity: no controller runs twice | ${exclusivity.holds ? holds : '**broken**'} |`,
    `| liveness: every controller runs | ${liveness.holds ? holds : '**broken**'} |`,
    '',
    ...counterexamples('Exclusivity', exclusivity),
    ...counterexamples('Liveness', liveness),
    ...findings.length === 0 ? ['No findings.', ''] : [
      '## Findings',
      '',
      '| severity | rule | place | what | fix |',
      '|---|---|---|---|---|',
      ...findings.map(({ severity, rule, file, line, message, fix }) => `| ${severity} | ${rule} | ${cell(`${file}:${line}`)} | ${cell(message)} | ${cell(fix)} |`),
      '',
    ],
  ];
  return lines.join('\n');
}

function counterexamples(title: string, { counterexamples: examples }: ReportedPromise): readonly string[] {
  return examples.flatMap(({ controller, message, fix, processes }) => [
    `## ${title}: ${cell(controller)}`,
    '',
    cell(message),
    '',
    `Fix: ${cell(fix)}`,
    '',
    '| process | locks |',
    '|---|---|',
    ...processes.map(({ dir, component, version, locks }) => `| ${cell(component)} ${version} (${cell(dir)}) | ${cell(locks.join(', '))} |`),
    '',
  ]);
}

/** What a file says must not become markup. */
function cell(text: string): string {
  return text.replace(/[\\|<>*_`[\]]/g, '\\$&').replace(/\s*\n\s*/g, ' ');
}
