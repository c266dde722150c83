import { join } from 'node:path';
import { App } from 'cdk8s';
import { KkpMigration, KubernetesVersion, Migration, MigrationStrategy, NodeFolder } from 'cdk8s-ccm-migration';

const version = KubernetesVersion.of('1.24.17');
const migration = new Migration({
  clusterId: 'crh4xbxz5f',
  // KKP moves the controllers without changing the version, and with a gap.
  fromVersion: version,
  toVersion: version,
  strategy: MigrationStrategy.controllersOffThenOn(),
});

for (const phase of migration.phases) {
  const app = new App({ outdir: process.env.CDK8S_OUTDIR ?? join(__dirname, 'dist') });
  const kkp = new KkpMigration(app, phase, {
    migration,
    phase,
    kkpRelease: '2.22',
    // The Cluster of the seed cluster, and the MachineDeployments of the user cluster, as they are today.
    configs: NodeFolder.readFiles(join(__dirname, 'input')),
  });
  app.synth();
  // The same files, with only the migration's changes.
  kkp.write(join(__dirname, 'bundles', 'kkp', phase));
}
