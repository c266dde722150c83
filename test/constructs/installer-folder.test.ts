import { join } from 'node:path';
import { App } from 'cdk8s';
import { ClusterApiMigration, KubernetesVersion, Migration, MigrationPhase, NodeFolder, Rke2Migration } from '../../src';

const input = (example: string) => NodeFolder.readFiles(join(__dirname, '..', '..', 'examples', example, 'input'));
const migration = new Migration({
  clusterId: 'prod-eu', fromVersion: KubernetesVersion.of('1.26.15'), toVersion: KubernetesVersion.of('1.27.16'),
});
const CONFIG_MAP = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: other, namespace: fleet-default}\n';

describe('files that are written beside those of an installer', () => {
  it.each(['leader-migration.yaml', 'cluster-resources.yaml', 'plan.json'])('leave no room for one that is called %s', name => {
    const configs = { ...input('rke2'), [name]: CONFIG_MAP };
    const made = () => new Rke2Migration(new App(), 'rke2', { migration, phase: MigrationPhase.N, rke2Release: 'v1.27.16+rke2r2', configs });
    expect(made).toThrow(`'${name}' of configs has the name of a file that is written beside yours; leave it out, or give it another name`);
  });

  it('leave room for it in a phase that has no such file', () => {
    const configs = { ...input('rke2'), 'leader-migration.yaml': CONFIG_MAP };
    expect(new Rke2Migration(new App(), 'rke2', { migration, phase: MigrationPhase.MIXED, rke2Release: 'v1.27.16+rke2r2', configs })).toBeDefined();
  });

  it('are those of Cluster API, too', () => {
    const { 'workers.yaml': workers, ...others } = input('cluster-api');
    const configs = { ...others, 'cluster-resources.yaml': workers };
    const upgradedMachineTemplates = { 'prod-eu-workers': 'prod-eu-workers-1-27' };
    const props = { migration, phase: MigrationPhase.N, clusterApiRelease: '1.9', configs, upgradedMachineTemplates };
    expect(() => new ClusterApiMigration(new App(), 'capi', props)).toThrow("'cluster-resources.yaml' of configs has the name of a file");
  });
});
