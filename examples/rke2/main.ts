import { join } from 'node:path';
import { App } from 'cdk8s';
import { KubernetesVersion, Migration, NodeFolder, Rke2Migration } from 'cdk8s-ccm-migration';

const migration = new Migration({
  clusterId: 'prod-eu',
  fromVersion: KubernetesVersion.of('1.26.15'),
  toVersion: KubernetesVersion.of('1.27.16'),
});

for (const phase of migration.phases) {
  const app = new App({ outdir: process.env.CDK8S_OUTDIR ?? join(__dirname, 'dist') });
  const rke2 = new Rke2Migration(app, phase, {
    migration,
    phase,
    rke2Release: 'v1.27.16+rke2r2',
    // The Cluster as Rancher has it today; of RKE2 without Rancher, the config.yaml of a server and of an agent.
    configs: NodeFolder.readFiles(join(__dirname, 'input')),
  });
  app.synth();
  // The same files, with only the migration's changes, and what the cluster itself needs.
  rke2.write(join(__dirname, 'bundles', 'rke2', phase));
}
