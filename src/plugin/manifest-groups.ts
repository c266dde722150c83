import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { outputIndex } from '../files/output-folder';
import { phaseFolders } from '../files/phase-folders';
import { SourceError } from '../lib/edit/yaml/source-error';
import { clusterFolder } from '../lib/migration/cluster-folder';
import { MIGRATION_FILE, MigrationFile, parseMigrationFile } from '../lib/migration/migration-file';
import { MigrationPhase } from '../lib/migration/migration-phase';
import { folderAndName, isCopyOf, isKeptInPhases } from '../lib/migration/output-layout';
import { Documents, ObjectAt } from '../lib/read/documents/documents';
import { contentHash } from '../lib/text/content-hash';

/** Manifests of one cluster in one phase, which are checked together. */
export interface ManifestGroup {
  /** For people: `mixed`, `prod-eu mixed`; '' where nothing says it. */
  readonly label: string;
  readonly manifests: readonly string[];
  /** Folder with the node files of the phase. */
  readonly nodes?: string;
}

const PHASES: readonly string[] = Object.values(MigrationPhase);

/**
 * Manifests by cluster and phase: as `migration.json` beside the node files says; without one, by the folder that is called like a phase. Of an app
 * that keeps its phases in `phases`, each of them is checked, and what was synthesized has to be one.
 *
 * @param manifests paths of what was synthesized
 * @param nodes folder of the node files
 * @throws if a manifest is not the one that `migration.json` was written for, what was synthesized is not one phase of such an app, or there is no
 *   `migration.json` and the manifests are of several clusters
 */
export function manifestGroups(manifests: readonly string[], nodes: string | undefined): readonly ManifestGroup[] {
  const groups = groupsOf(manifests, nodes);
  for (const group of groups) refuseSeveralClusters(group.manifests);
  return groups;
}

function groupsOf(manifests: readonly string[], nodes: string | undefined): readonly ManifestGroup[] {
  if (nodes === undefined) return byFolder(manifests, nodes);
  const all = readIndexes(nodes);
  const kept = all.filter(({ index }) => isKeptInPhases(index) || isOfKept(index, all));
  if (kept.length > 0) return keptGroups(manifests, kept, nodes);
  const isOfThisRun = ({ index }: PhaseIndex) => index.manifests.some(({ path }) => find(manifests, path) !== undefined);
  const indexes = all.filter(isOfThisRun);
  if (indexes.length === 0) return byFolder(manifests, nodes);
  const groups = indexes.map(({ dir, index }) => {
    return { dir, index, own: index.manifests.map(entry => checked(find(manifests, entry.path), entry, join(dir, MIGRATION_FILE))) };
  });
  const others = manifests.filter(path => !groups.some(({ own }) => own.includes(path)));
  return groups.map(({ dir, index, own }) => ({
    label: labelOf(index, indexes),
    // What is no cluster's own, a platform's Charts, is applied to each; in a folder of a phase, in that phase only.
    manifests: [...own, ...others.filter(path => [undefined, index.phase].includes(phaseOf(path)))],
    nodes: dir,
  }));
}

interface PhaseIndex {
  readonly dir: string;
  readonly index: MigrationFile;
}

function readIndexes(nodes: string): readonly PhaseIndex[] {
  return phaseFolders(nodes, PHASES).map(dir => ({ dir, file: join(dir, MIGRATION_FILE) }))
    .filter(({ file }) => existsSync(file))
    .map(({ dir, file }) => ({ dir, index: parseMigrationFile(readFileSync(file, 'utf8'), file) }));
}

/** A phase without a manifest, of a cluster whose other phases are kept. */
function isOfKept({ cluster, manifests }: MigrationFile, all: readonly PhaseIndex[]): boolean {
  return manifests.length === 0 && all.some(({ index }) => index.cluster === cluster && isKeptInPhases(index));
}

function labelOf({ cluster, phase }: MigrationFile, indexes: readonly PhaseIndex[]): string {
  return new Set(indexes.map(({ index }) => index.cluster)).size > 1 ? `${cluster} ${phase}` : phase;
}

/** Each phase as it is kept beside the node files, and with what the phase that was synthesized has besides. */
function keptGroups(manifests: readonly string[], kept: readonly PhaseIndex[], nodes: string): readonly ManifestGroup[] {
  const appDir = dirname(nodes);
  const applied = [...new Set(kept.map(({ index }) => index.cluster))].map(cluster => appliedTo(manifests, cluster, kept));
  const copies = new Set(applied.flatMap(({ own }) => own));
  const others = manifests.filter(path => !copies.has(path));
  return kept.map(one => {
    const { dir, index } = one;
    const own = index.manifests.map(entry => checked(join(appDir, entry.path), entry, join(dir, MIGRATION_FILE)));
    const folders = new Set(index.manifests.map(({ path }) => folderAndName(path).folder));
    const listed = new Set(kept.flatMap(other => other.index.manifests.map(({ path }) => path)));
    // Charts of the user in the App of the phase; a copy of them may be what was synthesized, too.
    const beside = [...folders].flatMap(folder => (outputIndex(join(appDir, folder)) ?? []).map(({ path }) => `${folder}/${path}`))
      .filter(path => !listed.has(path));
    const isCurrent = applied.some(({ current }) => current.includes(one));
    const more = isCurrent ? others.filter(path => !beside.some(name => basename(name) === basename(path))) : [];
    return { label: labelOf(index, kept), manifests: [...own, ...beside.map(path => join(appDir, path)), ...more], nodes: dir };
  });
}

