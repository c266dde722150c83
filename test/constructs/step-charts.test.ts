import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { App, Chart } from 'cdk8s';
import { Construct } from 'constructs';
import {
  CloudControllerMigration, ClusterApiMigration, KubernetesVersion, LeaseAccessMode, Migration, MigrationPhase,
  MigrationStrategy,
} from '../../src';
import { CLUSTER_API_INPUT } from '../fixtures/cluster-api';
import { readTree } from '../golden';
import { emptyFolder } from '../scratch';

let outdir: string;
beforeEach(() => { outdir = emptyFolder(); });
afterEach(() => rmSync(outdir, { recursive: true, force: true }));

const { MIXED } = MigrationPhase;
/** The longest id with which cdk8s names each Chart by it: a name has 63 characters, and the longest step is `-20-control-plane`. */
const LONGEST = 'a'.repeat(46);

function cluster(clusterId = 'prod-eu', strategy?: MigrationStrategy): Migration {
  return new Migration({ clusterId, strategy, fromVersion: KubernetesVersion.of('1.26.15'), toVersion: KubernetesVersion.of('1.27.16') });
}

function paths({ charts }: { readonly charts: readonly Chart[] }): string[] {
  return charts.map(({ node }) => node.path);
}

/** What `cdk8s synth` would write. */
function synthesized(app: App): Map<string, string> {
  app.synth();
  return readTree(app.outdir);
}

