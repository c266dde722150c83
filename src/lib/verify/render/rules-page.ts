import { PROMISE_RULES } from './sarif';
import { GAPS_WITH_DEFAULTS, LIMITS_OF_THE_PROMISE } from '../../proof/promise-limits';
import { RULES } from '../../rules';
import { ASSUMPTIONS } from '../assumptions';

/** RULES.md: the two promises, their limits, and every rule. */
export function renderRulesPage(): string {
  return [
    '# Rules',
    '',
    'What `ccm-migration verify`, the validation plugin and synthesis check. Generated from `src/lib/rules`; do not edit.',
    '',
    'Synthesis checks the nodes that were handed in and everything that it would write, and refuses errors; `unsafeIgnoreRules` of '
      + '`CloudControllerMigration` names the rules whose errors it accepts.',
    '',
    '## The two promises',
    '',
    'Checked in every mix of the kinds of nodes that were handed in, exactly, for any number of nodes.',
    '',
    ...Object.entries(PROMISE_RULES).map(([name, { id, title, why }]) => `- **${name}** (\`${id}\` in SARIF). Broken: ${cell(title)}. ${cell(why)}`),
    '',
    '### What is taken for granted',
    '',
    'No manifest shows these, and an answer `holds` is one where they are so; `--format json` has them as `assumptions`. What the input itself says '
      + 'about one of them is looked at: it is a finding or unknown, and never taken for granted.',
    '',
    ...ASSUMPTIONS.map(({ id, promise, text }) => `- \`${id}\` (${promise === 'both' ? 'both promises' : promise}): ${text}`),
    '',
    '### Limits',
    '',
    ...LIMITS_OF_THE_PROMISE.map(limit => `- ${limit}`),
    '',
    '### How long no process runs a controller',
    '',
    GAPS_WITH_DEFAULTS,
    '',
    '## The rules',
    '',
    '| rule | severity | what |',
    '|---|---|---|',
    ...RULES.map(({ id, severity, title }) => `| [${id}](#${id}) | ${severity} | ${cell(title)} |`),
    '',
    'Some rules report a milder case with a milder severity. Exit code 1 follows errors, and warnings too with `--fail-on warning`.',
    '',
    ...RULES.flatMap(({ id, severity, title, why, fix, source }) => [
      `### ${id}`, '', `${cell(title)} (${severity}).`, '', `- Why: ${cell(why)}`, `- Fix: ${cell(fix)}`, `- Source: ${cell(source)}`, '',
    ]),
  ].join('\n');
}

/** Angle brackets and stars are markup in Markdown. */
function cell(text: string): string {
  return text.replace(/[|<>*]/g, '\\$&');
}
