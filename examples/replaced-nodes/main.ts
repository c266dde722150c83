import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'cdk8s';
import {
  CloudControllerMigration, KubeadmBundle, KubernetesVersion, Migration, MigrationOutput, MigrationPlan, NodeFolder, NodeReplacement, PlanState,
} from 'cdk8s-ccm-migration';

const outdir = process.env.CDK8S_OUTDIR ?? join(__dirname, 'dist');
const input = join(__dirname, 'input');
const text = (file: string) => readFileSync(join(input, file), 'utf8');

const migration = new Migration({
  clusterId: 'prod-eu',
  toVersion: KubernetesVersion.of('1.27.16'),
  // The nodes as they are today. No file changes on them after phase `n`: a node of version N+1 joins, then one of version N leaves.
  nodes: NodeFolder.read(input),
  nodeReplacement: {
    'control-plane': NodeReplacement.replace({ joinConfiguration: text('join-control-plane.yaml') }),
    'workers': NodeReplacement.replace({
      sharePercent: 50, joinConfiguration: text('kubeadm-join-ip-10-0-1-101.eu-central-1.compute.internal.yaml'),
    }),
  },
});

for (const phase of migration.phases) {
  const app = new App({ outdir: join(outdir, phase) });
  new CloudControllerMigration(app, 'migration', { migration, phase, chartPrefix: '' });
  app.synth();
  MigrationOutput.write(app, __dirname, outdir);
}

// What a node that joins has from the cluster.
new KubeadmBundle({ migration, configs: NodeFolder.readFiles(input) }).write(join(__dirname, 'bundles', 'kubeadm'));

// Phase `n` on the nodes that are there; then one node after the other, and the way back.
const ways = [[PlanState.NOT_STARTED, PlanState.N], [PlanState.N, PlanState.N_PLUS_1], [PlanState.N_PLUS_1, PlanState.N]];
for (const [from, to] of ways) {
  new MigrationPlan({ migration, from, to, appDir: __dirname, manifestsDir: outdir }).write(join(__dirname, 'bundles', 'plan', `${from}-to-${to}`));
}
