import { join } from 'node:path';
import { App } from 'cdk8s';
import { ClusterApiMigration, KubernetesVersion, Migration, NodeFolder } from 'cdk8s-ccm-migration';

const migration = new Migration({
  clusterId: 'prod-eu',
  fromVersion: KubernetesVersion.of('1.26.15'),
  toVersion: KubernetesVersion.of('1.27.16'),
});

for (const phase of migration.phases) {
  const app = new App({ outdir: join(process.env.CDK8S_OUTDIR ?? join(__dirname, 'dist'), phase) });
  const capi = new ClusterApiMigration(app, 'prod-eu', {
    migration,
    phase,
    chartPrefix: '',
    clusterApiRelease: '1.9',
    // The objects of the cluster as the management cluster has them today.
    configs: NodeFolder.readFiles(join(__dirname, 'input')),
    upgradedMachineTemplates: { 'prod-eu-workers': 'prod-eu-workers-1-27' },
  });
  app.synth();
  // The same objects as files of yours: what the migration is not about stays byte for byte.
  capi.write(join(__dirname, 'bundles', 'cluster-api', phase));
}
