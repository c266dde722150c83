import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { committedText } from './committed-text';
import { GoBinary, sourceHash } from '../scripts/go-binary';

const ROOT = resolve(__dirname, '..');

/** A folder per program, in it a file per test file that asks the program. */
export const ANSWERS_FOLDER = join(ROOT, 'conformance', 'answers');

/** Questions as long as this stand beside their answers. Of others, and of those about files that others wrote, there is a hash only. */
const SHOWN_LENGTH = 400;

/** What a program is asked: how it is started, and all that it reads. It is started in a folder of its own. */
export interface Question {
  /** `{dir}` stands for the folder that it is started in, `{<name>}` for a Go module of `modules`. */
  readonly args?: readonly string[];
  readonly stdin?: string;
  /** Path below the folder to content. A path that ends with a slash is an empty folder, one below `bin/` can be executed. */
  readonly files?: Readonly<Record<string, string>>;
  /** Go modules that it reads, by name: `k8s.io/cloud-provider-aws@v1.36.1`. */
  readonly modules?: Readonly<Record<string, string>>;
  /** Whether the program takes root: kubeadm changes its root to another folder. */
  readonly asRoot?: boolean;
  /** The files of this folder, after the program has ended, are part of the answer. */
  readonly writes?: string;
  /** What the elements of the list that the program prints are about, each in its place: shown beside them in the committed file. */
  readonly inputs?: readonly unknown[];
}

export interface Answer {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Files of the folder that the question names in `writes`. */
  readonly files: Readonly<Record<string, string>>;
}

/** An answer as it is committed. */
export interface Entry {
  /** Hash of the question. */
  readonly asked: string;
  /** Test that asked first. */
  readonly by: string;
  readonly question?: Question;
  readonly status?: number;
  /** What was printed on standard output, where that is JSON; lines of it, where not. */
  readonly json?: unknown;
  readonly stdout?: readonly string[];
  /** Pairs of an input and its element of the list in `json`, where EACH stands for it. */
  readonly each?: readonly (readonly [unknown, unknown])[];
  readonly stderr?: readonly string[];
  readonly files?: Readonly<Record<string, readonly string[]>>;
}

export interface AnswersFile {
  readonly program: string;
  /** Hash of the program's sources, versions and toolchain: answers of another program are not taken. */
  readonly sources: string;
  readonly test: string;
  readonly answers: readonly Entry[];
}

/** Stands in `json` for the list whose elements are in `each`. */
const EACH = '@each';

/** Key of the lines of a text in `json`: a manifest, say, whose changes are reviewed line by line. */
const LINES = '@lines';
/** Shorter texts are one line, with its line breaks escaped. */
const LONG_TEXT = 150;

/** Whether a program was ever asked, and its answers are committed. */
export function hasAnswers({ name }: GoBinary): boolean {
  return existsSync(join(ANSWERS_FOLDER, name));
}

/** The committed answers of one program to one test file. */
export class CommittedAnswers {
  public readonly path: string;
  private readonly sources: string;
  private readonly entries: Map<string, Entry>;
  /** In the order of the tests. */
  private readonly asked = new Map<string, Entry>();

