import { spawnSync } from 'node:child_process';
import { goBinary, GoBinary, goMissing } from '../scripts/go-binary';
import { describeNeeding } from '../test/needs';

/** Cold builds of Kubernetes take minutes on a small machine. */
export const BUILD_TIMEOUT = 30 * 60_000;

/** A program, built when it is first asked for. */
export type Program = () => string;

/**
 * A `describe` whose tests run a Go program, built before them. Required where `REQUIRE_GO` is set.
 */
export function describeGo(name: string, binary: GoBinary, body: (program: Program) => void): void {
  describeNeeding(name, goMissing(), 'REQUIRE_GO', () => {
    let path = '';
    beforeAll(() => { path = goBinary(binary); }, BUILD_TIMEOUT);
    body(() => path);
  });
}

/** Runs a reader and parses the one object that it prints. */
export function runReader<T>(program: string, args: readonly string[]): T {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 2 ** 26 });
  if (status !== 0) throw new Error(`${program} ended with ${status ?? error}:\n${stderr}`);
  return JSON.parse(stdout) as T;
}