interface AppliedTo {
  /** What was synthesized for the cluster. */
  readonly own: readonly string[];
  /** The phases that it is: `mixed` and `n-plus-1` have the same manifests. */
  readonly current: readonly PhaseIndex[];
}

/** @throws if what was synthesized for a cluster is not one of its phases, all of it and nothing else */
function appliedTo(manifests: readonly string[], cluster: string, kept: readonly PhaseIndex[]): AppliedTo {
  const phases = kept.filter(({ index }) => index.cluster === cluster);
  const names = new Set(phases.flatMap(({ index }) => index.manifests.map(({ path }) => folderAndName(path).name)));
  const isSeveral = phases.some(({ index }) => index.nodeFiles.split('/').length > 3);
  const own = manifests.filter(path => names.has(basename(path)) && (!isSeveral || basename(dirname(path)) === clusterFolder(cluster)));
  const texts = own.map(path => [basename(path), readFileSync(path, 'utf8')] as const);
  const current = phases.filter(({ index: { manifests: listed } }) => listed.length === texts.length && listed.every(({ path, sha256 }) =>
    texts.some(([name, text]) => name === folderAndName(path).name && isCopyOf(text, sha256))));
  if (current.length > 0) return { own, current };
  const named = phases.map(({ index }) => `'${index.phase}'`).join(', ');
  throw new Error(`what is synthesized for cluster '${cluster}' is not one of its phases (${named}): `
    + `${own.length === 0 ? 'none of its manifests is there' : own.map(path => `'${basename(path)}'`).join(', ')}; call `
    + 'MigrationOutput.writeCurrent(phase, ...) after MigrationOutput.write(app, ...) of every phase, in the same run');
}

/** @throws if the manifest is missing, or another than the one that was written */
function checked(found: string | undefined, { path, sha256 }: MigrationFile['manifests'][number], file: string): string {
  const remedy = 'call MigrationOutput.write(app, ...) after app.synth() of the same run';
  if (found === undefined || !existsSync(found)) throw new Error(`'${path}' is in ${file}, but was not synthesized; ${remedy}`);
  const actual = contentHash(readFileSync(found, 'utf8'));
  if (actual === sha256) return found;
  throw new Error(`'${found}' is not the manifest that ${file} was written for: its sha256 is ${actual.slice(0, 12)}..., `
    + `listed is ${sha256.slice(0, 12)}...; `
    + remedy);
}

/** cdk8s-cli may have written to another folder than `dist`. */
function find(manifests: readonly string[], path: string): string | undefined {
  const below = path.replace(/^dist\//, '');
  return manifests.find(manifest => resolve(manifest).split(sep).join('/').endsWith(`/${below}`));
}

/** An app without node files writes one phase, or each to a folder of its own. */
function byFolder(manifests: readonly string[], nodes: string | undefined): readonly ManifestGroup[] {
  const groups = new Map<string, string[]>();
  for (const manifest of manifests) {
    const phase = phaseOf(manifest) ?? '';
    groups.set(phase, [...groups.get(phase) ?? [], manifest]);
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([phase, own]) => ({
    label: phase, manifests: own, nodes: nodes === undefined || phase === '' ? nodes : join(nodes, phase),
  }));
}

const WORKLOADS: readonly string[] = ['DaemonSet', 'Deployment', 'Pod'];

/** A cluster has a workload once, so two manifests with the same one are of two clusters, and must not be read as one. */
function refuseSeveralClusters(manifests: readonly string[]): void {
  const seen = new Map<string, string>();
  for (const manifest of manifests) {
    for (const { kind, namespace = 'default', name } of objectsIn(manifest).filter(object => WORKLOADS.includes(object.kind))) {
      const object = `${kind} ${namespace}/${name}`;
      const other = seen.get(object);
      if (other !== undefined && other !== manifest) {
        throw new Error(`'${basename(other)}' and '${basename(manifest)}' both have ${object}, so they are of two clusters, and nothing says which `
          + 'manifest is of which; call MigrationOutput.write(app, ...) after app.synth(), and give its folder as the property `nodes`');
      }
      seen.set(object, manifest);
    }
  }
}

/** None of one that cannot be read, which the check itself says. */
function objectsIn(manifest: string): readonly ObjectAt[] {
  try {
    return new Documents().objects(readFileSync(manifest, 'utf8'), manifest);
  } catch (error) {
    if (error instanceof SourceError) return [];
    throw error;
  }
}

function phaseOf(manifest: string): MigrationPhase | undefined {
  return resolve(manifest).split(sep).reverse().slice(1).find((folder): folder is MigrationPhase => PHASES.includes(folder));
}
