import { join } from 'node:path';
import { App, Chart } from 'cdk8s';
import { CloudControllerMigration, CloudControllerMigrationProps, KubernetesVersion, LeaseAccessMode, MigrationPhase, MigrationStrategy, NodeFolder } from '../../src';

/** What of a migration a scenario chooses. */
export type MigrationChoice = Partial<Pick<CloudControllerMigrationProps,
  'ccmRelease' | 'leaseAccess' | 'strategy' | 'style' | 'taggingTags' | 'toVersion' | 'useServiceAccountCredentials'
>>;

/** Writes every phase, as the kubeadm example does: `dist/<phase>` and `nodes/<phase>` below a folder. */
export function synthesize(folder: string, input: string, choice: MigrationChoice): void {
  const nodes = NodeFolder.read(input);
  for (const phase of Object.values(MigrationPhase)) {
    const app = new App({ outdir: join(folder, 'dist', phase) });
    const { strategy = MigrationStrategy.LEADER_MIGRATION, leaseAccess } = choice;
    const byLease = strategy === MigrationStrategy.LEADER_MIGRATION;
    if (phase === MigrationPhase.MIXED && strategy === MigrationStrategy.DOWNTIME) continue; // there is no such phase
    const usesLease = byLease && phase !== MigrationPhase.DISABLED;
    // Patching the bootstrap Role leaves something to write even when the Lease is no longer used: the Role as it was.
    const hasAccess = leaseAccess === LeaseAccessMode.BOOTSTRAP_ROLE_PATCH ? byLease : usesLease && leaseAccess !== LeaseAccessMode.NONE;
    const hasCcm = phase !== MigrationPhase.N && (byLease || phase !== MigrationPhase.MIXED);
    const migration = new CloudControllerMigration(app, 'migration', {
      clusterId: 'prod-eu',
      fromVersion: KubernetesVersion.of('1.26.15'),
      toVersion: KubernetesVersion.of('1.27.16'),
      nodes,
      ...choice,
      phase,
      leaseAccessChart: hasAccess ? new Chart(app, '10-lease-access') : undefined,
      configChart: usesLease && hasCcm ? new Chart(app, '20-config') : undefined,
      ccmChart: hasCcm ? new Chart(app, '30-ccm') : undefined,
    });
    app.synth();
    migration.nodeFiles.write(join(folder, 'nodes', phase));
  }
}
