import { NodeRole, NodeSide } from '../../kubernetes/node';
import { grouped } from '../../kubernetes/once-for';
import { NodeFileEntry } from '../../migration/index-file';
import { MANAGEMENT_CLUSTER, MIGRATION_FILE, MigrationFile, parseMigrationFile } from '../../migration/migration-file';
import { MIGRATION_PHASES, MigrationPhase } from '../../migration/migration-phase';
import { APPLIED_DIR, PHASES_DIR } from '../../migration/output-layout';
import { ToDelete } from '../../migration/to-delete';
import { contentHash } from '../../text/content-hash';
import { printable } from '../../text/printable';
import { pathProblem } from '../../text/safe-path';

/** A file that synthesis wrote, and that a plan relies on. */
export interface PinnedFile {
  /** Path below the folder of the app. */
  readonly source: string;
  readonly text: string;
  readonly sha256: string;
  /** The cluster that a manifest is applied to, where that is not the one that is served. */
  readonly cluster?: typeof MANAGEMENT_CLUSTER;
}

/** A file for a node. */
export interface PlannedNodeFile extends PinnedFile {
  readonly role: NodeRole;
  readonly side: NodeSide;
  readonly node: string;
  /** Absolute path on the node. */
  readonly path: string;
  readonly mode: string;
  readonly owner: string;
  /** Sum of what the node has there before the migration, where that is known. */
  readonly inputSha256?: string;
  /** What synthesis changed in the command line of that, where the file is a static pod. */
  readonly inputFlags?: { readonly added: readonly string[]; readonly removed: readonly string[] };
}

/** What synthesis wrote for one phase. */
export interface PhaseFiles {
  readonly phase: MigrationPhase;
  /** Folder of its node files, below the folder of the app. */
  readonly folder: string;
  /** What synthesis says of the phase, where it wrote that. */
  readonly index?: MigrationFile;
  readonly manifests: readonly PinnedFile[];
  readonly nodeFiles: readonly PlannedNodeFile[];
  /** The same by node: a cluster may have a thousand. */
  readonly byNode: ReadonlyMap<string, readonly PlannedNodeFile[]>;
  readonly toDelete: ToDelete;
  /** Release of a kube-controller-manager that is taken to have `--cloud-provider=external`, where no files of its nodes are there. */
  readonly externalManager?: string;
}

/** What synthesis wrote, by path below the folder of the app. */
export type AppFiles = ReadonlyMap<string, string>;

/** kubeadm's ClusterConfiguration per side, where the app wrote it. */
export type KubeadmConfigurations = Partial<Readonly<Record<NodeSide, PinnedFile>>>;

/** A folder of node files of one phase: `nodes/<phase>` of the one cluster, `nodes/<cluster>/<phase>` of one of several. */
interface PhaseFolder {
  readonly path: string;
  readonly cluster?: string;
  readonly phase: MigrationPhase;
  /** What synthesis says of it; undefined for a folder that `NodeFiles.write` wrote alone. */
  readonly index?: MigrationFile;
}

/**
 * The phases that are there, of one cluster. What is in their folders and is in no index belongs to another program and is left alone.
 *
 * @param cluster which one, where the app has several
 * @throws if this is not the output of our synthesis, was changed since, or has several clusters and none is named
 */
