/**
 * The committed answers of Go programs (test/reader.ts), in conformance/answers.
 *
 *     npm run answers                            asks for what is missing, and removes what no test asks
 *     npm run answers -- --all                   builds every program, asks it everything, and writes what differs
 *     npm run answers -- --check [program...]    builds every program, or these, and fails where one answers otherwise
 *     npm run answers -- --check --turn <commit> the same with the one program whose turn it is by the hash of a commit
 *
 * What follows `--jest` goes to jest.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ANSWERS_FOLDER, AnswersFile, writeAnswers } from '../test/committed-answers';

const ROOT = resolve(__dirname, '..');

/** Programs that take minutes to build, and share no package with those of the end-to-end run: their turn does not come, `--check` asks them. */
const SLOW = /^(kops-|kubeadm-1\.33|command-line-kcm-1\.37)/;

/** The committed files, by path. */
function committed(): ReadonlyMap<string, AnswersFile> {
  const paths = existsSync(ANSWERS_FOLDER) ? readdirSync(ANSWERS_FOLDER, { recursive: true, encoding: 'utf8' }) : [];
  const files = paths.filter(path => path.endsWith('.json')).sort().map(path => join(ANSWERS_FOLDER, path));
  return new Map(files.map(file => [file, JSON.parse(readFileSync(file, 'utf8')) as AnswersFile]));
}

function programs(): string[] {
  return [...new Set([...committed().values()].map(({ program }) => program))].sort();
}

/** The program whose turn it is. */
function turnOf(commit: string): string {
  const candidates = programs().filter(name => !SLOW.test(name));
  return candidates[parseInt(commit.slice(0, 7), 16) % candidates.length];
}

/** Runs the test files that ask the programs: of one, those whose answers are committed. */
function runTests(mode: string, program: string | undefined, log: string, jestArgs: readonly string[]): number {
  const tests = program === undefined ? ['--findRelatedTests', 'test/reader.ts']
    : ['--runTestsByPath', ...[...committed().values()].filter(one => one.program === program).map(({ test }) => test)];
  const env = { ...process.env, ANSWERS: mode, ...program === undefined ? {} : { ANSWERS_OF: program }, READERS_LOG: log };
  const args = ['jest', '--ci', '--config', 'test/tools.jest.config.json', ...tests, ...jestArgs];
  return spawnSync('npx', args, { cwd: ROOT, stdio: 'inherit', env }).status ?? 1;
}

/** Removes what no test of a complete run asked for. Files of releases that only some runs look at stay. */
function prune(log: string): void {
  const lines = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').map(line => line.split(' ')) : [];
  const asked = new Set(lines.map(([, , file, hash]) => `${resolve(ROOT, file)} ${hash}`));
  const isPartial = process.env.KOPS_RELEASES !== undefined || process.env.COMMAND_LINE_RELEASES !== undefined;
  for (const [file, content] of committed()) {
    const answers = content.answers.filter(({ asked: hash }) => asked.has(`${file} ${hash}`));
    if (answers.length > 0) writeAnswers(file, { ...content, answers });
    else if (!isPartial) rmSync(file);
  }
  for (const folder of readdirSync(ANSWERS_FOLDER)) {
    const path = join(ANSWERS_FOLDER, folder);
    if (readdirSync(path).length === 0) rmSync(path, { recursive: true });
  }
}

function main(args: readonly string[]): number {
  const end = args.includes('--jest') ? args.indexOf('--jest') : args.length;
  const [own, jestArgs] = [args.slice(0, end), args.slice(end + 1)];
  const [isAll, isCheck, hasTurn] = ['--all', '--check', '--turn'].map(flag => own.includes(flag));
  const words = own.filter(arg => !arg.startsWith('--'));
  const named = hasTurn ? words.map(turnOf) : words;
  const unknown = [...named.filter(name => !programs().includes(name)), ...own.filter(arg => arg.startsWith('--') && !FLAGS.includes(arg))];
  if (unknown.length > 0 || (named.length > 0 && !isCheck) || (isAll && isCheck)) {
    process.stderr.write(`not understood: ${args.join(' ')}; scripts/answers.ts says what is, and programs are ${programs().join(', ')}\n`);
    return 2;
  }
  const folder = mkdtempSync(join(tmpdir(), 'answers-'));
  const log = process.env.READERS_LOG || join(folder, 'log');
  try {
    if (isCheck) {
      if (named.length > 0) process.stdout.write(`asked anew: ${named.join(', ')}\n`);
      const runs = named.length === 0 ? [undefined] : named;
      return Math.max(...runs.map(name => runTests('compare', name, log, jestArgs)));
    }
    const status = runTests(isAll ? 'update' : 'add', undefined, log, jestArgs);
    if (status === 0) prune(log);
    else process.stderr.write('tests failed: what no test asks for was not removed\n');
    return status;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const FLAGS = ['--all', '--check', '--turn'];

process.exitCode = main(process.argv.slice(2));
