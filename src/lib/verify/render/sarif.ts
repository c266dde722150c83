import { RULES } from '../../rules';
import { Severity } from '../../rules/rule';
import { contentHash } from '../../text/content-hash';
import { inMarkdown, pieces } from '../../text/markup';
import { printable } from '../../text/printable';
import { SARIF_SCHEMA, sarifUri } from '../../text/sarif';
import { STALE } from '../accept';
import { editedSentences } from '../edited';
import { ReportedCounterExample, ReportedFinding, ReportedUnknown, unknowns, VerifyResult } from '../result';
import { Scope } from '../scope';

/** The two promises as rules, so that a code host can show their counter-examples. */
export const PROMISE_RULES = {
  exclusivity: {
    id: 'controller-runs-twice',
    title: 'A controller can run in two processes simultaneously',
    why: 'Two processes can lead it at the same time, because the locks that they run it under have nothing in common.',
    fix: 'As the counter-example says.',
  },
  liveness: {
    id: 'controller-runs-nowhere',
    title: 'A controller can be left without a process that runs it',
    why: 'There is a mix of nodes and a choice of lock holders in which no process runs it, and which lasts.',
    fix: 'As the counter-example says.',
  },
};

/** What cannot be known of a promise, as a rule of its own. */
export const UNKNOWN_RULE = {
  id: 'verdict-unknown',
  title: 'A promise can be neither proved nor refuted',
  why: 'Something in the input, or missing from it, was not read and may run a controller manager or change one. What is not known never counts as '
    + 'safe.',
  fix: 'As the result says.',
};

/** An acceptance that is not needed any more, as a rule of its own. */
export const ACCEPTANCE_RULE = {
  id: STALE,
  title: 'An accepted finding does not occur, or its acceptance is over',
  why: 'An acceptance that matches no finding hides the next finding of its kind.',
  fix: 'Remove the acceptance, or correct what it accepts.',
};

/** What a result can be called. */
export interface ResultKind {
  readonly id: string;
  readonly severity: Severity;
  readonly title: string;
  readonly why: string;
  readonly fix: string;
  /** Of a rule. */
  readonly source?: string;
}

/** Everything that a result can be called, sorted by id: the rules, and what else there is. */
export const RESULT_KINDS: readonly ResultKind[] = [
  ...RULES,
  ...[...Object.values(PROMISE_RULES), UNKNOWN_RULE].map(rule => ({ ...rule, severity: 'error' as const })),
  { ...ACCEPTANCE_RULE, severity: 'warning' as const },
].sort((a, b) => (a.id < b.id ? -1 : 1));

/** The heading of RULES.md below which the kinds are that are no rules. */
const OTHER_KINDS = 'the-two-promises';

/** Of what SARIF leaves to each program: `properties` of the run. */
const SCHEMA_VERSION = 1;

const SEVERITIES: readonly Severity[] = ['error', 'warning', 'note'];

/**
 * GitHub keeps 5,000 results of a run and refuses 25,000, and refuses a file of more than 10 MB when it is compressed: 5,000 texts of this length are
 * less, whatever is in them. https://docs.github.com/en/code-security/code-scanning/troubleshooting-sarif-uploads/results-exceed-limit
 */
const MAX_RESULTS = 5000;
/** A list of inputs that is longer is in `--format json`; `sum` is of all. */
const MAX_ARTIFACTS = 5000;
const MAX_TEXT = 1500;
const FINGERPRINT = 'ruleFileAndMessage/v1';
/**
 * Of the descriptions of a rule:
 * https://docs.github.com/en/code-security/code-scanning/integrating-with-code-scanning/sarif-support-for-code-scanning
 */
const MAX_DESCRIPTION = 1024;

