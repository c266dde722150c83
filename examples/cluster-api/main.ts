import { join } from 'node:path';
import { App, Chart } from 'cdk8s';
import { ClusterApiMigration, KubernetesVersion, MigrationPhase, NodeFolder } from 'cdk8s-ccm-migration';

const migrations = Object.values(MigrationPhase).map(phase => {
  const app = new App({ outdir: join(process.env.CDK8S_OUTDIR ?? join(__dirname, 'dist'), phase) });
  const migration = new ClusterApiMigration(app, 'migration', {
    clusterId: 'prod-eu',
    clusterApiRelease: '1.9',
    fromVersion: KubernetesVersion.of('1.26.15'),
    toVersion: KubernetesVersion.of('1.27.16'),
    phase,
    // The objects of the cluster as the management cluster has them today.
    configs: NodeFolder.readFiles(join(__dirname, 'input')),
    upgradedMachineTemplates: { 'prod-eu-workers': 'prod-eu-workers-1-27' },
    // One Chart per apply step, in the order of their names.
    clusterChart: new Chart(app, '10-cluster'),
    controlPlaneChart: new Chart(app, '20-control-plane'),
    workersChart: new Chart(app, '30-workers'),
  });
  app.synth();
  return migration;
});

// Only when every phase was accepted. The same objects as files of yours: what the migration is not about stays byte for byte.
for (const migration of migrations) migration.write(join(__dirname, 'bundles', 'cluster-api', migration.phase));
