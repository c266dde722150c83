import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { App, Chart, Testing } from 'cdk8s';
import {
  AwsCcm, KkpMigration, KubeOneMigration, KubernetesVersion, Migration, MigrationPhase, MigrationProps, MigrationStrategy,
  NodeFolder,
} from '../../src';
import { emptyFolder } from '../scratch';

const EXAMPLES = join(__dirname, '..', '..', 'examples');

/** The two forms that have a gap and no way back. */
const FORMS = [
  {
    name: 'KkpMigration',
    installer: 'KKP',
    version: '1.24.17',
    clusterId: 'crh4xbxz5f',
    file: 'cluster.yaml',
    make: (chart: Chart, migration: Migration, phase: MigrationPhase) => new KkpMigration(chart, 'migration', {
      migration, phase, kkpRelease: '2.22', configs: NodeFolder.readFiles(join(EXAMPLES, 'kkp', 'input')),
    }),
  },
  {
    name: 'KubeOneMigration',
    installer: 'KubeOne',
    version: '1.25.16',
    clusterId: 'prod-eu',
    file: 'kubeone.yaml',
    make: (chart: Chart, migration: Migration, phase: MigrationPhase) => new KubeOneMigration(chart, 'migration', {
      migration, phase, kubeOneRelease: '1.6', configs: NodeFolder.readFiles(join(EXAMPLES, 'kubeone', 'input')),
    }),
  },
];

let outdir: string;
beforeEach(() => { outdir = emptyFolder(); });
afterEach(() => rmSync(outdir, { recursive: true }));

it('has another cluster\'s plan of KubeOne name that cluster\'s file', () => {
  const { make, version, clusterId, file } = FORMS.find(({ installer }) => installer === 'KubeOne')!;
  const today = KubernetesVersion.of(version);
  const migration = new Migration({ clusterId, fromVersion: today, toVersion: today, strategy: MigrationStrategy.controllersOffThenOn() });
  const folder = join(outdir, 'bundles', 'kubeone', 'prod-us', 'mixed');
  make(Testing.chart(), migration, MigrationPhase.MIXED).write(folder);
  expect(readFileSync(join(folder, 'PLAN.md'), 'utf8')).toContain(`-m bundles/kubeone/prod-us/mixed/${file}`);
});

describe.each(FORMS)('$name', ({ installer, version, clusterId, file, make }) => {
  const today = KubernetesVersion.of(version);
  const props: MigrationProps = { clusterId, fromVersion: today, toVersion: today, strategy: MigrationStrategy.controllersOffThenOn() };
  const migration = new Migration(props);

  it('writes the files of the phase with notes and plan, and no objects', () => {
    const chart = Testing.chart();
    const form = make(chart, migration, MigrationPhase.MIXED);
    expect(Testing.synth(chart)).toEqual([]);
    expect(form.write(join(outdir, 'mixed'))).toEqual(expect.arrayContaining([file, 'NOTES.md', 'PLAN.md', 'plan.json', 'to-delete.json']));
    const plan = JSON.parse(readFileSync(join(outdir, 'mixed', 'plan.json'), 'utf8')) as { readonly noWayBack: string; readonly back: unknown[] };
    expect(plan.noWayBack).toContain('no rollback is possible');
    expect(plan.back).toEqual([]);
    expect(readFileSync(join(outdir, 'mixed', 'NOTES.md'), 'utf8')).toContain(`there is no Leader Migration in ${installer}`);
  });

  it('fails where the folder is taken for manifests', () => {
    const form = make(new Chart(new App({ outdir }), 'chart'), migration, MigrationPhase.N);
    expect(() => form.write(join(outdir, 'x'))).toThrow('is in the output folder');
  });

  it.each<[string, Partial<MigrationProps>, string]>([
    ['no strategy', { strategy: undefined }, `the strategy is 'leader-migration', but ${installer} has no Leader Migration`],
    ['another strategy', { strategy: MigrationStrategy.downtime() }, `the strategy is 'downtime', but ${installer} has no Leader Migration`],
    ['another version', { toVersion: KubernetesVersion.of(version === '1.24.17' ? '1.25.16' : '1.26.15') }, `${installer} moves the controllers `
      + 'without changing the version'],
    ['no version of today', { fromVersion: undefined }, '`fromVersion` is not given'],
    ['what the installer makes', { ccm: AwsCcm.of() }, `\`ccm\` is given, but ${installer} makes the cloud-controller-manager and its flags by `
      + 'itself'],
  ])('fails for %s', (_, change, message) => {
    expect(() => make(Testing.chart(), new Migration({ ...props, ...change }), MigrationPhase.MIXED)).toThrow(message);
  });
});

describe('a Cluster of KKP with a password', () => {
  const today = KubernetesVersion.of('1.21.14');
  const cluster = [
    'apiVersion: kubermatic.k8s.io/v1', 'kind: Cluster', 'metadata: {name: crh4xbxz5f}', 'spec:', '  cloud:', '    dc: vsphere-1', '    vsphere:',
    '      username: u', '      password: hunter2', '  version: 1.21.14', '',
  ].join('\n');
  const migration = new Migration({
    clusterId: 'crh4xbxz5f', fromVersion: today, toVersion: today, strategy: MigrationStrategy.controllersOffThenOn(),
  });
  const form = () =>
    new KkpMigration(Testing.chart(), 'kkp', { migration, phase: MigrationPhase.MIXED, kkpRelease: '2.18', configs: { 'cluster.yaml': cluster } });

  it('is for its owner only, and left out of what is committed unless that is asked for', () => {
    form().write(outdir);
    expect(statSync(join(outdir, 'cluster.yaml')).mode.toString(8)).toBe('100600');
    expect(readFileSync(join(outdir, '.gitignore'), 'utf8')).toMatch(/^[^#]*cluster\.yaml$/m);
    form().write(outdir, true);
    expect(existsSync(join(outdir, '.gitignore'))).toBe(false);
    expect(statSync(join(outdir, 'cluster.yaml')).mode.toString(8)).toBe('100600');
  });

  it('is shown by neither notes nor plan, whose steps are not known to be safe', () => {
    form().write(outdir, true);
    const written = ['NOTES.md', 'PLAN.md', 'plan.json'].map(name => readFileSync(join(outdir, name), 'utf8')).join('');
    expect(written).not.toContain('hunter2');
    expect(written).toContain('Unknown: exclusivity unknown, liveness unknown');
  });
});
