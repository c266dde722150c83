import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import { ApiObject, App, Chart, YamlOutputType } from 'cdk8s';
import { Construct } from 'constructs';
import {
  AwsCcm, CcmWorkload, CloudControllerMigration, CloudProvider, CustomCcm, KubernetesVersion, Migration, MigrationOutput, MigrationPhase,
  MigrationProps, MigrationStrategy,
} from '../../src';
import { readDirectory } from '../../src/files/read-directory';
import { NodeInput } from '../../src/lib/kubernetes/node';
import { MigrationFile, parseMigrationFile } from '../../src/lib/migration/migration-file';
import { ToDelete } from '../../src/lib/migration/to-delete';
import { unknowns } from '../../src/lib/verify/result';
import { verify } from '../../src/lib/verify/verify';
import { readTree } from '../golden';
import { CLOUD_CONFIG, kubeadmNodes, withEditEverywhere } from '../nodes';
import { once } from '../once';
import { emptyFolder } from '../scratch';
import { STRATEGIES } from '../strategies';

const SCHEMA = JSON.parse(
  readFileSync(resolve(__dirname, '..', '..', 'schemas', 'migration.schema.json'), 'utf8'),
) as { readonly required: string[] };
const validate = new Ajv2020({ allErrors: true }).compile(SCHEMA);
const { MIXED, DISABLED } = MigrationPhase;

let dir: string;
beforeEach(() => { dir = emptyFolder(); });
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** One node of each role: what is asked here does not depend on how many there are. */
function nodesOfEach(): NodeInput[] {
  const nodes = kubeadmNodes();
  return [nodes[0], nodes.at(-1)!];
}

const cluster = once(({ clusterId = 'prod-eu', ...props }: Partial<MigrationProps> = {}): Migration => {
  // The cloud config of the nodes names the cluster.
  const nodes = clusterId === 'prod-eu' ? nodesOfEach()
    : withEditEverywhere(nodesOfEach(), CLOUD_CONFIG, text => text.replace('prod-eu', clusterId));
  return new Migration({ clusterId, fromVersion: KubernetesVersion.of('1.26.15'), toVersion: KubernetesVersion.of('1.27.16'), nodes, ...props });
});

/** An App with clusters in phases, as a user writes it. */
function appOf(...places: readonly (readonly [Migration, MigrationPhase])[]): App {
  const app = new App({ outdir: join(dir, 'dist') });
  places.forEach(([migration, phase], index) =>
    new CloudControllerMigration(app, `${migration.clusterId}-${index}`, { migration, phase, chartPrefix: migration.clusterId }));
  return app;
}

function write(...places: readonly (readonly [Migration, MigrationPhase])[]): string[] {
  const app = appOf(...places);
  app.synth();
  return MigrationOutput.write(app, dir);
}

function said(folder: string): MigrationFile {
  return JSON.parse(readFileSync(join(dir, folder, 'migration.json'), 'utf8')) as MigrationFile;
}

function sumOf(path: string): string {
  return createHash('sha256').update(readFileSync(path, 'utf8')).digest('hex');
}

