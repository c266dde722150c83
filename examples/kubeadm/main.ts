import { join } from 'node:path';
import { App } from 'cdk8s';
import {
  CloudControllerMigration, CloudProvider, CustomCcm, KubeadmBundle, KubernetesVersion, Migration, MigrationOutput, MigrationPlan, NodeFolder,
  PlanState,
} from 'cdk8s-ccm-migration';

const outdir = process.env.CDK8S_OUTDIR ?? join(__dirname, 'dist');
const input = join(__dirname, 'input');

const migration = new Migration({
  clusterId: 'prod-eu',
  toVersion: KubernetesVersion.of('1.27.16'),
  // The nodes as they are today: three of the control plane and two workers, made by kubeadm 1.26 with the in-tree AWS provider.
  nodes: NodeFolder.read(input),
});

for (const phase of migration.phases) {
  const app = new App({ outdir: join(outdir, phase) });
  new CloudControllerMigration(app, 'migration', { migration, phase, chartPrefix: '' });
  app.synth();
  MigrationOutput.write(app, __dirname, outdir);
}

// kubeadm's own configuration, or the next `kubeadm upgrade` brings `--cloud-provider=aws` back.
new KubeadmBundle({ migration, configs: NodeFolder.readFiles(input) }).write(join(__dirname, 'bundles', 'kubeadm'));

// Another cluster, whose configuration is v1beta4 and alone is enough: a map there is a list here, and each file keeps its form. It runs on GCE, the
// one cloud that is in-tree in a release which kubeadm deploys from v1beta4.
new KubeadmBundle({
  migration: new Migration({
    clusterId: 'staging',
    fromVersion: KubernetesVersion.of('1.30.14'),
    toVersion: KubernetesVersion.of('1.31.14'),
    ccm: CustomCcm.of({
      cloud: CloudProvider.GCE,
      image: 'registry.example.com/cloud-provider-gcp/cloud-controller-manager:v31.0.0',
      rules: [{ apiGroups: [''], resources: ['nodes'], verbs: ['get', 'list', 'watch', 'update', 'patch', 'delete'] }],
    }),
  }),
  configs: NodeFolder.readFiles(join(__dirname, 'input-v1beta4')),
}).write(join(__dirname, 'bundles', 'kubeadm-v1beta4'));

// How to get there, how to end it, and the way back: each as a runbook, an Ansible project and data.
const ways = [
  [PlanState.NOT_STARTED, PlanState.N_PLUS_1], [PlanState.N_PLUS_1, PlanState.DISABLED], [PlanState.N_PLUS_1, PlanState.NOT_STARTED],
];
for (const [from, to] of ways) {
  new MigrationPlan({ migration, from, to, appDir: __dirname, manifestsDir: outdir }).write(join(__dirname, 'bundles', 'plan', `${from}-to-${to}`));
}
