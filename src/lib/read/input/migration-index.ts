import { VerifyDirectory } from './input';
import { fileName, Layout, NodeFolderPath } from './layout';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';
import { NodeSide } from '../../kubernetes/node';
import { MIGRATION_FILE, MigrationFile, parseMigrationFile } from '../../migration/migration-file';

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

/** Control-plane nodes with the release that the index says of their side: units do not say theirs. Workers may be older. */
export function withReleases(layout: Layout, indexes: readonly MigrationIndex[]): Layout {
  if (indexes.length === 0) return layout;
  return { ...layout, nodes: layout.nodes.map(node => ({ ...node, version: node.version ?? releaseOf(node, indexes) })) };
}

function releaseOf({ directory, root, role, side }: NodeFolderPath, indexes: readonly MigrationIndex[]): KubernetesVersion | undefined {
  if (role !== 'control-plane' || side === undefined) return undefined;
  const above = indexes.filter(one => one.directory === directory && (one.folder === '' || root.startsWith(`${one.folder}/`)));
  const [nearest] = above.sort((one, other) => other.folder.length - one.folder.length);
  const { from, to } = (nearest?.index.releases ?? {}) as Partial<MigrationFile['releases']>;
  return KubernetesVersion._read(side === NodeSide.N ? from : to);
}

/** The folder that it is in. */
export function folderOfIndex({ directory, folder }: MigrationIndex): string {
  return fileName(directory, folder).replace(/(?<!\/)\/+$/, '');
}

/** Of several, those of the app in whose folder a file is. */
export function indexesNear(file: string, indexes: readonly MigrationIndex[]): readonly MigrationIndex[] {
  const near = indexes.filter(one => rootOfIndex(one) !== undefined && isBelow(file, rootOfIndex(one)!));
  return near.length > 0 ? near : indexes;
}

/** The folder of the app, where the index is where it was written. */
function rootOfIndex(one: MigrationIndex): string | undefined {
  if (typeof one.index.nodeFiles !== 'string') return undefined;
  const written = segments(one.index.nodeFiles).slice(0, -1);
  const found = segments(folderOfIndex(one));
  return endsAlike(found, written) && found.length > written.length ? found.slice(0, -written.length).join('/') : undefined;
}

/** Parts of a path of the input; `.` says nothing. */
export function segments(path: string): readonly string[] {
  return path.split('/').filter(part => part !== '' && part !== '.');
}

export function isBelow(file: string, folder: string): boolean {
  const above = segments(folder);
  return segments(file).slice(0, above.length).join('/') === above.join('/');
}

/** Whether one path is the end of the other: the folder of the app may be anywhere, and a part of the path may be the argument. */
export function endsAlike(one: readonly string[], other: readonly string[]): boolean {
  const length = Math.min(one.length, other.length);
  return length > 0 && one.slice(-length).join('/') === other.slice(-length).join('/');
}