describe('the folder of a phase', () => {
  it('has the same name in every language: it is made here, and not from the text of an enum', () => {
    expect(Object.values(MigrationPhase).map(phase => MigrationOutput.folderOf(phase))).toEqual(['n', 'mixed', 'n-plus-1', 'disabled']);
  });

  it('is nodes/<phase> where the App has one cluster', () => {
    const paths = write([cluster(), MIXED]);
    expect(paths).toEqual(expect.arrayContaining(['nodes/mixed/to-delete.json', 'nodes/mixed/migration.json', 'nodes/mixed/files.json']));
    expect([...paths].sort()).toEqual([...readTree(join(dir, 'nodes')).keys()].map(path => `nodes/${path}`));
    expect(said('nodes/mixed')).toMatchObject({ cluster: 'prod-eu', phase: 'mixed', nodeFiles: 'nodes/mixed/files.json' });
  });

  it('holds the same node files as nodeFiles.write() writes', () => {
    const app = appOf([cluster(), MIXED]);
    app.synth();
    MigrationOutput.write(app, dir);
    (app.node.findChild('prod-eu-0') as CloudControllerMigration).nodeFiles.write(join(dir, 'other'));
    const ours = readTree(join(dir, 'nodes', 'mixed'));
    expect(ours.delete('migration.json')).toBe(true);
    expect(ours).toEqual(readTree(join(dir, 'other')));
  });

  it('is nodes/<cluster>/<phase> where it has several, each in a phase of its own', () => {
    write([cluster(), MIXED], [cluster({ clusterId: 'prod-us' }), DISABLED]);
    for (const [clusterId, phase] of [['prod-eu', 'mixed'], ['prod-us', 'disabled']]) {
      const file = said(`nodes/${clusterId}/${phase}`);
      expect(file).toMatchObject({ cluster: clusterId, phase, nodeFiles: `nodes/${clusterId}/${phase}/files.json` });
      expect(file.manifests.every(({ path }) => path.startsWith(`dist/${clusterId}-`))).toBe(true);
      expect(existsSync(join(dir, file.nodeFiles))).toBe(true);
    }
    expect(existsSync(join(dir, 'nodes', 'mixed'))).toBe(false);
  });

  it('says the same of a cluster when another one comes, in any order', () => {
    write([cluster(), MIXED], [cluster({ clusterId: 'prod-us' }), MIXED]);
    const before = readTree(join(dir, 'nodes', 'prod-eu'));
    write([cluster({ clusterId: 'prod-ap' }), MIXED], [cluster({ clusterId: 'prod-us' }), MIXED], [cluster(), MIXED]);
    expect(readTree(join(dir, 'nodes', 'prod-eu'))).toEqual(before);
  });

  it('has the same bytes after each run, and no node file of a node that is gone, but files that it did not write', () => {
    write([cluster(), MIXED]);
    const first = readTree(join(dir, 'nodes'));
    write([cluster(), MIXED]);
    expect(readTree(join(dir, 'nodes'))).toEqual(first);
    writeFileSync(join(dir, 'nodes', 'mixed', 'NOTES.md'), 'mine');
    write([cluster({ nodes: nodesOfEach().slice(0, -1) }), MIXED]);
    const { name } = nodesOfEach().at(-1)!;
    const now = [...readTree(join(dir, 'nodes')).keys()];
    expect([...first.keys()].some(path => path.includes(name))).toBe(true);
    expect(now.filter(path => path.includes(name))).toEqual([]);
    expect(now).toContain('mixed/NOTES.md');
  });
});

describe('manifests', () => {
  it('are listed in apply order, each with its sum', () => {
    write([cluster(), MIXED]);
    const names = ['10-lease-access', '20-config', '30-ccm'].map(step => `dist/prod-eu-${step}.k8s.yaml`);
    expect(said('nodes/mixed').manifests).toEqual(names.map((path, index) => ({ path, step: index + 1, sha256: sumOf(join(dir, path)) })));
  });

  it('are one where a Chart encloses the construct, with a sum of all that is in it', () => {
    const app = new App({ outdir: join(dir, 'dist') });
    const chart = new Chart(app, 'platform');
    new CloudControllerMigration(chart, 'migration', { migration: cluster(), phase: MIXED });
    new ApiObject(chart, 'mine', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'mine' } });
    app.synth();
    MigrationOutput.write(app, dir);
    expect(said('nodes/mixed').manifests)
      .toEqual([{ path: 'dist/platform.k8s.yaml', step: 1, sha256: sumOf(join(dir, 'dist', 'platform.k8s.yaml')) }]);
  });

  it('are found also where cdk8s names them by a hash, or numbers them', () => {
    const app = new App({ outdir: join(dir, 'dist') });
    const chart = new Chart(new Construct(app, 'A long path of constructs that cdk8s shortens'), 'and then a Chart with a long name');
    chart.addDependency(new Chart(app, 'first'));
    new CloudControllerMigration(chart, 'migration', { migration: cluster(), phase: MIXED });
    app.synth();
    MigrationOutput.write(app, dir);
    const [{ path, sha256 }] = said('nodes/mixed').manifests;
    expect(path).toMatch(/^dist\/0001-.*-[0-9a-f]{8}\.k8s\.yaml$/);
    expect(sha256).toBe(sumOf(join(dir, path)));
  });

  it('are none where the phase has no object', () => {
    write([cluster({ strategy: MigrationStrategy.controllersOffThenOn() }), MIXED]);
    expect(said('nodes/mixed').manifests).toEqual([]);
  });

  it('are called dist where cdk8s-cli names another folder', () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'cdk8s-outdir-'));
    try {
      const app = new App({ outdir: join(elsewhere, 'mixed') });
      new CloudControllerMigration(app, 'migration', { migration: cluster(), phase: MIXED, chartPrefix: '' });
      app.synth();
      MigrationOutput.write(app, dir, elsewhere);
      expect(said('nodes/mixed').manifests.map(({ path }) => path)).toEqual(
        ['10-lease-access', '20-config', '30-ccm'].map(name => `dist/mixed/${name}.k8s.yaml`));
    } finally {
      rmSync(elsewhere, { recursive: true });
    }
  });
});

