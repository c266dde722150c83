import { join } from 'node:path';
import { App } from 'cdk8s';
import {
  CloudControllerMigration, KubernetesVersion, Migration, MigrationOutput, MigrationPhase, MigrationProps, MigrationStrategy,
  NodeFolder,
} from '../../src';

/** Where the example has its cloud config. */
export const CLOUD_CONFIG = '/etc/kubernetes/cloud.conf';

/** What of a migration a scenario chooses. */
export type MigrationChoice = Pick<MigrationProps, 'ccm' | 'strategy'>;

/** Name of the strategy that a scenario chooses: a value of a class does not travel between processes. */
export function strategyOf({ strategy = MigrationStrategy.leaderMigration() }: MigrationChoice = {}): string {
  return strategy.name;
}

/** The migration that scenarios start from. */
export function migrationOf(input: string, choice: MigrationChoice = {}): Migration {
  return new Migration({
    clusterId: 'prod-eu',
    fromVersion: KubernetesVersion.of('1.26.15'),
    toVersion: KubernetesVersion.of('1.27.16'),
    nodes: NodeFolder.read(input),
    ...choice,
  });
}

/** Writes every phase, as the kubeadm example does: `dist/<phase>` and `nodes/<phase>` below a folder. */
export function synthesize(folder: string, input: string, choice: MigrationChoice): void {
  const migration = migrationOf(input, choice);
  for (const phase of migration.phases) {
    const app = new App({ outdir: join(folder, 'dist', phase) });
    new CloudControllerMigration(app, 'migration', { migration, phase, chartPrefix: '' });
    app.synth();
    MigrationOutput.write(app, folder);
  }
}

/** Writes phase `disabled` of a release that has no release before it here, for the network and the cloud config of the example. */
export function synthesizeSteadyState(folder: string, choice: Pick<MigrationProps, 'ccm' | 'toVersion'>): void {
  const app = new App({ outdir: join(folder, 'dist', MigrationPhase.DISABLED) });
  const migration = new Migration({
    clusterId: 'prod-eu',
    cloudConfigPath: CLOUD_CONFIG,
    network: { clusterName: 'prod-eu', clusterCidr: '100.96.0.0/11', allocateNodeCidrs: true, configureCloudRoutes: true },
    ...choice,
  });
  new CloudControllerMigration(app, 'migration', { migration, phase: MigrationPhase.DISABLED, chartPrefix: '' });
  app.synth();
}
