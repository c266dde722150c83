import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a process of its own needed. */
export interface Spent {
  /** Processor time of all its threads, in milliseconds. */
  readonly processor: number;
  /** Largest resident set, in megabytes. */
  readonly memory: number;
}

/** The last thing that it does. */
const METER = `process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  require('node:fs').writeSync(3, JSON.stringify({ processor: (userCPUTime + systemCPUTime) / 1e3, memory: maxRSS / 1e3 }));
});`;

/** Neither the caches of who runs the bench, nor that they are switched off, are a user's: undefined, they are not there. */
const ENVIRONMENT = { NODE_COMPILE_CACHE: undefined, NODE_DISABLE_COMPILE_CACHE: undefined };

/** Runs Node with a script or a program, in a folder where it may write. */
export function inNode(folder: string, args: readonly string[]): Spent {
  const meter = join(folder, 'meter.cjs');
  writeFileSync(meter, METER);
  const { status, output, stderr } = spawnSync(process.execPath, ['--require', meter, ...args], {
    cwd: folder, encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe', 'pipe'], env: { ...process.env, ...ENVIRONMENT },
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(output[3]!) as Spent;
}

/** Processor time of a program that is not Node, in milliseconds, as its shell counts it. */
export function processorTime(folder: string, command: string): number {
  const { status, stderr } = spawnSync('bash', ['-c', `TIMEFORMAT='%U %S'; time ${command} >/dev/null`], { cwd: folder, encoding: 'utf8' });
  const [, user, system] = /([\d.]+) ([\d.]+)\s*$/.exec(stderr) ?? [];
  if (status !== 0 || system === undefined) throw new Error(`${command}: ${stderr}`);
  return (Number(user) + Number(system)) * 1e3;
}
