import { rowsIn, sumOf } from './edited-files';
import { VerifyDirectory } from './input';
import { fileName } from './layout';
import { folderAndName } from '../../migration/output-layout';

/** Folder of an app for what is made of its phases: configuration of installers, plans with their playbooks, bundles for delivery tools. */
const BUNDLES_DIR = 'bundles';
const INDEX_FILE = 'files.json';

/** A bundle, and those of its files that are as they were written. */
export interface WrittenBundle {
  readonly folder: string;
  /** With the list of them. */
  readonly files: ReadonlySet<string>;
}

/**
 * Bundles inside an input, by the lists that were written with them. A file that was changed since, or that no list has, is of none; nor is a bundle
 * that was handed in by itself.
 */
export function writtenBundles(directories: readonly VerifyDirectory[]): readonly WrittenBundle[] {
  return directories.flatMap(directory => [...directory.files].flatMap(([path, content]) => {
    const { folder, name } = folderAndName(path);
    if (name !== INDEX_FILE || !folder.split('/').slice(0, -1).includes(BUNDLES_DIR) || !('text' in content)) return [];
    const written = rowsIn(content.text).map(row => ({ ...row, path: `${folder}/${row.path}` }))
      .filter(row => sumOf(directory.files.get(row.path)) === row.sha256);
    return [{ folder: fileName(directory, folder), files: new Set([path, ...written.map(row => row.path)].map(one => fileName(directory, one))) }];
  }));
}