describe('own Charts below an App', () => {
  it('have the id of the construct and the step in their names, which sort in apply order', () => {
    const app = new App({ outdir });
    const migration = new CloudControllerMigration(app, 'prod-eu', { migration: cluster(), phase: MIXED });
    expect(paths(migration)).toEqual(['prod-eu-10-lease-access', 'prod-eu-20-config', 'prod-eu-30-ccm']);
    expect([...synthesized(app).keys()]).toEqual(['prod-eu-10-lease-access.k8s.yaml', 'prod-eu-20-config.k8s.yaml', 'prod-eu-30-ccm.k8s.yaml']);
  });

  it('hold each object at a path that is public', () => {
    const app = new App({ outdir });
    const migration = new CloudControllerMigration(app, 'prod-eu', { migration: cluster(), phase: MIXED });
    expect(migration.charts.flatMap(chart => chart.node.findAll()).map(({ node }) => node.path)).toEqual(expect.arrayContaining([
      'prod-eu-10-lease-access/prod-eu/kube-controller-manager/Role', 'prod-eu-10-lease-access/prod-eu/cloud-controller-manager/RoleBinding',
      'prod-eu-20-config/prod-eu/config/Resource', 'prod-eu-30-ccm/prod-eu/ccm/ServiceAccount', 'prod-eu-30-ccm/prod-eu/ccm/Resource',
    ]));
  });

  it.each<[string, string | undefined, string]>([
    ['its own', 'fleet-7', 'fleet-7-10-lease-access'],
    ['none', '', '10-lease-access'],
    ['the id', undefined, 'prod-eu-10-lease-access'],
  ])('take %s for a prefix', (_, chartPrefix, first) => {
    expect(paths(new CloudControllerMigration(new App({ outdir }), 'prod-eu', { migration: cluster(), phase: MIXED, chartPrefix }))[0]).toBe(first);
  });

  it('fail for two phases of one cluster in one Chart', () => {
    const chart = new Chart(new App({ outdir }), 'both');
    new CloudControllerMigration(chart, 'n', { migration: cluster(), phase: MigrationPhase.N });
    expect(() => new CloudControllerMigration(chart, 'mixed', { migration: cluster(), phase: MIXED })).toThrow(
      "Chart 'both' has cluster 'prod-eu' in phase 'n' already, at 'both/n', and this is phase 'mixed'; a cluster is in one phase");
  });

  it.each<[MigrationPhase, string[]]>([
    [MigrationPhase.N, ['10-lease-access']],
    [MigrationPhase.MIXED, ['10-lease-access', '20-config', '30-ccm']],
    [MigrationPhase.N_PLUS_1, ['10-lease-access', '20-config', '30-ccm']],
    [MigrationPhase.DISABLED, ['30-ccm']],
  ])('are only those with content, in phase %s', (phase, expected) => {
    const app = new App({ outdir });
    expect(paths(new CloudControllerMigration(app, 'prod-eu', { migration: cluster(), phase, chartPrefix: '' }))).toEqual(expected);
    expect([...synthesized(app).keys()]).toEqual(expected.map(name => `${name}.k8s.yaml`));
  });

  it.each<[string, MigrationStrategy, MigrationPhase]>([
    ['no component is given access', MigrationStrategy.leaderMigration({ leaseAccess: LeaseAccessMode.NONE }), MigrationPhase.N],
    ['nothing runs yet', MigrationStrategy.controllersOffThenOn(), MigrationPhase.MIXED],
  ])('are none where %s', (_, strategy, phase) => {
    expect(new CloudControllerMigration(new App({ outdir }), 'prod-eu', { migration: cluster('prod-eu', strategy), phase }).charts).toEqual([]);
  });

  it('are made directly below the App, also by a construct deeper in it, since cdk8s names the others by a hash', () => {
    const app = new App({ outdir });
    new CloudControllerMigration(
      new Construct(new Construct(app, 'europe'), 'team'), 'prod-eu', { migration: cluster(), phase: MigrationPhase.DISABLED },
    );
    expect([...synthesized(app).keys()]).toEqual(['prod-eu-30-ccm.k8s.yaml']);
  });

  it('keep names and content when a second cluster comes', () => {
    const one = new App({ outdir: join(outdir, 'one') });
    new CloudControllerMigration(one, 'prod-eu', { migration: cluster(), phase: MIXED });
    const before = synthesized(one);
    const two = new App({ outdir: join(outdir, 'two') });
    for (const id of ['prod-ap', 'prod-eu', 'prod-us']) new CloudControllerMigration(two, id, { migration: cluster(id), phase: MIXED });
    const after = synthesized(two);
    expect(after.size).toBe(9);
    expect([...after].filter(([path]) => path.startsWith('prod-eu-'))).toEqual([...before]);
  });

  it('are not shared by two constructs, which would write into each other\'s', () => {
    const app = new App({ outdir });
    new CloudControllerMigration(new Construct(app, 'a'), 'prod-eu', { migration: cluster(), phase: MIXED });
    expect(() => new CloudControllerMigration(new Construct(app, 'b'), 'prod-eu', { migration: cluster('prod-us'), phase: MIXED })).toThrow(new Error(
      "the App has a Chart 'prod-eu-10-lease-access' already, and 'b/prod-eu' would write into it; give another id or `chartPrefix`, and one App "
        + 'per phase'));
  });

  it('have the longest id that there can be', () => {
    const app = new App({ outdir });
    new CloudControllerMigration(app, LONGEST, { migration: cluster(), phase: MIXED });
    new ClusterApiMigration(app, 'cluster-api', {
      chartPrefix: LONGEST,
      migration: cluster(),
      phase: MIXED,
      clusterApiRelease: '1.9',
      configs: CLUSTER_API_INPUT,
      upgradedMachineTemplates: { 'prod-eu-workers': 'prod-eu-workers-1-27' },
    });
    expect([...synthesized(app).keys()]).toEqual(
      ['10-cluster', '10-lease-access', '20-config', '20-control-plane', '30-ccm', '30-workers'].map(step => `${LONGEST}-${step}.k8s.yaml`));
  });

  it.each([
    ['prod.example.com', 'prod-example-com-7405b025'],
    ['Prod_EU', 'prod-eu-SUM'],
    ['a'.repeat(106), `${'a'.repeat(38)}-SUM`],
    ['_', 'SUM'],
  ])('are made of the id %s, with its hash', (id, prefix) => {
    const app = new App({ outdir });
    const name = prefix.replace('SUM', createHash('sha256').update(id).digest('hex').slice(0, 8));
    new CloudControllerMigration(app, id, { migration: cluster(), phase: MIXED });
    expect([...synthesized(app).keys()]).toEqual(['10-lease-access', '20-config', '30-ccm'].map(step => `${name}-${step}.k8s.yaml`));
  });

  it.each([
    ['a dot', 'prod.eu'], ['upper case', 'Prod'], ['an underscore', 'prod_eu'], ['too many characters', `${LONGEST}aa`],
  ])('are refused as `chartPrefix` with %s', (_, id) => {
    const message = `'${id}' names the Charts of 'X', and cdk8s would write a hash in place of it; `
      + "accepted: at most 47 lower case letters, digits and '-'. Give another `chartPrefix`";
    expect(() => new CloudControllerMigration(new App({ outdir }), 'X', { migration: cluster(), phase: MIXED, chartPrefix: id })).toThrow(
      new Error(message),
    );
    expect(new CloudControllerMigration(new App({ outdir }), id, { migration: cluster(), phase: MIXED, chartPrefix: 'ok' }).charts).toHaveLength(3);
  });

  it('are refused without an App, which would write them', () => {
    const root = new Construct(undefined as unknown as Construct, '');
    expect(() => new CloudControllerMigration(root, 'prod-eu', { migration: cluster(), phase: MIXED })).toThrow(new Error(
      "'prod-eu' is neither in a Chart nor below an App, so there is no place for its objects; make it in a Chart or below an App"));
  });
});

describe('an enclosing Chart', () => {
  it('wins, whatever the id', () => {
    const app = new App({ outdir });
    const chart = new Chart(app, 'platform');
    const migration = new CloudControllerMigration(
      new Construct(chart, 'Team.A'), 'Prod.EU', { migration: cluster(), phase: MIXED, chartPrefix: 'unused' },
    );
    expect(paths(migration)).toEqual(['platform']);
    expect([...synthesized(app).keys()]).toEqual(['platform.k8s.yaml']);
  });

  it('is the nearest one', () => {
    const inner = new Chart(new Chart(new App({ outdir }), 'outer'), 'inner');
    expect(paths(new CloudControllerMigration(inner, 'prod-eu', { migration: cluster(), phase: MIXED }))).toEqual(['outer/inner']);
  });

  it('holds what an own Chart would hold', () => {
    const app = new App({ outdir });
    const chart = new Chart(app, 'platform');
    new CloudControllerMigration(chart, 'prod-eu', { migration: cluster(), phase: MIXED });
    const own = new CloudControllerMigration(app, 'prod-eu', { migration: cluster(), phase: MIXED });
    expect(chart.toJson()).toEqual(own.charts.flatMap(one => one.toJson() as object[]));
  });
});
