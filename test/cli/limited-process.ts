import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

const ROOT = resolve(__dirname, '../..');
export interface Limits {
  readonly kilobytes: number;
  readonly cpuSeconds: number;
}

/** What docs/how-to/ci.md and `verify --help` promise for any input. */
export const PROMISED: Limits = { kilobytes: 1_000_000, cpuSeconds: 30 };

export interface LimitedResult {
  readonly status: number | null;
  /** What ended it, where the limits did. */
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * A program of this repository in a process that the shell gives limits of memory and processor time: what goes beyond them is ended from outside.
 */
export function runLimited({ kilobytes, cpuSeconds }: Limits, program: string, ...args: readonly string[]): LimitedResult {
  const limits = `ulimit -d ${kilobytes} && ulimit -t ${cpuSeconds} && ulimit -c 0 && exec "$@"`;
  const command = [process.execPath, '--import', 'tsx', '-e', program, '--', ...args];
  const { status, signal, stdout, stderr } = spawnSync(
    'bash', ['-c', limits, 'limits', ...command], { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 30 },
  );
  return { status, signal, stdout, stderr };
}
