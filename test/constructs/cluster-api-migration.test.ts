import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ApiObject, App, Chart, JsonPatch, Testing } from 'cdk8s';
import { Construct } from 'constructs';
import { parseAllDocuments } from 'yaml';
import { AwsCcm, ClusterApiMigration, ClusterApiMigrationProps, KubernetesVersion, Migration, MigrationPhase } from '../../src';
import { CLUSTER_API_INPUT } from '../fixtures/cluster-api';
import { emptyFolder } from '../scratch';

const OPTIONS = { clusterId: 'prod-eu', fromVersion: KubernetesVersion.of('1.26.15'), toVersion: KubernetesVersion.of('1.27.16') };
const PROPS: ClusterApiMigrationProps = {
  migration: new Migration(OPTIONS),
  clusterApiRelease: '1.9',
  phase: MigrationPhase.MIXED,
  configs: CLUSTER_API_INPUT,
  upgradedMachineTemplates: { 'prod-eu-workers': 'prod-eu-workers-1-27' },
};
const objectsOf = (chart: Chart) => chart.toJson() as { kind: string; metadata: { labels?: object } }[];

let outdir: string;
beforeEach(() => { outdir = emptyFolder(); });
afterEach(() => rmSync(outdir, { recursive: true }));

describe('ClusterApiMigration', () => {
  it('writes the same objects to its Chart as to its files', () => {
    const chart = Testing.chart();
    const migration = new ClusterApiMigration(chart, 'migration', PROPS);
    migration.write(outdir);
    const inFiles = readdirSync(outdir).filter(name => name.endsWith('.yaml')).sort()
      .flatMap(name => parseAllDocuments(readFileSync(join(outdir, name), 'utf8')).map(document => document.toJS()));
    const inChart = Testing.synth(chart) as { kind: string; metadata: { name: string } }[];
    for (const object of inFiles) expect(inChart).toContainEqual(object);
    expect(inChart.filter(({ metadata }) => metadata.name.startsWith('prod-eu-ccm-migration')).map(({ kind }) => kind))
      .toEqual(['ConfigMap', 'ConfigMap', 'ConfigMap', 'ClusterResourceSet']);
    expect(inChart).toHaveLength(inFiles.length);
    expect(readFileSync(join(outdir, 'NOTES.md'), 'utf8')).toContain('applying this phase is the roll from \'n\' to \'n-plus-1\'');
  });

  it('refuses an error of a rule about what is written, as verify says it, unless the rule is named', () => {
    const ccm = AwsCcm.of({ run: { pod: { dnsPolicy: 'ClusterFirstWithHostNet' } } });
    const props = { ...PROPS, migration: new Migration({ ...OPTIONS, ccm }) };
    expect(() => new ClusterApiMigration(Testing.chart(), 'migration', props))
      .toThrow(new RegExp('phase \'mixed\' has errors, and nothing is written:\\n(.*\\n)*.*: error: .* has dnsPolicy ClusterFirstWithHostNet '
        + '\\[ccm-waits-for-cluster-dns\\]'));
    new ClusterApiMigration(Testing.chart(), 'migration', { ...props, unsafeIgnoreRules: ['ccm-waits-for-cluster-dns'] });
  });

  it('composes: Charts of the app, objects of others beside ours, and the escape hatch', () => {
    const app = new App({ outdir });
    const migration = new ClusterApiMigration(app, 'prod-eu', PROPS);
    expect(migration.charts.map(({ node }) => node.path)).toEqual(['prod-eu-10-cluster', 'prod-eu-20-control-plane', 'prod-eu-30-workers']);
    const [clusterChart, controlPlaneChart, workersChart] = migration.charts;
    new ApiObject(workersChart, 'mine', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'mine' } });
    const set = clusterChart.node.findAll().find(node => node.node.id === 'Resource')!;
    ApiObject.of(set).addJsonPatch(JsonPatch.add('/metadata/labels', { team: 'platform' }));
    expect(objectsOf(clusterChart).find(({ kind }) => kind === 'ClusterResourceSet')?.metadata.labels).toEqual({ team: 'platform' });
    expect(objectsOf(controlPlaneChart).map(({ kind }) => kind)).toEqual(['AWSCluster', 'KubeadmControlPlane', 'AWSMachineTemplate']);
    expect(objectsOf(workersChart).map(({ kind }) => kind))
      .toEqual(['KubeadmConfigTemplate', 'AWSMachineTemplate', 'AWSMachineTemplate', 'MachineDeployment', 'ConfigMap']);
  });

  it('writes into the Chart that encloses it, also where that is several constructs up', () => {
    const chart = new Chart(new App({ outdir }), 'platform');
    const { charts } = new ClusterApiMigration(new Construct(chart, 'team'), 'migration', PROPS);
    expect(charts.map(({ node }) => node.path)).toEqual(['platform']);
  });

  it('fails without a Chart and without an App', () => {
    const root = new Construct(undefined as unknown as Construct, '');
    expect(() => new ClusterApiMigration(root, 'migration', PROPS)).toThrow(new Error(
      "'migration' is neither in a Chart nor below an App, so there is no place for its objects; make it in a Chart or below an App"));
  });

  it('fails with the counter-example where locks do not keep two holders apart', () => {
    const flags = {
      'leader-elect-resource-lock': 'leases',
      'leader-elect-lease-duration': '3s',
      'leader-elect-renew-deadline': '2s',
      'leader-elect-retry-period': '1s',
    };
    const unsafe = { ...PROPS, migration: new Migration({ ...OPTIONS, ccm: AwsCcm.of({ run: { flags } }) }) };
    expect(() => new ClusterApiMigration(Testing.chart(), 'migration', unsafe)).toThrow('is not safe and nothing is written:\n');
  });

  it('keeps a file with a password for its owner, out of what is committed unless that is asked for, and says so', () => {
    const configs = Object.fromEntries(Object.entries(PROPS.configs).map(([name, text]) =>
      [name, text.replace(/^( *)kubeadmConfigSpec:\n/m, '$&$1  users:\n$1  - name: admin\n$1    passwd: hunter2\n')]));
    const form = new ClusterApiMigration(new Chart(new App({ outdir: join(outdir, 'dist') }), 'chart'), 'migration', { ...PROPS, configs });
    const folder = join(outdir, 'mixed');
    form.write(folder);
    const [secret] = Object.keys(configs).filter(name => configs[name].includes('hunter2'));
    expect(statSync(join(folder, secret)).mode.toString(8)).toBe('100600');
    expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toMatch(new RegExp(`^/${secret}$`, 'm'));
    expect(readFileSync(join(folder, 'NOTES.md'), 'utf8')).toContain(`'${secret}' has a password or token in it`);
    const others = readdirSync(folder).filter(name => name !== secret);
    expect(others.filter(name => readFileSync(join(folder, name), 'utf8').includes('hunter2'))).toEqual([]);
    form.write(folder, true);
    expect(existsSync(join(folder, '.gitignore'))).toBe(false);
  });

  it('fails where the folder is taken for manifests', () => {
    const app = new App({ outdir });
    const migration = new ClusterApiMigration(new Chart(app, 'chart'), 'migration', PROPS);
    expect(() => migration.write(join(outdir, 'x'))).toThrow('is in the output folder');
  });

  it('fails for a phase before the last without the version of today', () => {
    const migration = new Migration({ ...OPTIONS, fromVersion: undefined });
    expect(() =>
      new ClusterApiMigration(Testing.chart(), 'migration', { ...PROPS, migration, clusterApiRelease: '1.8', upgradedMachineTemplates: undefined }))
      .toThrow(
        'phase \'mixed\' needs `fromVersion`');
  });
});
