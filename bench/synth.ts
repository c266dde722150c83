import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ApiObject, App, Chart } from 'cdk8s';
import { parseAllDocuments } from 'yaml';
import { milliseconds, pairedRatio, Values } from './bench';
import { library } from './library';

const EXAMPLE = resolve(__dirname, '..', 'examples', 'kubeadm');

/**
 * Synthesis of the example's cluster objects in phase `mixed`, proof and rules included, against bare ApiObjects with the same content, which are not
 * checked. What the example reads from manifests is given by properties here: editing node files is no synthesis.
 */
export function synthBench(): Values {
  const ours = library();
  const golden = join(EXAMPLE, 'dist', ours.MigrationPhase.MIXED);
  const manifests = readdirSync(golden).sort().map(
    file => parseAllDocuments(readFileSync(join(golden, file), 'utf8')).map(document => document.toJS()),
  );
  const [outdir, bareDir] = ['ours', 'bare'].map(name => mkdtempSync(join(tmpdir(), `ccm-migration-bench-${name}-`)));
  try {
    return {
      synth: {
        value: pairedRatio(51, () => milliseconds(() => migration(ours, outdir)), () => milliseconds(() => bare(bareDir, manifests))),
      },
    };
  } finally {
    for (const folder of [outdir, bareDir]) rmSync(folder, { recursive: true });
  }
}

function migration({ CloudControllerMigration, KubernetesVersion, Migration, MigrationPhase }: ReturnType<typeof library>, outdir: string): void {
  const app = new App({ outdir });
  const cluster = new Migration({
    clusterId: 'prod-eu',
    fromVersion: KubernetesVersion.of('1.26.15'),
    toVersion: KubernetesVersion.of('1.27.16'),
    network: { clusterName: 'prod-eu', clusterCidr: '100.96.0.0/11', allocateNodeCidrs: true },
    cloudConfigPath: '/etc/kubernetes/cloud.conf',
  });
  new CloudControllerMigration(app, 'migration', { migration: cluster, phase: MigrationPhase.MIXED, chartPrefix: '' });
  app.synth();
}

function bare(outdir: string, manifests: readonly (readonly { apiVersion: string; kind: string }[])[]): void {
  const app = new App({ outdir });
  manifests.forEach((objects, file) => {
    const chart = new Chart(app, `${file}`);
    objects.forEach((object, index) => new ApiObject(chart, `${index}`, object));
  });
  app.synth();
}
