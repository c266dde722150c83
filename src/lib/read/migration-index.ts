import { VerifyDirectory } from './input';
import { fileName } from './layout';
import { MIGRATION_FILE, MigrationFile, parseMigrationFile } from '../migration/migration-file';

/** A `migration.json` of the input: what synthesis says of the node files beside it. */
export interface MigrationIndex {
  readonly directory: VerifyDirectory;
  /** Folder that it is in, below its directory; empty: the directory itself. */
  readonly folder: string;
  /** Its name for findings. */
  readonly file: string;
  readonly index: MigrationFile;
}

/** Those that this release reads. Another file of that name says nothing. */
export function migrationIndexes(directories: readonly VerifyDirectory[]): readonly MigrationIndex[] {
  return directories.flatMap(directory => [...directory.files].flatMap(([path, content]) => {
    if (path.slice(path.lastIndexOf('/') + 1) !== MIGRATION_FILE || !('text' in content)) return [];
    const file = fileName(directory, path);
    const index = parsed(content.text, file);
    return index === undefined ? [] : [{ directory, folder: path.slice(0, Math.max(0, path.lastIndexOf('/'))), file, index }];
  }));
}

function parsed(text: string, file: string): MigrationFile | undefined {
  try {
    const index = parseMigrationFile(text, file);
    const { nodes: { controlPlane }, phases } = index as { readonly nodes: { readonly controlPlane?: unknown }; readonly phases?: unknown };
    return Array.isArray(controlPlane) && Array.isArray(phases) ? index : undefined;
  } catch {
    return undefined;
  }
}
