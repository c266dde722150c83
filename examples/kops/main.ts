import { join } from 'node:path';
import { App } from 'cdk8s';
import { KopsMigration, KubernetesVersion, Migration, NodeFolder } from 'cdk8s-ccm-migration';

const migration = new Migration({
  clusterId: 'prod.example.com',
  fromVersion: KubernetesVersion.of('1.23.17'),
  toVersion: KubernetesVersion.of('1.24.17'),
  // Calico makes the routes. What is asked for here is written; what kops does by itself is not.
  network: { configureCloudRoutes: false },
  csiMigration: true,
});

for (const phase of migration.phases) {
  const app = new App({ outdir: join(process.env.CDK8S_OUTDIR ?? join(__dirname, 'dist'), phase) });
  const kops = new KopsMigration(app, 'prod', {
    migration,
    phase,
    chartPrefix: '',
    kopsRelease: '1.25',
    // The Cluster and its InstanceGroups as they are today: `kops get -o yaml`.
    configs: NodeFolder.readFiles(join(__dirname, 'input')),
  });
  app.synth();
  // The same files, with only the migration's changes.
  kops.write(join(__dirname, 'bundles', 'kops', phase));
}
