import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { makeFolder } from '../files/make-folder';
import { outputIndex, removeFiles } from '../files/output-folder';
import { phaseFolders } from '../files/phase-folders';
import { SourceError } from '../lib/edit/yaml/source-error';
import { clusterFolder } from '../lib/migration/cluster-folder';
import { MIGRATION_FILE, MigrationFile, parseMigrationFile } from '../lib/migration/migration-file';
import { MIGRATION_PHASES, MigrationPhase } from '../lib/migration/migration-phase';
import { appliedText, folderAndName, isCopyOf, ownFolder, PHASES_DIR } from '../lib/migration/output-layout';
import { identity, parseReference } from '../lib/migration/to-delete';
import { Documents } from '../lib/read/documents/documents';
import { contentHash } from '../lib/text/content-hash';
import { printable } from '../lib/text/printable';

/** What `MigrationOutput.write` said of a phase. */
interface WrittenPhase {
  /** Folder of its node files, from that of the app. */
  readonly dir: string;
  readonly index: MigrationFile;
}

interface AppliedFile {
  /** Path below the folder that is applied. */
  readonly path: string;
  readonly content: string;
}

/**
 * Copies the manifests of the phase that the cluster is in to the folder that is applied, and removes there what an earlier call copied of another.
 *
 * @returns paths written, relative to `outdir`
 * @throws before anything is written, if what would be applied is not exactly that phase
 */
export function writeCurrentPhase(phase: MigrationPhase, appDir: string, outdir: string, clusterId: string | undefined): string[] {
  refuseFolder(appDir, outdir);
  const all = writtenPhases(appDir);
  const own = ofOneCluster(all, clusterId);
  const current = own.find(({ index }) => index.phase === phase);
  if (current === undefined) {
    const written = own.map(({ index }) => `'${index.phase}'`).join(', ');
    const { strategy, phases } = own[0].index;
    throw new Error(`phase '${phase}' is not written below '${join(appDir, 'nodes')}', so it cannot be applied; written are ${written}, and phases `
      + `of strategy '${strategy}' are ${phases.map(one => `'${one}'`).join(', ')}; call MigrationOutput.write(app, ...) of every phase before, and `
      + 'give one of these');
  }
  const below = current.dir.split('/').length > 2 ? clusterFolder(current.index.cluster) : '';
  const files = filesOf(current, all, appDir).map(({ path, content }) => ({ path: join(below, path).split(sep).join('/'), content }));
  const stale = leftBehind(join(outdir, below), files.map(({ path }) => join(outdir, path)), own, appDir);
  makeFolder(resolve(outdir));
  for (const { path, content } of files) {
    const target = join(outdir, path);
    if (existsSync(target) && readFileSync(target, 'utf8') === content) continue;
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, content);
  }
  removeFiles(resolve(outdir), stale.map(file => relative(resolve(outdir), file)));
  makeFolder(resolve(outdir)); // cdk8s-cli reads it also where a phase has no manifest
  return files.map(({ path }) => path);
}

/** What is applied must not be where the phases are kept, nor hold them. */
function refuseFolder(appDir: string, outdir: string): void {
  const kept = ['nodes', PHASES_DIR].map(name => resolve(appDir, name));
  const target = resolve(outdir);
  const other = kept.find(folder => `${folder}${sep}`.startsWith(`${target}${sep}`) || `${target}${sep}`.startsWith(`${folder}${sep}`));
  if (other === undefined) return;
  throw new Error(printable(`outdir '${outdir}' holds '${other}' or is in it, and all of outdir is applied; use a folder beside it, for example `
    + '\'dist\''));
}

function writtenPhases(appDir: string): readonly WrittenPhase[] {
  return phaseFolders(join(appDir, 'nodes'), MIGRATION_PHASES).flatMap(folder => {
    const file = join(folder, MIGRATION_FILE);
    if (!existsSync(file)) return [];
    return { dir: relative(appDir, folder).split(sep).join('/'), index: parseMigrationFile(readFileSync(file, 'utf8'), file) };
  });
}

