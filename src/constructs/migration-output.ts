import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { ApiObject, App, Chart, Names } from 'cdk8s';
import { CloudControllerMigration } from './cloud-controller-migration';
import { earlierRuns } from './earlier-runs';
import { renderJson } from '../files/output-folder';
import { leftByEarlierRuns, refuseOtherLocks } from '../lib/migration/earlier-run';
import { ManifestEntry, MIGRATION_FILE, migrationFile } from '../lib/migration/migration-file';
import { MigrationPhase } from '../lib/migration/migration-phase';
import { ObjectReference } from '../lib/migration/to-delete';
import { contentHash } from '../lib/text/content-hash';

/**
 * Writes what cdk8s does not: the files of nodes, and `migration.json`.
 *
 * `migration.json` says what synthesis knows. cdk8s has no hook after synth, so it is one explicit call after `app.synth()`.
 *
 * @example
 * app.synth();
 * MigrationOutput.write(app, '.');
 */
export class MigrationOutput {
  /**
   * Writes `nodes/<phase>/` of the one cluster in the App, `nodes/<cluster>/<phase>/` where it has several.
   *
   * Node files, `files.json`, `to-delete.json` and `migration.json`. Files that an earlier call wrote and that are no longer in the set
   * are removed; all other files stay. What an earlier call wrote and no phase has any more (a DaemonSet that is a Deployment now) is in
   * `to-delete.json`; locks must be those of the earlier call.
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
    const isOne = clusters.size === 1;
    const places = migrations.map(construct => {
      const { migration: { clusterId }, phase } = construct;
      return { construct, dir: isOne ? `nodes/${phase}` : `nodes/${clusterId}/${phase}` };
    });
    if (isOne) refuseOtherCluster(appDir, migrations[0]);
    refuseOtherLayout(appDir, migrations, isOne);
    const inApp = objectsIn(app);
    // Everything is read before anything is written.
    const files = places.map(({ construct, dir }) => {
      const manifests = construct.charts.map((chart, index) => manifestOf(app, chart, index + 1, appDir, manifestsDir));
      const unknown = construct._unknown.map(one => ({ ...one, file: placeFromApp(one.file, app, appDir, manifestsDir) }));
      const file = migrationFile(construct.migration, construct.phase, { manifests, nodeFiles: `${dir}/files.json`, unknown });
      const earlier = earlierRuns(dirname(join(appDir, dir)), file.cluster);
      refuseOtherLocks(file, earlier);
      construct.nodeFiles._setLeftBehind(leftByEarlierRuns(earlier, [...construct.migration._model.everyObject, ...inApp]));
      return { construct, dir, content: renderJson(file) };
    });
    return files.flatMap(({ construct, dir, content }) =>
      construct.nodeFiles._write(join(appDir, dir), commitSecrets, [{ path: MIGRATION_FILE, content }]).map(path => `${dir}/${path}`));
  }

  /**
   * Name of the folder of a phase below `dist` and `nodes`: `n`, `mixed`, `n-plus-1`, `disabled`.
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
  const old = migrations.map(({ phase, migration }) => join(appDir, 'nodes', ...isOne ? [migration.clusterId] : [], phase))
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

/** The file that cdk8s wrote of a Chart. */
function manifestOf(app: App, chart: Chart, step: number, appDir: string, manifestsDir: string | undefined): ManifestEntry {
  const name = `${Names.toDnsLabel(chart)}.k8s.yaml`;
  // Where Charts depend on others, each has a number before its name.
  const files = existsSync(app.outdir) ? readdirSync(app.outdir).sort() : [];
  const [found, other] = files.filter(file => file === name || (/^\d{4}-/.test(file) && file.slice(5) === name));
  if (other !== undefined) {
    throw new Error(`'${found}' and '${other}' in '${app.outdir}' are both manifests of Chart '${chart.node.path}', so one is of an earlier run; `
      + 'remove it and run again');
  }
  if (found === undefined) {
    throw new Error(`'${join(app.outdir, name)}', the manifest of Chart '${chart.node.path}', does not exist; call app.synth() before, with one `
      + 'file per Chart');
  }
  const path = join(app.outdir, found);
  return { path: pathFromApp(resolve(path), appDir, manifestsDir), step, sha256: contentHash(readFileSync(path, 'utf8')) };
}

/** Manifests were looked at where the App writes them, node files where this writes them. */
function placeFromApp(file: string, app: App, appDir: string, manifestsDir: string | undefined): string {
  const isManifest = file === join(app.outdir) || file.startsWith(`${join(app.outdir)}/`);
  return isManifest ? pathFromApp(resolve(file), appDir, manifestsDir) : file;
}

function pathFromApp(path: string, appDir: string, manifestsDir: string | undefined): string {
  const inManifests = manifestsDir === undefined ? undefined : relative(resolve(manifestsDir), path);
  if (inManifests !== undefined && !inManifests.startsWith('..') && !isAbsolute(inManifests)) return `dist/${inManifests.split(sep).join('/')}`;
  return relative(resolve(appDir), path).split(sep).join('/');
}
