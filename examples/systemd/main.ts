import { join } from 'node:path';
import { App } from 'cdk8s';
import { CloudControllerMigration, KubernetesVersion, Migration, MigrationOutput, MigrationPlan, NodeFolder, PlanState } from 'cdk8s-ccm-migration';

const outdir = process.env.CDK8S_OUTDIR ?? join(__dirname, 'dist');

const migration = new Migration({
  clusterId: 'prod-eu',
  // A unit does not say which release its program is.
  fromVersion: KubernetesVersion.of('1.26.15'),
  toVersion: KubernetesVersion.of('1.27.16'),
  // The nodes as they are today, with their units, drop-ins and environment files.
  nodes: NodeFolder.read(join(__dirname, 'input')),
});

for (const phase of migration.phases) {
  const app = new App({ outdir: join(outdir, phase) });
  new CloudControllerMigration(app, 'migration', { migration, phase, chartPrefix: '' });
  app.synth();
  MigrationOutput.write(app, __dirname, outdir);
}

// How to get there, and the way back.
for (const [from, to] of [[PlanState.NOT_STARTED, PlanState.N_PLUS_1], [PlanState.N_PLUS_1, PlanState.NOT_STARTED]]) {
  new MigrationPlan({ migration, from, to, appDir: __dirname, manifestsDir: outdir }).write(join(__dirname, 'bundles', 'plan', `${from}-to-${to}`));
}
