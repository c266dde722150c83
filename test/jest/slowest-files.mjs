import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readProcessorLog } from './processor-time.cjs';

/**
 * Names the ten dearest test files of a run and the total, so that a file that outgrows its tier is seen, and what share of answers was kept. With
 * `limit`, the run fails where a file takes more loops of processor time (processor-time.cjs).
 */
export default class SlowestFiles {
  constructor(_, { limit = Infinity } = {}) {
    this.limit = limit;
    const folder = mkdtempSync(join(tmpdir(), 'run-'));
    process.env.ANSWERS_LOG = join(folder, 'answers'); // test/answers.ts writes it, in the workers
    process.env.PROCESSOR_LOG ??= join(folder, 'processor'); // environment.cjs writes it; scripts/test.ts reads it too
    this.folder = folder;
  }

  onRunComplete(_, { testResults, startTime }) {
    const seconds = ({ perfStats: { start, end } }) => (end - start) / 1000;
    const { files: loops } = readProcessorLog(process.env.PROCESSOR_LOG);
    const files = testResults.filter(({ skipped }) => !skipped)
      .map(result => ({ path: result.testFilePath.replace(`${process.cwd()}/`, ''), seconds: seconds(result), loops: loops.get(result.testFilePath) ?? 0 }))
      .sort((a, b) => Math.max(b.loops, b.seconds) - Math.max(a.loops, a.seconds));
    const line = (one, name) => `${one.seconds.toFixed(1).padStart(8)} s ${one.loops.toFixed(0).padStart(7)} loops  ${name}`;
    const sum = key => files.reduce((total, file) => total + file[key], 0);
    const wall = (Date.now() - startTime) / 1000;
    const total = line({ seconds: sum('seconds'), loops: sum('loops') }, `all ${files.length} files, in ${wall.toFixed(1)} s`);
    process.stderr.write(`\nDearest files, in seconds and in loops of processor time:\n${files.slice(0, 10).map(one => line(one, one.path)).join('\n')}\n`
      + `${total}\n`);
    this.over = files.filter(file => file.loops > this.limit);
    if (this.over.length > 0) process.stderr.write(`${this.getLastError().message}\n`);
    const log = process.env.ANSWERS_LOG;
    const answers = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [];
    const kept = answers.filter(answer => answer.startsWith('kept ')).length;
    if (answers.length > 0) process.stderr.write(`${kept} of ${answers.length} answers of other programs came from the cache (CACHE=off asks again)\n`);
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** What fails the run, though each test has passed. */
  getLastError() {
    if (!this.over?.length) return undefined;
    const names = this.over.map(({ path, loops }) => `${path} (${loops.toFixed(0)})`).join(', ');
    return new Error(`over ${this.limit} loops of processor time: ${names}; make it cheaper, or move what is dear to *.deep.test.ts (CONTRIBUTING.md)`);
  }
}
