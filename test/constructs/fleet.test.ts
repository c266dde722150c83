import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ApiObject, App, Chart, JsonPatch, Yaml } from 'cdk8s';
import { Parser } from 'yaml';
import { CloudControllerMigration, KubernetesVersion, Migration, MigrationPhase } from '../../src';
import { LastCheck } from '../../src/constructs/last-check';
import { Documents } from '../../src/lib/read/documents/documents';
import { anew } from '../jest/remembered.cjs';
import { kubeadmNodes } from '../nodes';
import { emptyFolder } from '../scratch';

const CLUSTERS = 12;

// Operations are counted, not time: cdk8s validates the whole App once for each Chart.
describe('an App of many clusters', () => {
  let outdir: string;
  beforeEach(() => { outdir = emptyFolder(); });
  afterEach(() => {
    jest.restoreAllMocks();
    rmSync(outdir, { recursive: true });
  });

  function fleet(clusters = CLUSTERS): { readonly app: App; readonly migrations: readonly CloudControllerMigration[] } {
    const app = new App({ outdir });
    const migrations = Array.from({ length: clusters }, (_, index) => {
      const migration = new Migration({
        clusterId: `prod-${index}`, fromVersion: KubernetesVersion.of('1.26.15'), toVersion: KubernetesVersion.of('1.27.16'),
      });
      return new CloudControllerMigration(app, `prod-${index}`, { migration, phase: MigrationPhase.MIXED });
    });
    return { app, migrations };
  }
  const objectsOf = (app: App) => app.node.findAll().filter(node => ApiObject.isApiObject(node)).length;
  const files = () => new Map(readdirSync(outdir).sort().map(file => [file, readFileSync(join(outdir, file), 'utf8')]));

  // For the check, and to be written.
  it.each(['synth', 'synthYaml'] as const)('is checked once for each cluster by %s, and each object is made twice', method => {
    const { app } = fleet();
    for (const name of ['monitoring', 'logging']) new Chart(app, name); // of a platform
    const checks = jest.spyOn(LastCheck.prototype, 'problems');
    const made = jest.spyOn(ApiObject.prototype, 'toJson');
    app[method]();
    expect(checks).toHaveBeenCalledTimes(CLUSTERS);
    expect(made).toHaveBeenCalledTimes(2 * objectsOf(app));
  });

  it('makes no tree of a manifest of a node in the usual notation, proof, rules and edits included', () => {
    const parse = jest.spyOn(Parser.prototype, 'parse');
    const nodes = kubeadmNodes();
    anew(() => {
      const migration = new Migration({ clusterId: 'prod-eu', toVersion: KubernetesVersion.of('1.27.16'), nodes });
      const app = new App({ outdir });
      new CloudControllerMigration(app, 'migration', { migration, phase: MigrationPhase.MIXED });
      app.synth();
    });
    const texts = parse.mock.calls.map(([text]) => text);
    const given = nodes.flatMap(node => Object.entries(node.files)).filter(([path]) => path.includes('/manifests/'));
    const manifests = [...new Set(given.map(([, text]) => text))];
    expect(manifests.length).toBe(5);
    expect(manifests.map(manifest => texts.filter(text => text === manifest).length)).toStrictEqual(manifests.map(() => 0));
    expect(texts.length).toBeLessThanOrEqual(26);
  });

  it('reads the nodes of each side once for all phases, and prints no manifest but to write it', () => {
    const read = jest.spyOn(Documents.prototype, 'asking');
    const taken = jest.spyOn(Documents.prototype, 'takeAsked');
    const printed = jest.spyOn(Yaml, 'stringify');
    const charts = anew(() => {
      const migration = new Migration({ clusterId: 'prod-eu', toVersion: KubernetesVersion.of('1.27.16'), nodes: kubeadmNodes() });
      return migration.phases.flatMap(phase => {
        const app = new App({ outdir: join(outdir, phase) });
        const { charts: own } = new CloudControllerMigration(app, 'migration', { migration, phase });
        app.synth();
        return own;
      });
    });
    expect([read.mock.calls.length, taken.mock.calls.length, printed.mock.calls.length]).toEqual([2, 3, charts.length]);
  });

  it('is looked through as often as for one cluster', () => {
    const looks = (clusters: number) => {
      const { app } = fleet(clusters);
      const look = jest.spyOn(app.node, 'findAll');
      app.synth();
      return look.mock.calls.length;
    };
    expect(looks(CLUSTERS)).toBe(looks(2));
  });

  it('is written as cdk8s writes it', () => {
    const { app, migrations } = fleet(3);
    // Its dependencies are part of the order and of the names.
    migrations[0].charts[0].addDependency(migrations[2].charts[2]);
    new ApiObject(migrations[1].charts[0], 'own', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'own' } });
    new ApiObject(new Chart(migrations[1].charts[0], 'within'), 'own', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'within' } });
    app.synth();
    const ours = files();
    rmSync(outdir, { recursive: true });
    for (const chart of app.charts) Object.defineProperty(chart, 'toJson', { value: Chart.prototype.toJson });
    app.synth();
    expect(ours.size).toBe(app.charts.length);
    expect(files()).toStrictEqual(ours);
  });

  it('is checked again after an edit, in the same turn', () => {
    const { app, migrations } = fleet(2);
    app.synth();
    migrations[1].workload.addJsonPatch(JsonPatch.add('/spec/template/spec/containers/0/args/-', '--leader-elect=false'));
    expect(() => app.synth()).toThrow(/prod-1.*controller-runs-twice/s);
    expect(() => app.synthYaml()).toThrow(/prod-1.*controller-runs-twice/s);
  });

  it('is checked again where a Chart is asked for its objects without synthesis', () => {
    const { app, migrations } = fleet(2);
    const [chart] = migrations[1].charts;
    app.synth();
    expect(chart.toJson()).not.toHaveLength(0);
    migrations[1].workload.addJsonPatch(JsonPatch.add('/spec/template/spec/containers/0/args/-', '--leader-elect=false'));
    expect(() => chart.toJson()).toThrow('controller-runs-twice');
  });

  it('is checked again after a synthesis that was refused', () => {
    const { app, migrations } = fleet(2);
    const place = '/spec/template/spec/containers/0/args';
    migrations[0].workload.addJsonPatch(JsonPatch.add(`${place}/-`, '--leader-elect=false'));
    expect(() => app.synth()).toThrow('controller-runs-twice');
    migrations[0].workload.addJsonPatch(JsonPatch.add(`${place}/-`, '--leader-elect=true'));
    expect(() => app.synth()).not.toThrow();
  });
});