export function readPhases(files: AppFiles, cluster?: string): ReadonlyMap<MigrationPhase, PhaseFiles> {
  const folders = phaseFolders(files);
  if (folders.length === 0) {
    const found = [...new Set([...files.keys()].map(path => path.split('/')[0]))].sort().slice(0, 5).join(', ') || 'nothing';
    throw new Error(`no phase is written here: expected 'nodes/<phase>/files.json' with <phase> one of ${MIGRATION_PHASES.join(', ')}, `
      + `and manifests in 'phases/<phase>' or 'dist/<phase>', got ${found}; give the folder into which synth writes phases/ (or dist/) and nodes/, `
      + 'one folder per phase in each');
  }
  const clusters = [...new Set(folders.map(folder => folder.index?.cluster ?? folder.cluster))];
  const named = clusters.map(name => `'${name ?? 'not named'}'`).join(', ');
  if (cluster === undefined && clusters.length > 1) throw new Error(`the app has several clusters, ${named}, and a plan is for one; say which`);
  const own = cluster === undefined ? folders : folders.filter(folder => cluster === (folder.index?.cluster ?? folder.cluster ?? cluster));
  if (own.length === 0) throw new Error(`the app has no cluster '${cluster}'; it has ${named}`);
  refuseTwoLayouts(own);
  const inOrder = MIGRATION_PHASES.flatMap(phase => own.filter(folder => folder.phase === phase));
  try {
    return new Map(inOrder.map(folder => [folder.phase, readPhase(folder, files)]));
  } catch (error) {
    // Whatever is wrong with it: first of all, it is not what was written.
    refuseEdited(inOrder, files);
    throw error;
  }
}

/** Files that are named where several were changed. */
const MOST_NAMED = 5;

/** @throws with all of those that were changed since synthesis wrote them, where they are several */
function refuseEdited(folders: readonly PhaseFolder[], files: AppFiles): void {
  const listed = folders.flatMap(({ path, index }) => [
    ...rowsOf(files, path).map(row => ({ ...row, path: `${path}/${row.path}` })),
    ...index?.manifests ?? [],
  ]);
  const isEdited = ({ path, sha256 }: { readonly path: string; readonly sha256: string }) =>
    files.has(path) && contentHash(files.get(path)!) !== sha256;
  const edited = listed.filter(isEdited).map(({ path }) => path).sort();
  // What cannot be a file of a node is told first.
  if (edited.length < 2 || !folders.every(({ path }) => rowsOf(files, path).every(row => NODE_FILE.test(row.path)))) return;
  const more = edited.length > MOST_NAMED ? ` and ${edited.length - MOST_NAMED} more` : '';
  const named = edited.slice(0, MOST_NAMED).map(path => `'${path}'`).join(', ');
  throw new Error(`${edited.length} files were changed since synth wrote them: ${named}${more}; make the change in `
    + 'the program or its input and run synth again');
}

/** One of the two is of an earlier run, when the app had another number of clusters; which one cannot be told. */
function refuseTwoLayouts(folders: readonly PhaseFolder[]): void {
  for (const { path, phase } of folders) {
    const other = folders.find(one => one.phase === phase && one.path !== path);
    if (other) {
      throw new Error(`phase '${phase}' is written twice, in '${path}' and in '${other.path}'; remove the one that an earlier run wrote, `
      + 'and run synth again');
    }
  }
}

function phaseFolders(files: AppFiles): PhaseFolder[] {
  return [...files.keys()].sort().flatMap((path): PhaseFolder[] => {
    const [, folder, cluster, phase] = /^(nodes\/(?:([^/]+)\/)?([^/]+))\/files\.json$/.exec(path) ?? [];
    if (folder === undefined) return [];
    const name = `${folder}/${MIGRATION_FILE}`;
    const text = files.get(name);
    if (!MIGRATION_PHASES.includes(phase as MigrationPhase)) {
      if (text !== undefined || ENUM_NAME.test(phase)) throw new Error(noPhase(folder));
      return []; // a folder of another program
    }
    const index = text === undefined ? undefined : parseMigrationFile(text, name);
    if (index && index.phase !== phase) {
      throw new Error(`'${name}' is of phase '${index.phase}', but is in a folder of phase '${phase}'; run synth again`);
    }
    return [{ path: folder, cluster, phase: phase as MigrationPhase, index }];
  });
}

/** What Python and Java write of the enum: there its text is not its value. */
const ENUM_NAME = /^(?:MigrationPhase\.\w+|N|MIXED|N_PLUS_1|DISABLED)$/;