  public constructor(private readonly binary: GoBinary, private readonly test: string, folder = ANSWERS_FOLDER) {
    const name = relative(ROOT, test).replace(/^conformance\//, '').replace(/(\.tools)?\.test\.ts$/, '').replaceAll('/', '-');
    this.path = join(folder, binary.name, `${name}.json`);
    this.sources = sourceHash(binary);
    const found = existsSync(this.path) ? JSON.parse(readFileSync(this.path, 'utf8')) as AnswersFile : undefined;
    this.entries = new Map((found?.sources === this.sources ? found.answers : []).map(entry => [entry.asked, entry]));
  }

  /** The answer of the same sources to the same question, if it is committed. */
  public get(question: Question): Answer | undefined {
    const hash = hashOf(question);
    const entry = this.entries.get(hash);
    if (entry) this.note(hash, entry, 'committed');
    return entry && answerOf(entry);
  }

  /** Takes an answer of the program; `write` writes it. */
  public add(question: Question, answer: Answer, by: string): void {
    const hash = hashOf(question);
    const entry = entryOf(hash, question, answer, this.asked.get(hash)?.by ?? by);
    this.note(hash, entry, 'asked');
    if (process.env.ANSWERS === 'add' || process.env.ANSWERS === 'update') this.entries.set(hash, entry);
  }

  /** Where an answer of the program differs from the committed one: both; undefined where it does not, or none is committed. */
  public difference(question: Question, answer: Answer): { readonly committed: Entry; readonly answered: Entry } | undefined {
    const committed = this.entries.get(hashOf(question));
    if (!committed) return undefined;
    const answered = entryOf(committed.asked, question, answer, committed.by);
    return JSON.stringify(answered) === JSON.stringify(committed) ? undefined : { committed, answered };
  }

  /** In the order of the tests, what was not asked last: scripts/answers.ts removes it after a complete run. */
  public write(): void {
    const answers = [...this.asked.values(), ...[...this.entries.values()].filter(({ asked }) => !this.asked.has(asked))];
    writeAnswers(this.path, { program: this.binary.name, sources: this.sources, test: relative(ROOT, this.test), answers });
  }

  private note(hash: string, entry: Entry, from: 'committed' | 'asked'): void {
    this.asked.set(hash, entry);
    const log = process.env.READERS_LOG;
    if (log) appendFileSync(log, `${from} ${this.binary.name} ${relative(ROOT, this.path)} ${hash}\n`);
  }
}

/** The same answers are the same bytes. */
export function writeAnswers(path: string, content: AnswersFile): void {
  const text = committedText(content);
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.new`, text);
  renameSync(`${path}.new`, path);
}

function hashOf({ args = [], stdin = '', files = {}, modules = {}, writes = '' }: Question): string {
  const sorted = [files, modules].map(record => Object.entries(record).sort(([a], [b]) => a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify([args, stdin, ...sorted, writes])).digest('hex').slice(0, 16);
}

function entryOf(asked: string, question: Question, { status, stdout, stderr, files }: Answer, by: string): Entry {
  const { inputs, ...shown } = question;
  const isShown = question.modules === undefined && JSON.stringify(shown).length <= SHOWN_LENGTH;
  const contents = Object.entries(files).sort(([a], [b]) => a < b ? -1 : 1);
  return {
    asked,
    by,
    ...isShown && inputs === undefined && { question: shown },
    ...status !== 0 && { status },
    ...printed(stdout, inputs),
    ...stderr !== '' && { stderr: stderr.split('\n') },
    ...contents.length > 0 && { files: Object.fromEntries(contents.map(([name, text]) => [name, text.split('\n')])) },
  };
}

function answerOf({ status = 0, json, stdout = [], each, stderr = [], files = {} }: Entry): Answer {
  const list = each?.map(([, element]) => element);
  return {
    status,
    stdout: json === undefined ? stdout.join('\n') : JSON.stringify(json, (_, value: unknown) => value === EACH ? list : joined(value)),
    stderr: stderr.join('\n'),
    files: Object.fromEntries(Object.entries(files).map(([name, lines]) => [name, lines.join('\n')])),
  };
}

function printed(stdout: string, inputs: readonly unknown[] | undefined): Pick<Entry, 'json' | 'stdout' | 'each'> {
  if (stdout === '') return {};
  const json = parsed(stdout);
  if (json === undefined) return { stdout: stdout.split('\n') };
  if (inputs === undefined) return { json };
  const isOfInputs = (value: unknown): value is unknown[] => Array.isArray(value) && value.length === inputs.length;
  if (isOfInputs(json)) return { json: EACH, each: json.map((element, index) => [inputs[index], element]) };
  const [name, list] = Object.entries(json).find(([, value]) => isOfInputs(value)) ?? [];
  if (name === undefined) throw new Error(`the program was asked about ${inputs.length} inputs, and printed no list of so many`);
  return { json: { ...json, [name]: EACH }, each: (list as unknown[]).map((element, index) => [inputs[index], element]) };
}

function isLong(value: unknown): value is string {
  return typeof value === 'string' && value.length > LONG_TEXT && value.includes('\n');
}

/** The text whose lines these are; anything else as it is. */
function joined(value: unknown): unknown {
  const lines = (value as Readonly<Record<string, unknown>> | null)?.[LINES];
  return Array.isArray(lines) ? lines.join('\n') : value;
}

/** An object or a list that was printed as JSON, with long texts in lines. */
function parsed(stdout: string): object | undefined {
  try {
    const value = JSON.parse(stdout, (_, text: unknown) => isLong(text) ? { [LINES]: text.split('\n') } : text) as unknown;
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
