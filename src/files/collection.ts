import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { writeOutput } from './output-folder';
import { contentHash } from '../lib/text/content-hash';
import { printable } from '../lib/text/printable';

/** Lies beside `src` in the repository, and beside `lib` in the package. */
const FOLDER = join(__dirname, '..', '..', 'collection');

/** The Ansible collection that carries plans out: its files, by path below the folder that Ansible looks for collections in. */
export function collectionFiles(): ReadonlyMap<string, string> {
  const paths = readdirSync(FOLDER, { recursive: true }).map(String).filter(path => /\.(ya?ml|py|md|sh)$/.test(path)).sort();
  return new Map(paths.map(path => [path.split(sep).join('/'), readFileSync(join(FOLDER, path), 'utf8')]));
}

/**
 * Writes the collection to a folder; the same for every plan, so that several have one beside them.
 *
 * @param plan folder of the plan that it is beside
 * @throws if that would be the same folder
 */
export function writeCollection(outdir: string, files: ReadonlyMap<string, string>, plan?: string): void {
  if (plan !== undefined && resolve(plan) === resolve(outdir)) {
    throw new Error(`in '${printable(plan)}' is the Ansible collection of the plans beside it; write this plan to a folder of another name`);
  }
  const all = [...files].map(([path, content]) => ({ path, content }));
  writeOutput(outdir, all, all.map(({ path, content }) => ({ path, sha256: contentHash(content) })));
}