function noPhase(folder: string): string {
  return `'${folder}' is not named after a phase (${MIGRATION_PHASES.join(', ')}), so nothing can be planned from it; write it under the name that `
    + 'MigrationOutput.folderOf gives in every language, and remove this folder';
}

/** @throws if the configuration was changed since it was written */
export function readKubeadm(files: AppFiles): KubeadmConfigurations {
  const folder = 'bundles/kubeadm';
  if (!files.has(`${folder}/files.json`)) return {};
  const rows = rowsOf(files, folder);
  return Object.fromEntries(Object.values(NodeSide).flatMap(side => {
    const row = rows.find(({ path }) => path === `${side}/cluster-configuration.yaml`);
    return row ? [[side, pinned(files, `${folder}/${row.path}`, row.sha256)]] : [];
  }));
}

function readPhase({ path: folder, phase, index }: PhaseFolder, files: AppFiles): PhaseFiles {
  const nodeFiles = rowsOf(files, folder).map(row => nodeFile(files, folder, row));
  return {
    phase,
    folder,
    index,
    manifests: index ? indexed(index, files) : besides(phase, files),
    nodeFiles,
    byNode: filesByNode(nodeFiles),
    toDelete: parseToDelete(files.get(`${folder}/to-delete.json`), `${folder}/to-delete.json`),
  };
}

export function filesByNode(files: readonly PlannedNodeFile[]): PhaseFiles['byNode'] {
  return grouped(files, ({ node }) => node);
}

/** The manifests that synthesis wrote of this cluster, in the order in which they are applied. */
function indexed({ manifests }: MigrationFile, files: AppFiles): PinnedFile[] {
  const wrong = manifests.map(({ path }) => /^(?:.*\/)?MigrationPhase\.\w+(?=\/)/.exec(path)?.[0]).find(folder => folder !== undefined);
  if (wrong !== undefined) throw new Error(noPhase(wrong));
  return [...manifests].sort((a, b) => a.step - b.step)
    .map(({ path, sha256, cluster }) => ({ ...pinned(files, path, sha256), ...cluster && { cluster } }));
}

/** Without an index, whatever is in the folder of the phase. */
function besides(phase: MigrationPhase, files: AppFiles): PinnedFile[] {
  const folder = [PHASES_DIR, APPLIED_DIR].map(name => `${name}/${phase}/`).find(name => [...files.keys()].some(path => path.startsWith(name)));
  if (folder === undefined) return [];
  const manifests = [...files].filter(([path]) => path.startsWith(folder) && /\.ya?ml$/.test(path)).sort(([a], [b]) => (a < b ? -1 : 1));
  return manifests.map(([source, text]) => ({ source, text, sha256: contentHash(text) }));
}

/**
 * Every file that the index of a folder lists.
 *
 * @throws if it has no index, or a file was changed since it was written
 */
export function pinnedFolder(files: AppFiles, folder: string): PinnedFile[] {
  return rowsOf(files, folder).map(({ path, sha256 }) => pinned(files, `${folder}/${path}`, sha256));
}

/** Indexes of other files than those of nodes say less. */
type Row = Pick<NodeFileEntry, 'path' | 'sha256'> & Partial<NodeFileEntry>;

/** `<role>-<side>/<node>/<path on the node>` */
const NODE_FILE = /^(control-plane|worker)-(n|n-plus-1)\/([a-z0-9][-a-z0-9.]*)(\/[^]+)$/;

