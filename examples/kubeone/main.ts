import { join } from 'node:path';
import { App } from 'cdk8s';
import { KubeOneMigration, KubernetesVersion, Migration, MigrationPhase, MigrationStrategy, NodeFolder } from 'cdk8s-ccm-migration';

const app = new App({ outdir: process.env.CDK8S_OUTDIR ?? join(__dirname, 'dist') });
const version = KubernetesVersion.of('1.25.16');
const migrations = Object.values(MigrationPhase).map(phase => new KubeOneMigration(app, phase, {
  // KubeOne moves the controllers without changing the version, and with a gap.
  migration: new Migration({ clusterId: 'prod-eu', fromVersion: version, toVersion: version, strategy: MigrationStrategy.controllersOffThenOn() }),
  phase,
  kubeOneRelease: '1.6',
  terraformOutput: 'tf.json',
  // The document as `kubeone apply -m` is given it today.
  configs: NodeFolder.readFiles(join(__dirname, 'input')),
}));
app.synth();

// Only when every phase was accepted: the same file, with only the migration's change.
for (const migration of migrations) migration.write(join(__dirname, 'bundles', 'kubeone', migration.phase));
