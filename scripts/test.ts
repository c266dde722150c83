/**
 * `npm test`: types, ESLint, circles of imports and every test that runs in the process, simultaneously, so that no core is idle. Arguments go to
 * jest. The output of the others is printed after jest has ended, so that lines do not mix.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CACHE_DIR } from './cache-dir';

interface Ended {
  readonly name: string;
  readonly status: number;
  readonly seconds: number;
  readonly output: string;
}

function run(name: string, command: string, args: readonly string[], isShown = false): Promise<Ended> {
  const start = Date.now();
  return new Promise((done, failed) => {
    const child = spawn(command, args, { stdio: isShown ? 'inherit' : ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text: string) => { output += text; });
    child.once('error', failed);
    child.once('close', (status, signal) => {
      done({ name, status: status ?? 1, seconds: (Date.now() - start) / 1000, output: signal ? `${output}ended by ${signal}\n` : output });
    });
  });
}

/** What the checks remember of a file whose content they have seen, with the same versions of their own. */
function memory(): string {
  const versions = ['package-lock.json', '.eslintrc.json', 'test/tsconfig.json'].map(file => readFileSync(resolve(__dirname, '..', file), 'utf8'));
  const folder = join(CACHE_DIR, `checks-${createHash('sha256').update(versions.join('\0')).digest('hex').slice(0, 12)}`);
  mkdirSync(folder, { recursive: true });
  return folder;
}

async function main(): Promise<void> {
  const seen = memory();
  const checks = await Promise.all([
    run('jest', 'jest', ['--passWithNoTests', '--ci', ...process.argv.slice(2)], true),
    run('types', 'tsc', ['--noEmit', '-p', 'test/tsconfig.json', '--incremental', '--tsBuildInfoFile', join(seen, 'types.tsbuildinfo')]),
    run('cycles', 'projen', ['cycles']),
    run('eslint', 'projen', ['eslint', '--cache', '--cache-strategy=content', `--cache-location=${join(seen, 'eslint')}/`]),
  ]);
  for (const { name, status, seconds, output } of checks) {
    process.stderr.write(`${status === 0 ? '' : output}${name}: ${status === 0 ? 'passed' : 'FAILED'} after ${seconds.toFixed(0)} s\n`);
  }
  process.exitCode = checks.some(({ status }) => status !== 0) ? 1 : 0;
}

void main();
