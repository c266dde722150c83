import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { goMissing } from '../scripts/go-binary';

/** Folder with the files of a Go module: upstream's own data, fetched through the module proxy or found in its cache. */
export function goModule(module: string): string {
  // Outside of any module, so that no go.mod has a say.
  const printed = execFileSync('go', ['mod', 'download', '-json', module], { cwd: tmpdir(), encoding: 'utf8', env: { ...process.env, GOFLAGS: '-mod=mod', GOTOOLCHAIN: 'local' } });
  return (JSON.parse(printed) as { Dir: string }).Dir;
}

/** A `describe` that needs Go: skipped, with the reason in its name, where it is missing, and required where `REQUIRE_GO` is set (`.ci/run`). */
export function describeGo(name: string, body: () => void): void {
  const missing = goMissing();
  if (!missing) {
    describe(name, body);
  } else if (process.env.REQUIRE_GO) {
    describe(name, () => {
      it('fails because Go is required here', () => { throw new Error(`REQUIRE_GO is set, but ${missing}`); });
    });
  } else {
    describe.skip(`${name} (skipped: ${missing})`, body);
  }
}
