import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CACHE_DIR } from '../scripts/cache-dir';

/** What a program says of some bytes: the same whenever it is asked, so that it need not be asked again. */
export interface Question {
  /** The program, as it is called in the report. */
  readonly consumer: string;
  /** What fixes its version: the requirements that it was installed from, say. */
  readonly version: string;
  /** Its arguments, without names of temporary folders. */
  readonly args: readonly string[];
  /** All that it reads: path to content. */
  readonly files: ReadonlyMap<string, string>;
}

/**
 * The answer to a question, kept by content in the cache; `CACHE=off` asks again and keeps nothing. The share that came from the cache is at the
 * end of the run (slowest-files.mjs).
 *
 * @param ask starts the program; what it returns is kept as JSON, an answer like another where the program is not content
 */
export function answerTo<T>(question: Question, ask: () => T): T {
  const isOff = process.env.CACHE === 'off';
  const { consumer, version, args, files } = question;
  const sorted = [...files].sort(([a], [b]) => a < b ? -1 : 1);
  const hash = createHash('sha256').update(JSON.stringify([consumer, version, args, sorted])).digest('hex').slice(0, 32);
  const folder = join(CACHE_DIR, 'answers');
  const file = join(folder, `${consumer}-${hash}.json`);
  const isKept = !isOff && existsSync(file);
  if (process.env.ANSWERS_LOG) appendFileSync(process.env.ANSWERS_LOG, `${isKept ? 'kept' : 'asked'} ${consumer}\n`);
  if (isKept) return JSON.parse(readFileSync(file, 'utf8')) as T;
  const answer = ask();
  if (isOff) return answer;
  mkdirSync(folder, { recursive: true });
  const draft = `${file}.${process.pid}`; // renamed when complete: another process may ask the same
  writeFileSync(draft, JSON.stringify(answer));
  renameSync(draft, file);
  return answer;
}
