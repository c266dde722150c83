import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CACHE_DIR } from '../scripts/cache-dir';

/** What a program is asked about some bytes. Its answer is the same whenever it is asked, so that it need not be asked again. */
export interface Question {
  /** The program, as it is called in the report. */
  readonly consumer: string;
  /** What fixes its version, and how it is asked: the requirements that it was installed from, say. */
  readonly version: string;
  /** Its arguments, without names of temporary folders. */
  readonly args: readonly string[];
  /** All that it reads: path to content. */
  readonly files: ReadonlyMap<string, string>;
}

/** The place of an answer in the cache, by the content of the question. With `CACHE=off` none is known, and none is kept. */
export class KeptAnswer<T> {
  private readonly file: string;

  public constructor({ consumer, version, args, files }: Question) {
    const sorted = [...files].sort(([a], [b]) => a < b ? -1 : 1);
    const hash = createHash('sha256').update(JSON.stringify([consumer, version, args, sorted])).digest('hex').slice(0, 32);
    this.file = join(CACHE_DIR, 'answers', `${consumer}-${hash}.json`);
  }

  public read(): T | undefined {
    return process.env.CACHE !== 'off' && existsSync(this.file) ? JSON.parse(readFileSync(this.file, 'utf8')) as T : undefined;
  }

  public keep(answer: T): void {
    if (process.env.CACHE === 'off') return;
    mkdirSync(join(CACHE_DIR, 'answers'), { recursive: true });
    const draft = `${this.file}.${process.pid}`; // renamed when complete: another process may ask the same
    writeFileSync(draft, JSON.stringify(answer));
    renameSync(draft, this.file);
  }
}

/**
 * The answer to a question, from the cache where it was asked before. The share that was kept is at the end of the run (slowest-files.mjs).
 *
 * @param ask starts the program; what it returns is kept as JSON, also where the program is not content
 */
export function answerTo<T>(question: Question, ask: () => T): T {
  const place = new KeptAnswer<T>(question);
  const known = place.read();
  if (process.env.ANSWERS_LOG) appendFileSync(process.env.ANSWERS_LOG, `${known === undefined ? 'asked' : 'kept'} ${question.consumer}\n`);
  if (known !== undefined) return known;
  const answer = ask();
  place.keep(answer);
  return answer;
}
