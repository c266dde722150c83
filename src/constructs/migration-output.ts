import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { ApiObject, App, Chart, Names } from 'cdk8s';
import { CloudControllerMigration } from './cloud-controller-migration';
import { writeCurrentPhase } from './current-phase';
import { earlierRuns } from './earlier-runs';
import { removeCopies, removeLeftOver } from './left-over-files';
import { chartsBelow } from './written-manifests';
import { INDEX_FILE, outputIndex, renderJson, writeOutput } from '../files/output-folder';
import { clusterFolder } from '../lib/migration/cluster-folder';
import { leftByEarlierRuns, refuseOtherLocks } from '../lib/migration/earlier-run';
import { migrationFile } from '../lib/migration/make-migration-file';
import { MANAGEMENT_CLUSTER, ManifestEntry, MIGRATION_FILE } from '../lib/migration/migration-file';
import { MigrationPhase } from '../lib/migration/migration-phase';
import { APPLIED_DIR, ownFolder, PHASES_DIR } from '../lib/migration/output-layout';
import { ObjectReference } from '../lib/migration/to-delete';
import { contentHash } from '../lib/text/content-hash';

/**
 * Writes what cdk8s does not: the files of nodes, `migration.json`, and the manifests of the phase that the cluster is in to the folder that is
 * applied.
 *
 * `migration.json` says what synthesis knows. cdk8s has no hook after synth, so these are explicit calls after `app.synth()`.
 *
 * @example
 * for (const phase of migration.phases) {
 *   const app = new App({ outdir: 'phases/' + MigrationOutput.folderOf(phase) });
 *   new CloudControllerMigration(app, 'prod-eu', { migration, phase });
 *   app.synth();
 *   MigrationOutput.write(app, '.');
 * }
 * MigrationOutput.writeCurrent(MigrationPhase.MIXED, '.', new App().outdir); // the phase that the cluster is in
 */
export class MigrationOutput {
  /**
   * Writes `nodes/<phase>/` of the one cluster in the App, `nodes/<cluster>/<phase>/` where it has several, or its output folder is
   * `phases/<cluster>/<phase>`.
   *
   * Node files, `files.json`, `to-delete.json` and `migration.json`. Files that an earlier call wrote and that are no longer in the set
   * are removed, with those of phases that the strategy does not have any more; what was edited since and all other files stay. What an earlier call
   * wrote and no phase has any more (a DaemonSet that is a Deployment now) is in `to-delete.json`; locks must be those of the earlier call.
   *
   * Where the output folder of the App is in `phases` below `appDir`, its manifests are listed there too, in `files.json`, for `writeCurrent`.
   *
   * @param app the App, after `app.synth()`
   * @param appDir folder of the app: the one that `dist` is in
   * @param manifestsDir folder that stands for `dist` below `appDir`, where manifests are elsewhere: cdk8s-cli names another one in `CDK8S_OUTDIR`
   *   with `--stdout` and `--output`; default: manifests are where the App says
   * @param commitSecrets whether node files with secrets may be committed; false if left out: see `NodeFiles.write`
   * @returns paths written, relative to `appDir`
   * @throws if the App was not synthesized, one cluster is in two phases, or a lock is not the one that an earlier call wrote
   */
  public static write(app: App, appDir: string, manifestsDir?: string, commitSecrets: boolean = false): string[] {
    const migrations = app.node.findAll().filter((node): node is CloudControllerMigration => node instanceof CloudControllerMigration);
    if (migrations.length === 0) throw new Error('the App has no CloudControllerMigration, so there is nothing to write; make one in it before');
    const clusters = new Set(migrations.map(({ migration }) => migration.clusterId));
    if (clusters.size !== migrations.length) refuseTwice(migrations);
    const outdir = relative(resolve(appDir), resolve(app.outdir)).split(sep).join('/');
    const isOne = clusters.size === 1 && outdir !== ownFolder(migrations[0].migration.clusterId, migrations[0].phase);
    const places = migrations.map(construct => {
      const { migration: { clusterId }, phase } = construct;
      return { construct, dir: isOne ? `nodes/${phase}` : `nodes/${clusterFolder(clusterId)}/${phase}` };
    });
    if (isOne) refuseOtherCluster(appDir, migrations[0]);
    refuseOtherLayout(appDir, migrations, isOne);
    const inApp = objectsIn(app);
    const written = new WrittenCharts(app, appDir, manifestsDir);
    // Everything is read before anything is written.
    const files = places.map(({ construct, dir }) => {
      const manifests = construct.charts.map((chart, index) => ({
        ...written.entry(chart, index + 1), ...construct._isOfManagement(chart) && { cluster: MANAGEMENT_CLUSTER },
      }));
      const unknown = construct._unknown.map(one => ({ ...one, file: placeFromApp(one.file, app, appDir, manifestsDir) }));
      const file = migrationFile(construct.migration, construct.phase, { manifests, nodeFiles: `${dir}/${INDEX_FILE}`, unknown });
      const earlier = earlierRuns(dirname(join(appDir, dir)), file.cluster);
      refuseOtherLocks(file, earlier);
      construct.nodeFiles._setLeftBehind(leftByEarlierRuns(earlier, [...construct.migration._model.everyObject, ...inApp]));
      return { construct, dir, file, earlier };
    });
    const isKept = outdir.startsWith(`${PHASES_DIR}/`);
    const kept = isKept ? chartsBelow(app).map(chart => written.file(chart)) : [];
    const keptBefore = isKept ? outputIndex(app.outdir) ?? [] : [];
    const folders = { appDir, manifestsDir: manifestsDir ?? join(appDir, APPLIED_DIR), isOne };
    const paths = files.flatMap(({ construct: { nodeFiles }, dir, file }) =>
      nodeFiles._write(join(appDir, dir), commitSecrets, [{ path: MIGRATION_FILE, content: renderJson(file) }]).map(path => `${dir}/${path}`));
    if (isKept) writeOutput(app.outdir, kept, kept.map(({ path, content }) => ({ path, sha256: contentHash(content) })));
    removeCopies([...clusters], keptBefore.filter(row => !kept.some(({ path }) => path === row.path)), folders);
    for (const { construct: { migration }, file, earlier } of files) removeLeftOver(migration, file, earlier, folders);
    return [...paths, ...isKept ? [`${outdir}/${INDEX_FILE}`] : []];
  }