describe('migration.json', () => {
  it('says what the migration is', () => {
    write([cluster({
      nodeGroups: { spot: [nodesOfEach().at(-1)!.name] },
      strategy: MigrationStrategy.leaderMigration({ leaderName: 'cloud-migration' }),
      ccm: AwsCcm.of({ release: 'v1.27.9', run: { flags: { 'leader-elect-resource-name': 'aws-ccm' } } }),
    }), MIXED]);
    const names = (role: string) => nodesOfEach().filter(node => node.role === role).map(({ name }) => name).sort();
    expect(said('nodes/mixed')).toEqual({
      schemaVersion: 1,
      cluster: 'prod-eu',
      cloud: 'aws',
      phase: 'mixed',
      phases: ['n', 'mixed', 'n-plus-1', 'disabled'],
      strategy: 'leader-migration',
      releases: { from: '1.26.15', to: '1.27.16', cloudControllerManager: 'registry.k8s.io/provider-aws/cloud-controller-manager:v1.27.9' },
      locks: { namespace: 'kube-system', main: ['kube-controller-manager', 'aws-ccm'], kinds: ['leases', 'leases'], migration: 'cloud-migration' },
      nodes: { controlPlane: names('control-plane'), workers: names('worker'), groups: { spot: [nodesOfEach().at(-1)!.name] } },
      objects: expect.arrayContaining([
        'apps/v1 DaemonSet kube-system/aws-cloud-controller-manager', 'v1 ServiceAccount kube-system/cloud-controller-manager',
      ]),
      manifests: expect.any(Array),
      nodeFiles: 'nodes/mixed/files.json',
    });
  });

  const gce = CustomCcm.of({
    cloud: CloudProvider.GCE, image: 'registry.example.com/ccm:v30.0.0', rules: [{ apiGroups: [''], resources: ['nodes'], verbs: ['get'] }],
  });
  const migrations: [string, () => Migration][] = [
    ...Object.values(STRATEGIES).map((strategy): [string, () => Migration] => [`of strategy ${strategy.name}`, () => cluster({ strategy })]),
    ['without nodes', () => cluster({ nodes: undefined })],
    ['that is over', () => new Migration({ clusterId: 'new', toVersion: KubernetesVersion.of('1.34') })],
    ['with every character that a cluster id can have', () => cluster({ clusterId: 'Prod_1.eu:=+@-2', nodes: undefined })],
    ['of another cloud',
      () => cluster({ nodes: undefined, ccm: gce, fromVersion: KubernetesVersion.of('1.29.14'), toVersion: KubernetesVersion.of('1.30.10') })],
  ];

  it.each(migrations)('is as its schema says, and read again, for a migration %s, in every phase', (_, make) => {
    const migration = make();
    for (const phase of migration.phases) {
      const app = new App({ outdir: join(dir, 'dist', phase) });
      new CloudControllerMigration(app, 'migration', { migration, phase, chartPrefix: '' });
      app.synth();
      MigrationOutput.write(app, dir);
      const file = said(`nodes/${phase}`);
      expect(validate(file) ? [] : validate.errors).toEqual([]);
      expect(parseMigrationFile(JSON.stringify(file), 'migration.json')).toEqual(file);
      expect(file.releases.from === undefined).toBe(migration.fromVersion === undefined);
      expect(file.locks.migration === undefined).toBe(migration.fromVersion === undefined || migration.strategy.name !== 'leader-migration');
    }
  });

  it('says what verify of the phase does not know, as it says it, by paths from the folder of the app', () => {
    write([cluster({ nodes: undefined }), MIXED]);
    const found = unknowns(verify({ directories: [readDirectory('dist', dir), readDirectory('nodes/mixed', dir)] }));
    expect(found.map(({ what }) => what)).toEqual(['no kube-controller-manager is in the input, and every cluster has one']);
    expect(said('nodes/mixed').unknown).toEqual(found);
    write([cluster(), MIXED]);
    expect(said('nodes/mixed').unknown).toBeUndefined();
  });

  it('would be refused by its schema with a field too few or too many, or a value of another kind', () => {
    write([cluster(), MIXED]);
    const file = said('nodes/mixed');
    expect(Object.keys(file).sort()).toEqual([...SCHEMA.required].sort());
    for (const field of SCHEMA.required) {
      expect(validate({ ...file, [field]: undefined })).toBe(false);
      expect(validate({ ...file, [field]: null })).toBe(false);
    }
    const [manifest] = file.manifests;
    const wrong = [
      { more: 1 }, { schemaVersion: 2 }, { phase: 'later' }, { phases: [] }, { cluster: 'a/b' }, { strategy: 'big-bang' },
      { releases: { ...file.releases, to: 'v1.27' } },
      { locks: { ...file.locks, main: ['kube-controller-manager'] } }, { manifests: [{ ...manifest, sha256: 'x' }] },
      { manifests: [{ ...manifest, step: 0 }] },
      { unknown: [] }, { unknown: [{ file: 'a', line: 0, what: 'b', why: 'c', fix: 'd' }] },
      { manifests: [{ ...manifest, path: '/abs' }] }, { nodes: { ...file.nodes, workers: ['a', 'a'] } },
    ];
    for (const change of wrong) expect([change, validate({ ...file, ...change })]).toEqual([change, false]);
    expect(validate(file)).toBe(true);
  });
});

