import { DECISION_TABLES } from '../../src/lib/facts/decisions';
import { Decision, DecisionTable, Question, QUESTIONS } from '../../src/lib/facts/decisions/decision';

/** docs/reference/what-verify-reads.md: what each field and flag decides, or why it does not. */
export function whatVerifyReadsPage(tables: readonly DecisionTable[] = DECISION_TABLES): string {
  return [
    '# What `verify` reads',
    '',
    'Every field and flag of every release that was read, for each schema that decides whether a process runs, and as what. Generated from '
      + '`src/lib/facts/decisions`; do not edit.',
    '',
    '- *decides*: a verdict or a finding depends on its value;',
    '- *harmless*: no value that its type takes changes a verdict, for the reason beside it. A value that its type does not take ends the process;',
    '- *not decided*: a value other than the default makes the verdict unknown, until what is named beside it is known.',
    '',
    'What a field or flag may decide:',
    '',
    ...Object.entries(QUESTIONS).map(([question, text]) => `- *${question}*: ${text}`),
    '',
    '| schema | decide | harmless | not decided |',
    '| --- | --- | --- | --- |',
    ...tables.map(({ title, rows }) => `| [${title}](#${anchor(title)}) | ${KINDS.map(kind => count(rows, kind)).join(' | ')} |`),
    '',
    ...tables.flatMap(({ title, rows }) => [
      `## ${title}`,
      '',
      ...KINDS.flatMap(kind => section(kind, rows.filter(row => kind in row))),
    ]),
  ].join('\n');
}

const KINDS = ['decides', 'harmless', 'notDecided'] as const;
const HEADS = {
  decides: ['Decides', 'what'],
  harmless: ['Harmless', 'why'],
  notDecided: ['Not decided', 'what would have to be known'],
} as const;

function section(kind: typeof KINDS[number], rows: readonly Decision[]): readonly string[] {
  const [head, reason] = HEADS[kind];
  return rows.length === 0 ? [] : [
    `| ${head} | ${reason} |`,
    '| --- | --- |',
    ...rows.map(row => `| ${row.names.map(name => `\`${name}\``).join(', ')} | ${cell(reasonOf(row))} |`),
    '',
  ];
}

function reasonOf(row: Decision): string {
  if ('harmless' in row) return row.harmless;
  if ('notDecided' in row) return row.notDecided;
  const questions: readonly Question[] = typeof row.decides === 'string' ? [row.decides] : row.decides;
  return questions.map(question => `*${question}*`).join(', ');
}

function count(rows: readonly Decision[], kind: typeof KINDS[number]): number {
  return rows.filter(row => kind in row).reduce((sum, { names }) => sum + names.length, 0);
}

function anchor(title: string): string {
  return title.toLowerCase().replace(/[^\w -]/g, '').replaceAll(' ', '-');
}

/** Angle brackets and bars are markup in Markdown. */
function cell(text: string): string {
  return text.replace(/[|<>]/g, '\\$&');
}
