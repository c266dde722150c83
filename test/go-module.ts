import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { describeNeeding } from './needs';
import { goMissing } from '../scripts/go-binary';

/** Folder with the files of a Go module: upstream's own data, fetched through the module proxy or found in its cache. */
export function goModule(module: string): string {
  // Outside of any module, so that no go.mod has a say.
  const printed = execFileSync(
    'go', ['mod', 'download', '-json',
      module], { cwd: tmpdir(), encoding: 'utf8', env: { ...process.env, GOFLAGS: '-mod=mod', GOTOOLCHAIN: 'local' } },
  );
  return (JSON.parse(printed) as { Dir: string }).Dir;
}

/** A `describe` that needs Go, required where `REQUIRE_GO` is set. */
export function describeGo(name: string, body: () => void): void {
  describeNeeding(name, goMissing(), 'REQUIRE_GO', body);
}
