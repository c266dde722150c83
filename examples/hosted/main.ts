import { join } from 'node:path';
import { App } from 'cdk8s';
import {
  AwsCcm, CcmWorkload, CloudControllerMigration, KubernetesVersion, ManagerDeployment, Migration, MigrationOutput, MigrationPlan, NodeFolder,
  PlanState,
} from 'cdk8s-ccm-migration';

const outdir = process.env.CDK8S_OUTDIR ?? join(__dirname, 'dist');

const migration = new Migration({
  clusterId: 'prod-eu',
  toVersion: KubernetesVersion.of('1.27.16'),
  // The Deployment as it is today, in the management cluster.
  managerDeployment: ManagerDeployment.ofManagementCluster(NodeFolder.readFiles(join(__dirname, 'input'))['kube-controller-manager.yaml']),
  ccm: AwsCcm.of({ run: { workload: CcmWorkload.deployment() } }),
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
