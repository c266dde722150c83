import { join } from 'node:path';
import { App } from 'cdk8s';
import { KkpMigration, KubernetesVersion, Migration, MigrationPhase, MigrationStrategy, NodeFolder } from 'cdk8s-ccm-migration';

const app = new App({ outdir: process.env.CDK8S_OUTDIR ?? join(__dirname, 'dist') });
const version = KubernetesVersion.of('1.24.17');
const migrations = Object.values(MigrationPhase).map(phase => new KkpMigration(app, phase, {
  // KKP moves the controllers without changing the version, and with a gap.
  migration: new Migration({ clusterId: 'crh4xbxz5f', fromVersion: version, toVersion: version, strategy: MigrationStrategy.controllersOffThenOn() }),
  phase,
  kkpRelease: '2.22',
  // The Cluster of the seed cluster, and the MachineDeployments of the user cluster, as they are today.
  configs: NodeFolder.readFiles(join(__dirname, 'input')),
}));
app.synth();

// Only when every phase was accepted: the same files, with only the migration's changes.
for (const migration of migrations) migration.write(join(__dirname, 'bundles', 'kkp', migration.phase));