/** SARIF 2.1.0, which code hosts turn into annotations of the lines. */
export function renderSarif(result: VerifyResult, { tool, rulesPage, tables, options, inputs, sum }: Scope): string {
  // What is cut off is the mildest.
  const all: readonly (ReportedFinding & Pick<ReportedUnknown, 'rows'>)[] = [
    ...result.exclusivity.counterexamples.map(example => fromExample(PROMISE_RULES.exclusivity.id, example)),
    ...result.liveness.counterexamples.map(example => fromExample(PROMISE_RULES.liveness.id, example)),
    ...unknowns(result).map(
      ({ file, line, what, lines = [], why, fix, rows = [] }) => ({
        rule: UNKNOWN_RULE.id, severity: 'error' as const, message: [`${what}.`, ...lines, why].join(' '), fix, rows, file, line,
      }),
    ),
    ...result.findings,
  ].sort((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
  const results = all.slice(0, MAX_RESULTS);
  const fingerprints = fingerprintsOf(results);
  const told = [
    ...all.length > results.length ? [leftOut(all.length - results.length)] : [],
    ...editedSentences(result.seen).map(text => ({ level: 'warning', message: { text: `not what was synthesized: ${escaped(text)}` } })),
    ...result.seen.assumed.map(text => ({ level: 'note', message: { text: `assumed ${escaped(text)}: it is not in the input` } })),
  ];
  const log = {
    $schema: SARIF_SCHEMA,
    version: '2.1.0',
    runs: [{
      tool: {
        driver: {
          name: 'ccm-migration',
          semanticVersion: tool.version,
          rules: RESULT_KINDS.map(({ id, title, why, fix, severity }) => ({
            id,
            shortDescription: { text: cut(title, MAX_DESCRIPTION) },
            fullDescription: { text: cut(why, MAX_DESCRIPTION) },
            // A path in the package is no address that a viewer of results could open.
            ...rulesPage !== undefined && { helpUri: `${rulesPage}#${RULES.some(rule => rule.id === id) ? id : OTHER_KINDS}` },
            help: { text: fix, markdown: `${asMarkdown(fix)}\n\n\`npx ccm-migration rules ${id}\` says more.` },
            defaultConfiguration: { level: severity },
          })),
        },
      },
      columnKind: 'utf16CodeUnits',
      properties: {
        schemaVersion: SCHEMA_VERSION,
        assumptions: result.assumptions.map(({ id, text }) => ({ id, text })),
        lookedAt: {
          tool,
          tables,
          options: options.map(printable),
          ...result.seen.counts,
          sum,
          ...result.seen.rollouts.length > 0 && { rollouts: result.seen.rollouts.map(({ text }) => escaped(text)) },
        },
      },
      artifacts: inputs.slice(0, MAX_ARTIFACTS).map(({ file, sha256, cut: cutOff }) => ({
        location: { uri: sarifUri(file) },
        hashes: { 'sha-256': sha256 },
        ...cutOff !== undefined && { description: { text: `without its ${cutOff}` } },
      })),
      ...told.length > 0 && { invocations: [{ executionSuccessful: true, toolExecutionNotifications: told }] },
      results: results.map(({ rule, severity, message, fix, rows = [], file, line }, index) => ({
        ruleId: rule,
        partialFingerprints: { [FINGERPRINT]: fingerprints[index] },
        ruleIndex: RESULT_KINDS.findIndex(({ id }) => id === rule),
        level: severity,
        message: { text: [escaped(message), `Fix: ${escaped(fix)}`, ...rows.map(escaped)].join('\n') },
        locations: [{ physicalLocation: { artifactLocation: { uri: sarifUri(file) }, region: { startLine: Math.max(1, line) } } }],
      })),
    }],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

/** A sentence of ours. */
function asMarkdown(sentence: string): string {
  return pieces(sentence).map(({ text, isCode }) => isCode ? `\`${text}\`` : inMarkdown(text)).join('');
}

/** Of each result, whatever line it stands in: a code host knows it again by that where lines above it changed. */
function fingerprintsOf(results: readonly Pick<ReportedFinding, 'rule' | 'file' | 'message'>[]): readonly string[] {
  const seen = new Map<string, number>();
  return results.map(({ rule, file, message }) => {
    const hash = contentHash([rule, file, message].join('\0')).slice(0, 32);
    const count = (seen.get(hash) ?? 0) + 1;
    seen.set(hash, count);
    return `${hash}:${count}`;
  });
}

function leftOut(count: number) {
  const text = `${count} results are left out, the mildest: GitHub keeps ${MAX_RESULTS} of a run. Give fewer folders at a time, or read --format `
    + 'json.';
  return { level: 'warning', message: { text } };
}

function escaped(text: string): string {
  return cut(printable(text), MAX_TEXT / 2);
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 4).trimEnd()} ...`;
}

function fromExample(rule: string, { controller, message, fix, file, line }: ReportedCounterExample) {
  return { rule, severity: 'error' as const, message: `'${controller}': ${message}`, fix, file, line };
}