describe('refuses, and writes nothing:', () => {
  /** Also not the folders of clusters that are fine. */
  function expectRefused(run: () => unknown, message: string): void {
    const before = readTree(join(dir, 'nodes'));
    expect(run).toThrow(new Error(message));
    expect(readTree(join(dir, 'nodes'))).toEqual(before);
  }

  it('one cluster in two phases', () => {
    const migration = cluster();
    const app = new App({ outdir: join(dir, 'dist') });
    new CloudControllerMigration(app, 'today', { migration, phase: MIXED });
    new CloudControllerMigration(new Construct(app, 'later'), 'tomorrow', { migration: cluster(), phase: DISABLED });
    new CloudControllerMigration(app, 'other', { migration: cluster({ clusterId: 'prod-us' }), phase: DISABLED });
    app.synth();
    expectRefused(() => MigrationOutput.write(app, dir), "cluster 'prod-eu' is in the App twice, in phase 'mixed' at 'today' and in phase "
      + "'disabled' at "
      + "'later/tomorrow'; a cluster is in one phase: make one App per phase");
  });

  it('an App without a migration', () => {
    const app = new App({ outdir: join(dir, 'dist') });
    app.synth();
    expectRefused(() => MigrationOutput.write(app, dir), 'the App has no CloudControllerMigration, so there is nothing to write; make one in it '
      + 'before');
  });

  it('an App that was not synthesized', () => {
    expectRefused(() => MigrationOutput.write(appOf([cluster(), MIXED]), dir), `'${join(dir, 'dist', 'prod-eu-10-lease-access.k8s.yaml')}', the `
      + 'manifest of Chart '
      + "'prod-eu-10-lease-access', does not exist; call app.synth() before, with one file per Chart");
  });

  it('one of several clusters that was not', () => {
    appOf([cluster(), MIXED]).synth();
    expectRefused(() => MigrationOutput.write(appOf([cluster(), MIXED], [cluster({ clusterId: 'prod-us' }), MIXED]), dir),
      `'${join(dir, 'dist', 'prod-us-10-lease-access.k8s.yaml')}', the manifest of Chart 'prod-us-10-lease-access', does not exist; `
      + 'call app.synth() before, with one file per Chart');
  });

  it('an App that writes one file for everything', () => {
    const app = new App({ outdir: join(dir, 'dist'), yamlOutputType: YamlOutputType.FILE_PER_APP });
    new CloudControllerMigration(app, 'prod-eu', { migration: cluster(), phase: MIXED });
    app.synth();
    expectRefused(() => MigrationOutput.write(app, dir), `'${join(dir, 'dist', 'prod-eu-10-lease-access.k8s.yaml')}', the manifest of Chart `
      + "'prod-eu-10-lease-access', does not exist; call app.synth() before, with one file per Chart");
  });

  it('two manifests of one Chart, of which one must be stale', () => {
    const app = appOf([cluster(), MIXED]);
    app.synth();
    writeFileSync(join(dir, 'dist', '0000-prod-eu-20-config.k8s.yaml'), 'kind: ConfigMap\n');
    expectRefused(() => MigrationOutput.write(app, dir), '\'0000-prod-eu-20-config.k8s.yaml\' and \'prod-eu-20-config.k8s.yaml\' in '
      + `'${join(dir, 'dist')}' are both `
      + "manifests of Chart 'prod-eu-20-config', so one is of an earlier run; remove it and run again");
  });

  it('several clusters where one was', () => {
    write([cluster(), MIXED]);
    const both: [Migration, MigrationPhase][] = [[cluster(), MIXED], [cluster({ clusterId: 'prod-us' }), MIXED]];
    expectRefused(() => write(...both), `'${join(dir, 'nodes', 'mixed')}' was written for an App with one cluster, and this one has several, which `
      + 'is written '
      + `elsewhere; remove '${join(dir, 'nodes', 'mixed')}' and run again`);
    renameSync(join(dir, 'nodes', 'mixed'), join(dir, 'before'));
    expect(write(...both)).toContain('nodes/prod-us/mixed/migration.json');
  });

  it('one cluster where several were', () => {
    write([cluster(), MIXED], [cluster({ clusterId: 'prod-us' }), MIXED]);
    const old = join(dir, 'nodes', 'prod-us', 'mixed');
    expectRefused(() => write([cluster({ clusterId: 'prod-us' }), MIXED]),
      `'${old}' was written for an App with several clusters, and this one has one, which is written elsewhere; remove '${old}' and run again`);
    expect(write([cluster({ clusterId: 'prod-us' }), DISABLED])).toContain('nodes/disabled/migration.json');
  });

  it('another cluster in the place of one: two Apps of one folder would write over each other', () => {
    write([cluster(), MIXED]);
    expectRefused(() => write([cluster({ clusterId: 'prod-us' }), MIXED]), `'${join(dir, 'nodes', 'mixed')}' was written for cluster 'prod-eu', and `
      + 'this App has '
      + `cluster 'prod-us'; make both in one App, which gives each a folder of its own, or remove '${join(dir, 'nodes', 'mixed')}'`);
  });

  it('the output folder of cdk8s, where every file is taken for a manifest', () => {
    const app = new App({ outdir: join(dir, 'dist') });
    new CloudControllerMigration(app, 'prod-eu', { migration: cluster(), phase: MIXED });
    app.synth();
    expectRefused(() => MigrationOutput.write(app, join(dir, 'dist')), `outdir '${join(dir, 'dist', 'nodes/mixed')}' is in the output folder `
      + `'${join(dir, 'dist')}' `
      + "of the app, where every .yaml file is taken as a manifest; use a folder beside it, for example 'nodes'");
  });

  it.each(['', 'null', '{"schemaVersion": 0, "cluster": "prod-eu"}'])('nothing because of what stands in an earlier file: %j', (text) => {
    mkdirSync(join(dir, 'nodes', 'mixed'), { recursive: true });
    writeFileSync(join(dir, 'nodes', 'mixed', 'migration.json'), text);
    expect(write([cluster(), MIXED])).toContain('nodes/mixed/migration.json');
    expect(said('nodes/mixed').schemaVersion).toBe(1);
  });
});

