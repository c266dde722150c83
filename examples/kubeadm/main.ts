import { join } from 'node:path';
import { App, Chart } from 'cdk8s';
import { CloudControllerMigration, CloudProvider, KubeadmBundle, KubernetesVersion, MigrationPhase, MigrationPlan, NodeFolder, PlanState } from 'cdk8s-ccm-migration';

const outdir = process.env.CDK8S_OUTDIR ?? join(__dirname, 'dist');
const input = join(__dirname, 'input');
const migrationOfProdEu = {
  clusterId: 'prod-eu',
  fromVersion: KubernetesVersion.of('1.26.15'),
  toVersion: KubernetesVersion.of('1.27.16'),
  // The nodes as they are today: three of the control plane and two workers, made by kubeadm 1.26 with the in-tree AWS provider.
  nodes: NodeFolder.read(input),
};

const migrations = Object.values(MigrationPhase).map(phase => {
  const app = new App({ outdir: join(outdir, phase) });
  // One Chart per apply step, and none that would be empty.
  const usesLease = phase !== MigrationPhase.DISABLED;
  const hasCcm = phase !== MigrationPhase.N;
  const migration = new CloudControllerMigration(app, 'migration', {
    ...migrationOfProdEu,
    phase,
    leaseAccessChart: usesLease ? new Chart(app, '10-lease-access') : undefined,
    configChart: usesLease && hasCcm ? new Chart(app, '20-config') : undefined,
    ccmChart: hasCcm ? new Chart(app, '30-ccm') : undefined,
  });
  app.synth();
  return migration;
});

// Only when every phase was accepted: a refused one leaves the node files as they were.
for (const { phase, nodeFiles } of migrations) nodeFiles.write(join(__dirname, 'nodes', phase));

// kubeadm's own configuration, or the next `kubeadm upgrade` brings `--cloud-provider=aws` back.
new KubeadmBundle({ ...migrationOfProdEu, configs: NodeFolder.readFiles(input) }).write(join(__dirname, 'bundles', 'kubeadm'));

// Another cluster, whose configuration is v1beta4 and alone is enough: a map there is a list here, and each file keeps its form. It runs on GCE, the one cloud that
// is in-tree in a release which kubeadm deploys from v1beta4.
new KubeadmBundle({
  clusterId: 'staging',
  cloud: CloudProvider.GCE,
  ccmImage: 'registry.example.com/cloud-provider-gcp/cloud-controller-manager:v31.0.0',
  ccmRules: [{ apiGroups: [''], resources: ['nodes'], verbs: ['get', 'list', 'watch', 'update', 'patch', 'delete'] }],
  fromVersion: KubernetesVersion.of('1.30.14'),
  toVersion: KubernetesVersion.of('1.31.14'),
  configs: NodeFolder.readFiles(join(__dirname, 'input-v1beta4')),
}).write(join(__dirname, 'bundles', 'kubeadm-v1beta4'));

// How to get there, how to end it, and the way back: each as a runbook, a script and data.
const ways = [
  [PlanState.NOT_STARTED, PlanState.N_PLUS_1], [PlanState.N_PLUS_1, PlanState.DISABLED], [PlanState.N_PLUS_1, PlanState.NOT_STARTED],
];
for (const [from, to] of ways) {
  new MigrationPlan({ appDir: __dirname, manifestsDir: outdir, from, to }).write(join(__dirname, 'bundles', 'plan', `${from}-to-${to}`));
}
