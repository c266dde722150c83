import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Names the ten slowest test files of a run and the total, so that a file that outgrows its tier is seen, and what share of answers was kept. */
export default class SlowestFiles {
  constructor() {
    process.env.ANSWERS_LOG = join(mkdtempSync(join(tmpdir(), 'answers-')), 'log'); // test/answers.ts writes it, in the workers
  }

  onRunComplete(_, { testResults, startTime }) {
    const seconds = ({ perfStats: { start, end } }) => (end - start) / 1000;
    const files = testResults.filter(({ skipped }) => !skipped).sort((a, b) => seconds(b) - seconds(a));
    const lines = files.slice(0, 10).map(file => `${seconds(file).toFixed(1).padStart(8)} s  ${file.testFilePath.replace(`${process.cwd()}/`, '')}`);
    const total = files.reduce((sum, file) => sum + seconds(file), 0);
    const wall = (Date.now() - startTime) / 1000;
    process.stderr.write(`\nSlowest files:\n${lines.join('\n')}\n${total.toFixed(1).padStart(8)} s  all ${files.length} files, in ${wall.toFixed(1)} s\n`);
    const log = process.env.ANSWERS_LOG;
    const answers = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [];
    const kept = answers.filter(line => line.startsWith('kept ')).length;
    if (answers.length > 0) process.stderr.write(`${kept} of ${answers.length} answers of other programs came from the cache (CACHE=off asks again)\n`);
    rmSync(dirname(log), { recursive: true, force: true });
  }
}