  /**
   * Writes what is applied: the manifests of the phase that the cluster is in, as they are in `phases/<phase>/`, your own included.
   *
   * `outdir` has that phase and no other then: what an earlier call wrote there of another phase is removed. A pull request that moves the cluster to
   * the next phase changes `outdir` and the line that says the phase, and nothing in `phases/`.
   *
   * It comes after `MigrationOutput.write(...)` of every phase, each with an App whose output folder is `phases/<phase>` below `appDir`; with
   * several clusters, in the App of a phase or in an App each with the output folder `phases/<cluster>/<phase>`.
   *
   * @param phase the phase that the cluster is in
   * @param appDir folder of the app: the one that `phases` and `nodes` are in
   * @param outdir folder that is applied, `dist` below `appDir` if left out; with several clusters, each has a folder of its own in it, with its
   *   id as name. cdk8s-cli names another one in `CDK8S_OUTDIR` with `--stdout` and `--output`: `new App().outdir` is the one
   * @param clusterId which cluster, where the app has several
   * @returns paths written, relative to `outdir`
   * @throws if the phase was not written, a manifest was changed since, or another file in `outdir` has objects of the migration
   */
  public static writeCurrent(phase: MigrationPhase, appDir: string, outdir: string = join(appDir, APPLIED_DIR), clusterId?: string): string[] {
    return writeCurrentPhase(phase, appDir, outdir, clusterId);
  }

  /**
   * Name of the folder of a phase below `phases` (or `dist`) and `nodes`: `n`, `mixed`, `n-plus-1`, `disabled`.
   *
   * The same in every language: the text of an enum in Python is `MigrationPhase.N`, and in Java `N`.
   *
   * @param phase the phase
   */
  public static folderOf(phase: MigrationPhase): string {
    return phase;
  }

  private constructor() {}
}

/** Every object of the App, ours and others. */
function objectsIn(app: App): readonly ObjectReference[] {
  return app.node.findAll().filter((node): node is ApiObject => ApiObject.isApiObject(node))
    .map(({ apiVersion, kind, name, metadata: { namespace } }) => ({ apiVersion, kind, namespace, name }));
}

