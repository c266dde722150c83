import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve, sep } from 'node:path';
import { SourceError } from '../lib/edit/yaml/source-error';
import { MIGRATION_FILE, MigrationFile, parseMigrationFile } from '../lib/migration/migration-file';
import { MigrationPhase } from '../lib/migration/migration-phase';
import { Documents, ObjectAt } from '../lib/read/documents';
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
 * Manifests by cluster and phase: as `migration.json` beside the node files says; without one, by the folder that is called like a phase.
 *
 * @param manifests paths of what was synthesized
 * @param nodes folder of the node files
 * @throws if a manifest is not the one that `migration.json` was written for, or there is none and the manifests are of several clusters
 */
export function manifestGroups(manifests: readonly string[], nodes: string | undefined): readonly ManifestGroup[] {
  const groups = groupsOf(manifests, nodes);
  for (const group of groups) refuseSeveralClusters(group.manifests);
  return groups;
}

function groupsOf(manifests: readonly string[], nodes: string | undefined): readonly ManifestGroup[] {
  const isOfThisRun = ({ index }: PhaseIndex) => index.manifests.some(({ path }) => find(manifests, path) !== undefined);
  const indexes = nodes === undefined ? [] : readIndexes(nodes).filter(isOfThisRun);
  if (indexes.length === 0) return byFolder(manifests, nodes);
  const severalClusters = new Set(indexes.map(({ index }) => index.cluster)).size > 1;
  const groups = indexes.map(({ dir, index }) => {
    return { dir, index, own: index.manifests.map(entry => checked(manifests, entry, join(dir, MIGRATION_FILE))) };
  });
  const others = manifests.filter(path => !groups.some(({ own }) => own.includes(path)));
  return groups.map(({ dir, index, own }) => ({
    label: severalClusters ? `${index.cluster} ${index.phase}` : index.phase,
    // What is no cluster's own, a platform's Charts, is applied to each; in a folder of a phase, in that phase only.
    manifests: [...own, ...others.filter(path => [undefined, index.phase].includes(phaseOf(path)))],
    nodes: dir,
  }));
}

interface PhaseIndex {
  readonly dir: string;
  readonly index: MigrationFile;
}

function readIndexes(nodes: string): PhaseIndex[] {
  if (!existsSync(nodes)) return [];
  return foldersOf(nodes).flatMap(dir => PHASES.includes(basename(dir)) ? [dir] : foldersOf(dir))
    .map(dir => ({ dir, file: join(dir, MIGRATION_FILE) }))
    .filter(({ file }) => existsSync(file))
    .map(({ dir, file }) => ({ dir, index: parseMigrationFile(readFileSync(file, 'utf8'), file) }));
}

function foldersOf(dir: string): string[] {
  return readdirSync(dir, { withFileTypes: true }).filter(entry => entry.isDirectory()).map(({ name }) => join(dir, name)).sort();
}

/** @throws if the manifest is missing, or another than the one that was written */
function checked(manifests: readonly string[], { path, sha256 }: MigrationFile['manifests'][number], file: string): string {
  const found = find(manifests, path);
  const remedy = 'call MigrationOutput.write(app, ...) after app.synth() of the same run';
  if (found === undefined) throw new Error(`'${path}' is in ${file}, but was not synthesized; ${remedy}`);
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
