import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { App, Chart, Testing } from 'cdk8s';
import {
  AwsCcm, CcmPlacement, KopsMigration, KopsMigrationProps, KubernetesVersion, LeaderMigrationStyle, LeaseAccessMode,
  Migration, MigrationPhase, MigrationProps, MigrationStrategy,
  NodeFolder,
} from '../../src';
import { phasesFolder } from '../../src/constructs/installer-folder';
import { emptyFolder } from '../scratch';

const CONFIGS = NodeFolder.readFiles(join(__dirname, '..', '..', 'examples', 'kops', 'input'));
const MIGRATION = { clusterId: 'prod.example.com', fromVersion: KubernetesVersion.of('1.23.17'), toVersion: KubernetesVersion.of('1.24.17') };
const PROPS: KopsMigrationProps = { migration: new Migration(MIGRATION), phase: MigrationPhase.MIXED, kopsRelease: '1.25', configs: CONFIGS };
/** 1.22, where kops gives no access to the migration Lease. */
const OLDER: KopsMigrationProps = {
  ...PROPS,
  migration: new Migration({ ...MIGRATION, fromVersion: KubernetesVersion.of('1.22.17'), toVersion: KubernetesVersion.of('1.23.17') }),
  configs: { ...CONFIGS, 'cluster.yaml': CONFIGS['cluster.yaml'].replace('1.23.17', '1.22.17') },
};

let outdir: string;
beforeEach(() => { outdir = emptyFolder(); });
afterEach(() => rmSync(outdir, { recursive: true }));

describe('KopsMigration', () => {
  it('writes the files of the phase, the plan, the notes and what is left to delete', () => {
    const migration = new KopsMigration(new App({ outdir: join(outdir, 'dist') }), 'migration', { ...PROPS, phase: MigrationPhase.N });
    const written = migration.write(join(outdir, 'n'));
    expect([...written].sort()).toEqual(readdirSync(join(outdir, 'n')).sort());
    expect(readFileSync(join(outdir, 'n', 'cluster.yaml'), 'utf8')).toBe(CONFIGS['cluster.yaml']);
    expect(readFileSync(join(outdir, 'n', 'to-delete.json'), 'utf8')).toContain('aws-cloud-controller-manager');
    expect(readFileSync(join(outdir, 'n', 'NOTES.md'), 'utf8')).toContain('nothing has to be changed');
  });

  it.each([
    ['bundles/kops/prod-eu/mixed', 'bundles/kops/prod-eu'],
    ['./out/mixed/', 'out'],
    ['/srv/app/bundles/kops/prod-eu/mixed', 'bundles/kops/prod-eu'],
    ['/srv/out/mixed', '/srv/out'],
    ['out/kops-mixed', 'bundles/kops'],
    ['mixed', 'bundles/kops'],
  ])('names the files of the phases in its commands as they were written: %s', (folder, expected) => {
    expect(phasesFolder(folder, MigrationPhase.MIXED, 'bundles/kops')).toBe(expected);
  });

  it('has another cluster\'s plan write that cluster\'s files', () => {
    const migration = new KopsMigration(new App({ outdir: join(outdir, 'dist') }), 'migration', PROPS);
    migration.write(join(outdir, 'bundles', 'kops', 'prod-eu', 'mixed'));
    const plan = readFileSync(join(outdir, 'bundles', 'kops', 'prod-eu', 'mixed', 'PLAN.md'), 'utf8');
    expect(plan.match(/-f \S+cluster\.yaml/g)).toEqual(['-f bundles/kops/prod-eu/mixed/cluster.yaml', '-f bundles/kops/prod-eu/n/cluster.yaml']);
  });

  it('has the access to the migration Lease in its Chart only where kops gives none', () => {
    const [ours, theirs] = [OLDER, PROPS].map(props => {
      const chart = Testing.chart();
      new KopsMigration(chart, 'migration', { ...props, phase: MigrationPhase.N });
      return (Testing.synth(chart) as { kind: string }[]).map(({ kind }) => kind);
    });
    expect([ours, theirs]).toEqual([['Role', 'RoleBinding'], []]);
  });

  it('makes a Chart of its own where none encloses it and there are objects', () => {
    const [ours, theirs] = [OLDER, PROPS].map(props => new KopsMigration(new App({ outdir }), 'migration', props).charts.length);
    expect([ours, theirs]).toEqual([1, 0]);
  });

  it('fails where the folder is taken for manifests', () => {
    const migration = new KopsMigration(new Chart(new App({ outdir }), 'chart'), 'migration', PROPS);
    expect(() => migration.write(join(outdir, 'x'))).toThrow('is in the output folder');
  });

  it.each<[string, Partial<MigrationProps>, string]>([
    ['a configuration file', { strategy: MigrationStrategy.leaderMigration({ style: LeaderMigrationStyle.WILDCARD }) }, 'kops writes no '
      + 'configuration file: only the built-in default is possible'],
    ['another Lease', { strategy: MigrationStrategy.leaderMigration({ leaderName: 'mine' }) }, 'kops writes no configuration file: the name is '
      + '\'cloud-provider-extraction-migration\''],
    ['both generations of keys', { strategy: MigrationStrategy.leaderMigration({ bothKeyGenerations: true }) }, '`bothKeyGenerations` is true, but '
      + 'kops writes no configuration file'],
    ['access of ours', { strategy: MigrationStrategy.leaderMigration({ leaseAccess: LeaseAccessMode.NONE }) }, 'kops gives access to the migration '
      + 'Lease by itself'],
    ['a released Lease', { strategy: MigrationStrategy.leaderMigration({ releaseLease: true }) }, 'no step of its plan releases a Lease'],
    ['upgraded nodes only', { strategy: MigrationStrategy.leaderMigration({ placement: CcmPlacement.UPGRADED_NODES }) }, 'kops runs the '
      + 'cloud-controller-manager on every control-plane node'],
    ['another strategy', { strategy: MigrationStrategy.downtime() }, 'only \'leader-migration\' makes safe'],
    ['a network of ours', { network: { clusterName: 'other' } }, '`network.clusterName` is given, but kops takes it from its Cluster'],
    ['what stands in the Cluster', { ccm: AwsCcm.of({ release: 'v1.24.1' }) }, '`ccm` is given, but kops makes the cloud-controller-manager from '
      + 'its Cluster; set it in spec.cloudControllerManager there'],
    ['a default that is not effective', { fromVersion: KubernetesVersion.of('1.21.14'), toVersion: KubernetesVersion.of('1.22.17') },
      'fromVersion is 1.21.14, whose built-in default of Leader Migration is not effective'],
    ['no version of today', { fromVersion: undefined }, '`fromVersion` is not given'],
  ])('fails for %s', (_, migration, message) => {
    expect(() => new KopsMigration(Testing.chart(), 'migration', { ...PROPS, migration: new Migration({ ...MIGRATION, ...migration }) })).toThrow(
      message,
    );
  });
});
