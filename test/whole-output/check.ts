import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { Fixture } from './written';
import { NothingToCheck, VerifyDirectory } from '../../src/lib/read/input/input';
import { isRefused, unknowns, VerifyResult } from '../../src/lib/verify/result';
import { verify } from '../../src/lib/verify/verify';

/** A row of `unknown.yaml`. */
interface UnknownRow {
  readonly fixture: string;
  readonly phases?: readonly string[];
  readonly what: readonly string[];
  readonly reason: string;
}

export const UNKNOWN_ROWS = parse(readFileSync(join(__dirname, 'unknown.yaml'), 'utf8')) as readonly UnknownRow[];

/** Why `verify` of a folder does not end with exit code 0. */
interface WholeAnswer {
  /** Counter-examples, and errors that say something else than that something is not known. */
  readonly wrong: readonly string[];
  readonly unknown: readonly string[];
}

export function answerOf(directories: readonly VerifyDirectory[]): WholeAnswer {
  try {
    const result = verify({ directories });
    return isRefused(result, 'error') ? { wrong: wrongIn(result), unknown: unknowns(result).map(({ what }) => what) } : { wrong: [], unknown: [] };
  } catch (error) {
    if (error instanceof NothingToCheck) return { wrong: [], unknown: [error.message] };
    throw error;
  }
}

function wrongIn({ exclusivity, liveness, findings }: VerifyResult): readonly string[] {
  const all = unknowns({ exclusivity, liveness } as VerifyResult);
  const isUnknown = (message: string) => all.some(({ what }) => message.startsWith(what));
  return [
    ...[...exclusivity.counterexamples, ...liveness.counterexamples].map(({ controller, message }) => `'${controller}': ${message}`),
    ...findings.filter(({ severity, message }) => severity === 'error' && !isUnknown(message))
      .map(({ rule, file, line, message }) => `${file}:${line}: ${message} [${rule}]`),
  ];
}

/** Whether a row is about a fixture. */
export function isOf(fixture: string, row: UnknownRow): boolean {
  const [first, ...rest] = row.fixture.split('...');
  return rest.length === 0 ? fixture === first : fixture.startsWith(first) && fixture.endsWith(rest.at(-1)!);
}

/** What `verify` is to say of a fixture in a phase. */
function expectedOf(fixture: string, phase: string): readonly string[] {
  const rows = UNKNOWN_ROWS.filter(row => isOf(fixture, row) && (row.phases === undefined || row.phases.includes(phase)));
  return rows.flatMap(({ what }) => what);
}

/** Whether a text has the words of a row. */
function has(text: string, words: string): boolean {
  let at = 0;
  return words.split('...').every(part => {
    const found = text.indexOf(part, at);
    at = found + part.length;
    return found !== -1;
  });
}

/** What is not as it has to be of something that was written, a sentence each. */
export function problemsOf(fixture: string, phase: string, { wrong, unknown }: WholeAnswer, said: readonly string[]): readonly string[] {
  const expected = expectedOf(fixture, phase);
  const of = `${fixture}, phase ${phase}`;
  return [
    ...wrong.map(what => `${of}: verify refuses it: ${what}`),
    ...unknown.filter(what => !expected.some(words => has(what, words))).map(what => `${of}: verify does not know, off the list: ${what}`),
    ...expected.filter(words => !unknown.some(what => has(what, words))).map(words => `${of}: verify knows what is on the list: ${words}`),
    ...said.flatMap(text => expected.filter(words => !has(text, words)).map(words => `${of}: synthesis does not say it: ${words}`)),
  ];
}

/** Where it is written, and where synthesis says it is. */
function withoutFolders(text: string): string {
  return text.replace(/\b(?:bundles|dist)\//g, '');
}

/** The same of every phase that a fixture writes. Synthesis says all that `verify` does not know, and nothing else. */
export function problemsIn({ name, write }: Fixture): readonly string[] {
  return write().flatMap(({ phase, directories, annotations, file }) => {
    const answer = answerOf(directories);
    const said = annotations.map(withoutFolders);
    // It names the folders that it looked through, and synthesis has written some of them only.
    const words = answer.unknown.map(withoutFolders).map(what => what.replace(/^(nothing to check: .* in ').*/, '$1'));
    return [
      ...problemsOf(name, phase, answer, [annotations.join('\n'), file]),
      ...words.filter(what => !said.some(text => text.includes(what))).map(what => `${name}, phase ${phase}: synthesis is silent about: ${what}`),
      ...said.filter(text => !words.some(what => text.includes(what))).map(text => `${name}, phase ${phase}: verify does not say it: ${text}`),
    ];
  });
}
