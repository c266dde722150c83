import { join } from 'node:path';
import { App } from 'cdk8s';
import { KubeOneMigration, KubernetesVersion, Migration, MigrationStrategy, NodeFolder } from 'cdk8s-ccm-migration';

const version = KubernetesVersion.of('1.25.16');
const migration = new Migration({
  clusterId: 'prod-eu',
  // KubeOne moves the controllers without changing the version, and with a gap.
  fromVersion: version,
  toVersion: version,
  strategy: MigrationStrategy.controllersOffThenOn(),
});

for (const phase of migration.phases) {
  const app = new App({ outdir: process.env.CDK8S_OUTDIR ?? join(__dirname, 'dist') });
  const kubeOne = new KubeOneMigration(app, phase, {
    migration,
    phase,
    kubeOneRelease: '1.6',
    terraformOutput: 'tf.json',
    // The document as `kubeone apply -m` is given it today.
    configs: NodeFolder.readFiles(join(__dirname, 'input')),
  });
  app.synth();
  // The same file, with only the migration's change.
  kubeOne.write(join(__dirname, 'bundles', 'kubeone', phase));
}