function refuseTwice(migrations: readonly CloudControllerMigration[]): void {
  const again = (one: CloudControllerMigration) => migrations.find(other => other !== one && other.migration.clusterId === one.migration.clusterId);
  const first = migrations.find(again)!;
  const second = again(first)!;
  throw new Error(`cluster '${first.migration.clusterId}' is in the App twice, in phase '${first.phase}' at '${first.node.path}' and in phase `
    + `'${second.phase}' at `
    + `'${second.node.path}'; a cluster is in one phase: make one App per phase`);
}

/** What an earlier run wrote in the other layout would stay, and a reader could not tell which of the two is meant. */
function refuseOtherLayout(appDir: string, migrations: readonly CloudControllerMigration[], isOne: boolean): void {
  const old = migrations.map(({ phase, migration }) => join(appDir, 'nodes', ...isOne ? [clusterFolder(migration.clusterId)] : [], phase))
    .find(dir => existsSync(join(dir, MIGRATION_FILE)));
  if (old === undefined) return;
  const [before, now] = isOne ? ['several clusters', 'one'] : ['one cluster', 'several'];
  throw new Error(`'${old}' was written for an App with ${before}, and this one has ${now}, which is written elsewhere; remove '${old}' and run `
    + 'again');
}

/** Two Apps with one cluster each would take turns in one folder. */
function refuseOtherCluster(appDir: string, { phase, migration: { clusterId } }: CloudControllerMigration): void {
  const dir = join(appDir, 'nodes', phase);
  const file = join(dir, MIGRATION_FILE);
  const cluster = existsSync(file) ? clusterIn(readFileSync(file, 'utf8')) : undefined;
  if (cluster === undefined || cluster === clusterId) return;
  throw new Error(`'${dir}' was written for cluster '${cluster}', and this App has cluster '${clusterId}'; make both in one App, which gives each a `
    + 'folder of its own, '
    + `or remove '${dir}'`);
}

/** Of any schema version, since the file is written anew; undefined where it says none. */
function clusterIn(text: string): string | undefined {
  try {
    return (JSON.parse(text) as { readonly cluster?: string } | null)?.cluster;
  } catch {
    return undefined;
  }
}

/** The files that cdk8s wrote of Charts. */
class WrittenCharts {
  private readonly names: readonly string[];

  public constructor(private readonly app: App, private readonly appDir: string, private readonly manifestsDir: string | undefined) {
    this.names = existsSync(app.outdir) ? readdirSync(app.outdir).sort() : [];
  }

  public entry(chart: Chart, step: number): ManifestEntry {
    const { path, content } = this.file(chart);
    return { path: pathFromApp(resolve(this.app.outdir, path), this.appDir, this.manifestsDir), step, sha256: contentHash(content) };
  }

  /** Its path is from the output folder. */
  public file(chart: Chart): { readonly path: string; readonly content: string } {
    const { app: { outdir }, names } = this;
    const name = `${Names.toDnsLabel(chart)}.k8s.yaml`;
    // Where Charts depend on others, each has a number before its name.
    const [found, other] = names.filter(file => file === name || (/^\d{4}-/.test(file) && file.slice(5) === name));
    if (other !== undefined) {
      throw new Error(`'${found}' and '${other}' in '${outdir}' are both manifests of Chart '${chart.node.path}', so one is of an earlier run; `
        + 'remove it and run again');
    }
    if (found === undefined) {
      throw new Error(`'${join(outdir, name)}', the manifest of Chart '${chart.node.path}', does not exist; call app.synth() before, with one `
        + 'file per Chart');
    }
    return { path: found, content: readFileSync(join(outdir, found), 'utf8') };
  }
}

/** Manifests were looked at where the App writes them, node files where this writes them. */
function placeFromApp(file: string, app: App, appDir: string, manifestsDir: string | undefined): string {
  const isManifest = file === join(app.outdir) || file.startsWith(`${join(app.outdir)}/`);
  return isManifest ? pathFromApp(resolve(file), appDir, manifestsDir) : file;
}

function pathFromApp(path: string, appDir: string, manifestsDir: string | undefined): string {
  const inManifests = manifestsDir === undefined ? undefined : relative(resolve(manifestsDir), path);
  const isThere = inManifests !== undefined && !inManifests.startsWith('..') && !isAbsolute(inManifests);
  return (isThere ? join(APPLIED_DIR, inManifests) : relative(resolve(appDir), path)).split(sep).join('/');
}
