import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Answer, CommittedAnswers, Question } from './committed-answers';
import { goModule } from './go-module';
import { GoBinary, goBinary, goMissing } from '../scripts/go-binary';

/** What is done with committed answers, by the environment variable ANSWERS; scripts/answers.ts sets it. */
type Mode =
  /** They are taken; a program is built and asked where one is missing. */
  | undefined
  /** The same, and what was missing is written. */
  | 'add'
  /** Programs are asked, and each answer must be the committed one: all programs, or the one that ANSWERS_OF names. */
  | 'compare'
  /** The same, and what differs is written. */
  | 'update';

/** Takes root, or a user namespace in which one is. */
const AS_ROOT: readonly string[] = process.getuid?.() === 0 ? [] : ['unshare', '--map-root-user'];

const SAME = (answer: Answer): Answer => answer;

/** Takes out what a program logs that ends well: lines with times. */
export const withoutLog = (answer: Answer): Answer => answer.status === 0 ? { ...answer, stderr: '' } : answer;

/**
 * A Go program that is asked, and whose answers are committed (test/committed-answers.ts): it is built where an answer is missing. The tests judge
 * the answers anew each time.
 */
export class Reader {
  private readonly answers: CommittedAnswers;

  /** @param test path of the test file that asks */
  public constructor(private readonly binary: GoBinary, test: string) {
    this.answers = new CommittedAnswers(binary, test);
  }

  /**
   * What the program answers.
   *
   * @param settle takes out of an answer what is another with each run: random tokens, times
   */
  public answer(question: Question, settle = SAME): Answer {
    const known = this.isAsked ? undefined : this.answers.get(question);
    if (known) return known;
    const answer = settle(this.ask(question));
    const difference = modeNow() === 'compare' ? this.answers.difference(question, answer) : undefined;
    if (difference) this.fail(difference);
    this.answers.add(question, answer, String(expect.getState().currentTestName));
    return answer;
  }

  /** What a program prints that answers in JSON and ends with 0. */
  public json<T>(question: Question, settle = SAME): T {
    const { status, stdout, stderr } = this.answer(question, answer => withoutLog(settle(answer)));
    if (status !== 0) throw new Error(`${this.binary.name} ended with ${status}:\n${stderr.slice(-4000)}`);
    return JSON.parse(stdout) as T;
  }

  /**
   * Samples of generated inputs: a small one whose answers are committed, and a large one where the program is asked anyway. FUZZ_SEED gives the
   * large one another seed.
   */
  public samples({ seed, committed, asked }: { readonly seed: number; readonly committed: number; readonly asked: number }): readonly Sample[] {
    const small = { count: committed, seed, reader: this };
    return this.isAsked ? [small, { count: asked, seed: Number(process.env.FUZZ_SEED ?? seed), reader: new OnlyAsked(this) }] : [small];
  }

  /** Starts the program, whatever is committed. */
  public ask(question: Question): Answer {
    const program = this.program();
    const dir = mkdtempSync(join(tmpdir(), `${this.binary.name}-`));
    try {
      for (const [path, text] of Object.entries(question.files ?? {})) write(join(dir, path), text);
      const places = { dir, ...Object.fromEntries(Object.entries(question.modules ?? {}).map(([name, module]) => [name, goModule(module)])) };
      const args = (question.args ?? []).map(arg => Object.entries(places).reduce((text, [name, path]) => text.replaceAll(`{${name}}`, path), arg));
      const [command, ...words] = [...question.asRoot ? AS_ROOT : [], program, ...args];
      const { status, signal, stdout, stderr, error } = spawnSync(command, words, {
        cwd: dir,
        input: question.stdin ?? '',
        encoding: 'utf8',
        maxBuffer: 2 ** 28,
        timeout: 120_000,
        env: { PATH: process.env.PATH, HOME: dir, AWS_EC2_METADATA_DISABLED: 'true' },
      });
      if (status === null) throw new Error(`${this.binary.name} did not end by itself: ${signal ?? error}`);
      const plain = (text: string): string => text.replaceAll(dir, '{dir}');
      const files = question.writes === undefined ? {} : contents(join(dir, question.writes));
      return { status, stdout: plain(stdout), stderr: plain(stderr), files };
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  }

  /** Path of the program, which is built if it is not there. */
  public program(): string {
    const missing = goMissing();
    if (missing) throw new Error(`${this.binary.name} has to be asked, since ${this.answers.path} has no answer of these sources, but ${missing}`);
    return goBinary(this.binary);
  }

  /** Writes the answers, where that was asked for. */
  public end(): void {
    const mode = modeNow();
    if (mode !== 'add' && mode !== 'update') return;
    if (process.env.CI) throw new Error(`ANSWERS=${mode} writes into the checkout, and CI is set`);
    this.answers.write();
  }

  private fail({ committed, answered }: NonNullable<ReturnType<CommittedAnswers['difference']>>): never {
    try {
      expect(answered).toEqual(committed); // jest shows where
    } catch (error) {
      throw new Error(`${this.binary.name} answers otherwise than ${this.answers.path} says:\n${(error as Error).message}`);
    }
    throw new Error(`${this.binary.name} answers in another order than ${this.answers.path} says`);
  }

  private get isAsked(): boolean {
    const of = process.env.ANSWERS_OF;
    return ['compare', 'update'].includes(modeNow() ?? '') && (of === undefined || of === this.binary.name);
  }
}

/** A sample of so many generated inputs, and who is asked about them. */
export interface Sample {
  readonly count: number;
  readonly seed: number;
  readonly reader: Pick<Reader, 'answer' | 'json'>;
}

/** The program without committed answers. */
class OnlyAsked implements Pick<Reader, 'answer' | 'json'> {
  public constructor(private readonly reader: Reader) {}

  public answer(question: Question, settle = SAME): Answer {
    return settle(this.reader.ask(question));
  }

  public json<T>(question: Question, settle = SAME): T {
    return JSON.parse(this.answer(question, settle).stdout) as T;
  }
}

/** By the test file and the name of the program: files of one process share this module. */
const readers = new Map<string, Reader>();

/** A `describe` whose tests ask a Go program, or several. */
export function describeReader(name: string, binary: GoBinary | readonly GoBinary[], body: (...readers: Reader[]) => void): void {
  describe(name, () => {
    const asked = [binary].flat().map(one => {
      const test = expect.getState().testPath!;
      const key = `${test} ${one.name}`;
      if (!readers.has(key)) readers.set(key, new Reader(one, test));
      return readers.get(key)!;
    });
    afterAll(() => asked.forEach(reader => reader.end()));
    body(...asked);
  });
}

function modeNow(): Mode {
  const mode = process.env.ANSWERS || undefined;
  if (mode === undefined || mode === 'add' || mode === 'compare' || mode === 'update') return mode;
  throw new Error(`ANSWERS is '${mode}'; use add, compare or update`);
}

function write(path: string, text: string): void {
  mkdirSync(path.endsWith('/') ? path : dirname(path), { recursive: true });
  if (path.endsWith('/')) return;
  writeFileSync(path, text);
  if (/\/bin\/[^/]+$/.test(path)) chmodSync(path, 0o755);
}

function contents(folder: string): Record<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(path => statSync(join(folder, path)).isFile()).sort();
  return Object.fromEntries(paths.map(path => [path, readFileSync(join(folder, path), 'utf8')]));
}
