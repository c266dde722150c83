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
    // The Cluster, its ClusterClass and the templates of the class, as the management cluster has them today.
    configs: NodeFolder.readFiles(join(__dirname, 'input')),
    // A patch gives the machines of version N+1 this image: a class names one template for both.
    upgradedImages: { 'team-worker': 'ami-0f2712700000000bb' },
  });
  app.synth();
  // The same objects as files of yours, what the cluster itself needs, and the plan: what to apply when, what rolls, and the way back.
  capi.write(join(__dirname, 'bundles', 'cluster-api', phase));
}
