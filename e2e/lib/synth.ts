import { join } from 'node:path';
import { App, Duration } from 'cdk8s';
import { FAST } from './input';
import {
  AwsCcm, CloudControllerMigration, KubernetesVersion, LeaderElectionOptions, Migration, MigrationOutput, MigrationPhase, MigrationProps,
  MigrationStrategy, NodeFolder,
} from '../../src';

/** Where the example has its cloud config. */
export const CLOUD_CONFIG = '/etc/kubernetes/cloud.conf';

/** What of a migration a scenario chooses. */
export type MigrationChoice = Pick<MigrationProps, 'ccm' | 'nodeReplacement' | 'strategy'>;

/** A cluster that has its cloud-controller-manager already, and upgrades it. */
export interface SteadyState {
  /** Release of Kubernetes. */
  readonly kubernetes: string;
  /** Releases of the cloud-controller-manager: `v1.36.1`. */
  readonly from: string;
  readonly to: string;
}

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

/** Where what was synthesized before lies, below the folder of a cluster whose cloud-controller-manager is upgraded. */
export const BEFORE = 'before';

/** Writes the steady state with the cloud-controller-manager of today, and in a folder below with that of before. */
export function synthesizeUpgrade(folder: string, input: string, { kubernetes, from, to }: SteadyState): void {
  for (const [release, outdir] of [[from, join(folder, BEFORE)], [to, folder]] as const) {
    synthesizeSteadyState(outdir, {
      toVersion: KubernetesVersion.of(kubernetes),
      upgradedNodes: NodeFolder.read(input),
      ccm: AwsCcm.of({ release, run: { leaderElection: fastElection() } }),
    });
  }
}

/** Lease times of a run, for a cloud-controller-manager that copies none. */
export function fastElection(): LeaderElectionOptions {
  return {
    leaseDuration: Duration.seconds(FAST.leaseSeconds),
    renewDeadline: Duration.seconds(FAST.renewSeconds),
    retryPeriod: Duration.seconds(FAST.retrySeconds),
  };
}

/** Writes phase `disabled` of a release that has no release before it here, for the network and the cloud config of the example. */
export function synthesizeSteadyState(folder: string, choice: Pick<MigrationProps, 'ccm' | 'toVersion' | 'upgradedNodes'>): void {
  const app = new App({ outdir: join(folder, 'dist', MigrationPhase.DISABLED) });
  const migration = new Migration({
    clusterId: 'prod-eu',
    cloudConfigPath: CLOUD_CONFIG,
    network: { clusterName: 'prod-eu', clusterCidr: '100.96.0.0/11', allocateNodeCidrs: true, configureCloudRoutes: true },
    ...choice,
  });
  new CloudControllerMigration(app, 'migration', { migration, phase: MigrationPhase.DISABLED, chartPrefix: '' });
  app.synth();
  MigrationOutput.write(app, folder);
}
