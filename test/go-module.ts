import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { describeNeeding } from './needs';
import { goMissing } from '../scripts/go-binary';

/**
 * Folder with the files of a Go module: upstream's own data, fetched through the module proxy or found in its cache.
 *
 * @param sum what a go.sum says of its files, for a module that the checksum database does not list; undefined: the database is asked
 * @throws if the files are others
 */
export function goModule(module: string, sum?: string): string {
  const env = { ...process.env, GOFLAGS: '-mod=mod', GOTOOLCHAIN: 'local', ...sum === undefined ? {} : { GONOSUMDB: module.split('@')[0] } };
  // Outside of any module, so that no go.mod has a say.
  const printed = execFileSync('go', ['mod', 'download', '-json', module], { cwd: tmpdir(), encoding: 'utf8', env });
  const { Dir, Sum } = JSON.parse(printed) as { readonly Dir: string; readonly Sum: string };
  if (sum !== undefined && Sum !== sum) throw new Error(`the sum of ${module} is '${Sum}', expected '${sum}'`);
  return Dir;
}

/** A `describe` that needs Go, required where `REQUIRE_GO` is set. */
export function describeGo(name: string, body: () => void): void {
  describeNeeding(name, goMissing(), 'REQUIRE_GO', body);
}
