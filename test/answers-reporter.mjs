import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Says at the end of a run how many answers of Go programs were committed, and which programs were asked (test/reader.ts). Who sets READERS_LOG sums
 * up several runs: `node test/answers-reporter.mjs <log>` prints the same of all that is in it, and what is committed and no test asked for.
 */
export default class AnswersReporter {
  constructor() {
    if (process.env.READERS_LOG) return;
    this.folder = mkdtempSync(join(tmpdir(), 'readers-'));
    process.env.READERS_LOG = join(this.folder, 'log'); // the workers write it
  }

  onRunComplete() {
    if (!this.folder) return;
    const line = summary(readLog(process.env.READERS_LOG));
    if (line) process.stderr.write(`${line}\n`);
    rmSync(this.folder, { recursive: true, force: true });
    delete process.env.READERS_LOG;
  }
}

function readLog(path) {
  const lines = existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [];
  return lines.map(line => line.split(' ')).map(([from, program, file, hash]) => ({ from, program, file, hash }));
}

function summary(answers) {
  if (answers.length === 0) return undefined;
  const asked = answers.filter(({ from }) => from === 'asked');
  const programs = [...new Set(asked.map(({ program }) => program))].sort();
  const head = `${answers.length - asked.length} of ${answers.length} answers of Go programs are committed`;
  return programs.length === 0 ? head : `${head}; ${programs.join(', ')} had to be asked (npm run answers adds what is missing)`;
}

/** Of the committed files, the answers that no test asked for. */
function unasked(answers) {
  const asked = new Set(answers.map(({ file, hash }) => `${file} ${hash}`));
  const folder = 'conformance/answers';
  const paths = existsSync(folder) ? readdirSync(folder, { recursive: true }).filter(path => path.endsWith('.json')) : [];
  return paths.map(path => join(folder, path)).flatMap(
    file => JSON.parse(readFileSync(file, 'utf8')).answers.filter(({ asked: hash }) => !asked.has(`${file} ${hash}`)).map(() => file),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const answers = readLog(process.argv[2]);
  const left = unasked(answers);
  process.stdout.write(`${summary(answers) ?? 'no Go program was asked'}\n`);
  const files = [...new Set(left)].join(', ');
  if (left.length > 0) process.stdout.write(`${left.length} committed answers were not asked for, in ${files} (npm run answers removes them)\n`);
}