function ofOneCluster(all: readonly WrittenPhase[], clusterId: string | undefined): readonly WrittenPhase[] {
  const clusters = [...new Set(all.map(({ index }) => index.cluster))];
  const named = clusters.map(one => `'${one}'`).join(', ');
  if (clusters.length === 0) {
    throw new Error('no phase is written, so none can be applied; call MigrationOutput.write(app, ...) of every phase before');
  }
  if (clusterId === undefined && clusters.length > 1) throw new Error(`the app has several clusters, ${named}; give the id of one as clusterId`);
  const cluster = clusterId ?? clusters[0];
  if (!clusters.includes(cluster)) throw new Error(`the app has no cluster '${cluster}'; it has ${named}`);
  return all.filter(({ index }) => index.cluster === cluster);
}

/** Manifests of a phase, and those of the user beside them; what is of another cluster in the same App is not. */
function filesOf({ dir, index }: WrittenPhase, all: readonly WrittenPhase[], appDir: string): readonly AppliedFile[] {
  const folder = keptFolder(index, appDir);
  const rows = (folder === undefined ? undefined : outputIndex(join(appDir, folder))) ?? [];
  const remedy = `make its App with the output folder '${PHASES_DIR}/${index.phase}', and call app.synth() and MigrationOutput.write(app, ...) `
    + 'before';
  const isListed = ({ path, sha256 }: MigrationFile['manifests'][number]) =>
    folderAndName(path).folder === folder && rows.some(row => row.path === folderAndName(path).name && row.sha256 === sha256);
  const missing = index.manifests.find(entry => !isListed(entry));
  if (folder === undefined || missing !== undefined) {
    throw new Error(printable(`phase '${index.phase}' is not in '${PHASES_DIR}', so it cannot be copied: '${dir}/${MIGRATION_FILE}' lists `
      + `${missing === undefined ? 'no manifest there' : `'${missing.path}'`}; ${remedy}`));
  }
  const others = new Set(all.filter(one => one.index.cluster !== index.cluster).flatMap(one => one.index.manifests.map(({ path }) => path)));
  return rows.filter(({ path }) => !others.has(`${folder}/${path}`)).map(({ path, sha256 }) => {
    const file = join(appDir, folder, path);
    const content = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
    if (content !== undefined && contentHash(content) === sha256) return { path, content: appliedText(content) };
    throw new Error(printable(`'${file}' ${content === undefined ? 'is gone' : 'was changed'} since it was written; ${remedy}`));
  });
}

/** Where the manifests of a phase are; undefined: not in `phases`. */
function keptFolder({ cluster, phase }: MigrationFile, appDir: string): string | undefined {
  return [ownFolder(cluster, phase), `${PHASES_DIR}/${phase}`].find(folder => outputIndex(join(appDir, folder)) !== undefined);
}

/**
 * Files below the folder that is applied that are copies of another phase.
 *
 * @throws if a file that is none has an object of the migration: who applies the folder would apply that too
 */
function leftBehind(folder: string, now: readonly string[], own: readonly WrittenPhase[], appDir: string): readonly string[] {
  const known = own.flatMap(({ index }) => {
    const kept = keptFolder(index, appDir);
    return kept === undefined ? [] : outputIndex(join(appDir, kept)) ?? [];
  });
  const objects = new Set(own.flatMap(({ index }) => (index.objects ?? []).flatMap(text => parseReference(text) ?? [])).map(identity));
  const written = new Set(now.map(file => resolve(file)));
  return manifestsBelow(folder).filter(file => !written.has(resolve(file))).filter(file => {
    const text = readFileSync(file, 'utf8');
    if (known.some(({ path, sha256 }) => path === basename(file) && isCopyOf(text, sha256))) return true;
    const other = objectsIn(text, file).find(object => objects.has(identity(object)));
    if (other === undefined) return false;
    throw new Error(printable(`'${file}' has ${other.kind} ${other.name} of the migration, and is no copy of a manifest in '${PHASES_DIR}': it is of `
      + 'an earlier run, or was edited; remove it and run again (`cdk8s synth` empties its output folder by itself)'));
  }).map(file => resolve(file));
}

/** What a tool that applies the folder would read. */
function manifestsBelow(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile() && /\.ya?ml$/.test(entry.name))
    .map(entry => join(entry.parentPath, entry.name)).sort();
}

/** None of what is no YAML. */
function objectsIn(text: string, file: string): ReturnType<Documents['objects']> {
  try {
    return new Documents().objects(text, file);
  } catch (error) {
    if (error instanceof SourceError) return [];
    throw error;
  }
}