describe('what an earlier run wrote', () => {
  const deployment = AwsCcm.of({ run: { workload: CcmWorkload.deployment() } });
  const toDelete = (folder: string) =>
    (JSON.parse(readFileSync(join(dir, folder, 'to-delete.json'), 'utf8')) as ToDelete).objects.map(({ kind, name }) => `${kind} ${name}`);

  it('and no phase has any more is in to-delete.json of every phase, and stays there', () => {
    write([cluster(), MIXED]);
    expect(toDelete('nodes/mixed')).not.toContain('DaemonSet aws-cloud-controller-manager');
    const run = () => [MigrationPhase.N, MIXED, DISABLED].map(phase => {
      write([cluster({ ccm: deployment }), phase]);
      return toDelete(`nodes/${phase}`);
    });
    for (const listed of [...run(), ...run()]) expect(listed).toContain('DaemonSet aws-cloud-controller-manager');
    expect(toDelete('nodes/mixed')[0]).toBe('DaemonSet aws-cloud-controller-manager');
    expect(toDelete('nodes/mixed')).not.toContain('Deployment aws-cloud-controller-manager');
    const before = readTree(join(dir, 'nodes'));
    write([cluster({ ccm: deployment }), DISABLED]);
    expect(readTree(join(dir, 'nodes'))).toEqual(before);
    write([cluster(), MIXED]);
    expect(toDelete('nodes/mixed')).toContain('Deployment aws-cloud-controller-manager');
    expect(toDelete('nodes/mixed')).not.toContain('DaemonSet aws-cloud-controller-manager');
  });

  it('is left alone where its list was damaged', () => {
    write([cluster(), MIXED]);
    const lists = [[null, 'x', 7, {}, { apiVersion: 'v1', kind: 'Secret', name: 7 }, { apiVersion: 'v1', kind: 'Secret', name: 'mine' }], 'x', null];
    for (const objects of lists) {
      writeFileSync(join(dir, 'nodes', 'mixed', 'to-delete.json'), JSON.stringify({ objects }));
      write([cluster(), DISABLED]);
      expect(toDelete('nodes/disabled').filter(text => !/^[A-Z]\w+ [a-z:-]+$/.test(text))).toEqual([]);
    }
    expect(toDelete('nodes/disabled')).toContain('Secret mine');
  });

  it('and another construct of the App has now is not', () => {
    const named = (roleName?: string) => cluster({ ccm: AwsCcm.of({ run: { metadata: { name: roleName } } }) });
    write([named('old-ccm'), MIXED]);
    const app = appOf([named(), MIXED]);
    const metadata = { name: 'old-ccm', namespace: 'kube-system' };
    new ApiObject(new Chart(app, 'theirs'), 'taken', { apiVersion: 'apps/v1', kind: 'DaemonSet', metadata });
    app.synth();
    MigrationOutput.write(app, dir);
    expect(toDelete('nodes/mixed')).not.toContain('DaemonSet old-ccm');
  });

  it.each<[string, Partial<MigrationProps>, string]>([
    ['leaderName', { strategy: MigrationStrategy.leaderMigration({ leaderName: 'other' }) },
      'leaderName is \'other\' in phase \'mixed\', but \'cloud-provider-extraction-migration\' in phase \'n\''],
    ['main lock', { ccm: AwsCcm.of({ run: { flags: { 'leader-elect-resource-name': 'ccm' } } }) },
      'the main lock of the cloud-controller-manager is \'ccm\' in phase \'mixed\', but \'cloud-controller-manager\' in phase \'n\''],
  ])('says another %s: refused, with the way to change it, and nothing is written', (_, props, message) => {
    write([cluster(), MigrationPhase.N]);
    const before = readTree(join(dir, 'nodes'));
    expect(() => write([cluster(props), MIXED])).toThrow(message);
    expect(() => write([cluster(props), MIXED])).toThrow(/two different locks exclude nothing\. Where no phase was applied yet, remove the folders/);
    expect(readTree(join(dir, 'nodes'))).toEqual(before);
  });

  it('says another kind of lock: refused, where both are known', () => {
    write([cluster(), MigrationPhase.N]);
    const file = join(dir, 'nodes', 'n', 'migration.json');
    const index = said('nodes/n');
    const withKinds = (...kinds: string[]) => writeFileSync(file, JSON.stringify({ ...index, locks: { ...index.locks, kinds } }));
    withKinds('leases', 'endpointsleases');
    expect(() => write([cluster(), MIXED])).toThrow('the kind of the main lock of the cloud-controller-manager is \'leases\' in phase \'mixed\', but '
      + '\'endpointsleases\' in phase \'n\'');
    withKinds('unknown', 'leases');
    expect(() => write([cluster(), MIXED])).not.toThrow();
  });

  it('of another cluster, or before locks had kinds, says nothing', () => {
    write([cluster(), MigrationPhase.N]);
    const file = join(dir, 'nodes', 'n', 'migration.json');
    const { locks: { kinds, ...locks }, objects, ...rest } = said('nodes/n');
    expect([kinds, objects?.length]).toEqual([['leases', 'leases'], 3]);
    writeFileSync(file, JSON.stringify({ ...rest, locks }));
    expect(() => write([cluster(), MIXED])).not.toThrow();
  });
});