function nodeFile(files: AppFiles, folder: string, row: Row): PlannedNodeFile {
  const { path, sha256, mode, owner, inputSha256 } = row;
  const match = NODE_FILE.exec(path);
  if (!match || pathProblem(match[4].slice(1)) !== undefined) {
    throw new Error(`'${folder}/files.json' lists '${printable(path)}', expected '<role>-<side>/<node>/<path on the node>' `
      + 'of letters, digits and \'._+=:@,%~-\'; run synth again');
  }
  const [, role, side, node, target] = match;
  if (inputSha256 !== undefined && !/^[0-9a-f]{64}$/.test(inputSha256)) {
    throw new Error(`'${folder}/files.json' has inputSha256 '${inputSha256}' for '${path}', expected 64 hex digits; run synth again`);
  }
  if (!/^0[0-7]{3}$/.test(mode ?? '') || !/^[a-z_][-a-z0-9_]*:[a-z_][-a-z0-9_]*$/.test(owner ?? '')) {
    throw new Error(`'${folder}/files.json' has mode '${mode}' and owner '${owner}' for '${path}', expected for example '0600' and 'root:root'; run `
      + 'synth again');
  }
  return {
    ...pinned(files, `${folder}/${path}`, sha256),
    role: role as NodeRole,
    side: side as NodeSide,
    node,
    path: target,
    mode: mode!,
    owner: owner!,
    inputSha256,
    inputFlags: inputFlags(folder, row),
  };
}

/** A file that is as it was handed in has the command line that it had. */
function inputFlags(folder: string, { path, sha256, inputSha256, addedFlags: added, removedFlags: removed }: Row): PlannedNodeFile['inputFlags'] {
  if (sha256 === inputSha256) return { added: [], removed: [] };
  if (added === undefined || removed === undefined) return undefined;
  const isFlags = (value: unknown) => Array.isArray(value) && value.every(flag => typeof flag === 'string' && /^--[a-z0-9]/.test(flag));
  if (!isFlags(added) || !isFlags(removed)) {
    throw new Error(`'${folder}/files.json' has addedFlags or removedFlags of '${path}' that are no flags, expected lists like `
      + '["--cloud-provider=aws"]; run synth again');
  }
  return { added, removed };
}

function pinned(files: AppFiles, source: string, sha256: string): PinnedFile {
  const text = files.get(source);
  if (text === undefined) throw new Error(`'${source}' is in the index, but not in the folder; run synth again`);
  const actual = contentHash(text);
  if (actual !== sha256) {
    throw new Error(`'${source}' was changed since synth wrote it: its sha256 is ${actual.slice(0, 12)}..., the index has `
      + `${String(sha256).slice(0, 12)}...; `
      + 'make the change in the program or its input and run synth again');
  }
  return { source, text, sha256 };
}

/** What the index of a folder lists. */
function rowsOf(files: AppFiles, folder: string): readonly Row[] {
  const file = `${folder}/files.json`;
  const text = files.get(file);
  if (text === undefined) throw new Error(`'${file}' is missing; run synth again`);
  const rows = parseJson(text, file);
  if (!Array.isArray(rows) || !rows.every(row => typeof row?.path === 'string' && typeof row?.sha256 === 'string')) {
    throw new Error(`'${file}' is not an index of this library's files: expected a list of path and sha256; run synth again`);
  }
  return rows as readonly Row[];
}

function parseToDelete(text: string | undefined, file: string): ToDelete {
  if (text === undefined) throw new Error(`'${file}' is missing; run synth again`);
  const value = parseJson(text, file) as Partial<ToDelete> | null;
  const word = /^[A-Za-z0-9][A-Za-z0-9.:/_-]*$/;
  const isName = (item: unknown): boolean => typeof item === 'string' && word.test(item);
  const objects = value?.objects;
  const nodeFiles = value?.nodeFiles;
  if (!Array.isArray(objects) || !Array.isArray(nodeFiles)
    || !objects.every(one => [one?.apiVersion, one?.kind, one?.name, one?.namespace ?? 'default'].every(isName))
    || !nodeFiles.every(one => typeof one?.path === 'string' && one.path.startsWith('/') && pathProblem(one.path.slice(1)) === undefined)) {
    throw new Error(`'${file}' is not a list of what to delete: `
      + 'expected objects (apiVersion, kind, name) and nodeFiles (role, side, path); run synth again');
  }
  return { objects, nodeFiles };
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`'${file}' is not JSON; run synth again`);
  }
}
