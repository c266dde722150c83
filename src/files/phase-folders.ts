import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

/**
 * Folders of phases: `<root>/<phase>` of the one cluster, `<root>/<cluster>/<phase>` of several.
 *
 * @param names what phases are called
 */
export function phaseFolders(root: string, names: readonly string[]): readonly string[] {
  if (!existsSync(root)) return [];
  return foldersOf(root).flatMap(dir => names.includes(basename(dir)) ? [dir] : foldersOf(dir).filter(one => names.includes(basename(one))));
}

function foldersOf(dir: string): readonly string[] {
  return readdirSync(dir, { withFileTypes: true }).filter(entry => entry.isDirectory()).map(({ name }) => join(dir, name)).sort();
}
