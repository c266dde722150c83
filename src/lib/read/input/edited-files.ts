import { FileContent, VerifyDirectory } from './input';
import { fileName } from './layout';
import { endsAlike, indexesNear, MigrationIndex, migrationIndexes, segments } from './migration-index';
import { APPLIED_DIR, EditedFile, folderAndName, isCopyOf, isKeptInPhases } from '../../migration/output-layout';
import { contentHash } from '../../text/content-hash';

/** What was synthesized and is another text now, by the sums that synthesis wrote beside it; sorted by name. Other files are not ours. */
export function editedFiles(directories: readonly VerifyDirectory[]): readonly EditedFile[] {
  const indexes = migrationIndexes(directories);
  if (indexes.length === 0) return [];
  const manifests = directories.flatMap(directory => [...directory.files].flatMap(([path, content]) => {
    const file = fileName(directory, path);
    // Of a text that was cut the sum is not known.
    return 'text' in content && content.cut === undefined ? editedManifest(file, content.text, content.sha256, indexes) : [];
  }));
  return [...manifests, ...indexes.flatMap(editedNodeFiles)].sort((one, other) => one.file < other.file ? -1 : 1);
}

/** Several phases may list a path that ends alike: it is as one of them has it. */
function editedManifest(file: string, text: string, sum: string | undefined, indexes: readonly MigrationIndex[]): readonly EditedFile[] {
  const listed = indexesNear(file, indexes).map(one => ({ one, sums: rowsOf(one.index.manifests).filter(({ path }) => isAt(file, path, one)) }))
    .filter(({ sums }) => sums.length > 0);
  const isAsWritten = listed.some(({ sums }) => sums.some(({ sha256 }) => sha256 === sum || isCopyOf(text, sha256)));
  return listed.length === 0 || isAsWritten ? [] : [{ file, index: listed[0].one.file }];
}

/** Whether a file is where a manifest was written, or where its copy is applied from. */
function isAt(file: string, written: string, { index }: MigrationIndex): boolean {
  const [own, others] = [segments(file), segments(written)];
  return endsAlike(own, others) || (isKeptInPhases(index) && own.at(-2) === APPLIED_DIR && own.at(-1) === folderAndName(written).name);
}

function editedNodeFiles({ directory, folder, file: index, index: { nodeFiles } }: MigrationIndex): readonly EditedFile[] {
  if (typeof nodeFiles !== 'string') return [];
  const at = (path: string) => folder === '' ? path : `${folder}/${path}`;
  const rows = directory.files.get(at(folderAndName(nodeFiles).name));
  if (rows === undefined || !('text' in rows)) return [];
  return rowsIn(rows.text).flatMap(({ path, sha256 }) => {
    const sum = sumOf(directory.files.get(at(path)));
    return sum === undefined || sum === sha256 ? [] : [{ file: fileName(directory, at(path)), index }];
  });
}

/** Sum of what was read; undefined: it is not there, is no text, or was cut. */
export function sumOf(content: FileContent | undefined): string | undefined {
  if (content === undefined || !('text' in content) || content.cut !== undefined) return undefined;
  return content.sha256 ?? contentHash(content.text);
}

/** A file that was written, and its sum. */
export interface WrittenFile {
  readonly path: string;
  readonly sha256: string;
}

/** The rows of a list of what was written, `files.json`. */
export function rowsIn(text: string): readonly WrittenFile[] {
  try {
    return rowsOf(JSON.parse(text));
  } catch {
    return [];
  }
}

/** What is no such list says nothing of a file. */
function rowsOf(rows: unknown): readonly WrittenFile[] {
  return Array.isArray(rows) ? rows.filter(row => typeof row?.path === 'string' && typeof row?.sha256 === 'string') : [];
}
