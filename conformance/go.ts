import { spawnSync } from 'node:child_process';
import { goBinary, GoBinary, goMissing } from '../scripts/go-binary';

/** Cold builds of Kubernetes take minutes on a small machine. */
const BUILD_TIMEOUT = 30 * 60_000;

/** A program, built when it is first asked for. */
export type Program = () => string;

/**
 * A `describe` whose tests run a Go program, built before them. Skipped, with the reason in its name, where Go is missing; failed instead
 * where `REQUIRE_GO` is set (`.ci/run`).
 */
export function describeGo(name: string, binary: GoBinary, body: (program: Program) => void): void {
  const missing = goMissing();
  if (!missing) {
    describe(name, () => {
      let path = '';
      beforeAll(() => { path = goBinary(binary); }, BUILD_TIMEOUT);
      body(() => path);
    });
  } else if (process.env.REQUIRE_GO) {
    describe(name, () => {
      it('fails because Go is required here', () => {
        throw new Error(`REQUIRE_GO is set, but ${missing}`);
      });
    });
  } else {
    describe.skip(`${name} (skipped: ${missing})`, () => {
      body(() => { throw new Error(missing); });
    });
  }
}

/** Runs a reader and parses the one object that it prints. */
export function runReader<T>(program: string, args: readonly string[]): T {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 2 ** 26 });
  if (status !== 0) throw new Error(`${program} ended with ${status ?? error}:\n${stderr}`);
  return JSON.parse(stdout) as T;
}
