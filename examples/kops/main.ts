import { join } from 'node:path';
import { App } from 'cdk8s';
import { KopsMigration, KubernetesVersion, MigrationPhase, NodeFolder } from 'cdk8s-ccm-migration';

const app = new App({ outdir: process.env.CDK8S_OUTDIR ?? join(__dirname, 'dist') });
const migrations = Object.values(MigrationPhase).map(phase => new KopsMigration(app, phase, {
  migration: {
    clusterId: 'prod.example.com',
    fromVersion: KubernetesVersion.of('1.23.17'),
    toVersion: KubernetesVersion.of('1.24.17'),
    // Calico makes the routes. What is asked for here is written; what kops does by itself is not.
    configureCloudRoutes: false,
    csiMigration: true,
  },
  phase,
  kopsRelease: '1.25',
  // The Cluster and its InstanceGroups as they are today: `kops get -o yaml`.
  configs: NodeFolder.readFiles(join(__dirname, 'input')),
}));
app.synth();

// Only when every phase was accepted: the same files, with only the migration's changes.
for (const migration of migrations) migration.write(join(__dirname, 'bundles', 'kops', migration.phase));
