import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiObject, App, Chart } from 'cdk8s';
import {
  ArgoCdBundle, CloudControllerMigration, FleetClusters, FluxBundle, HelmBundle, KubernetesVersion, KustomizeBundle, MigrationPhase,
} from 'cdk8s-ccm-migration';

const bundles = join(__dirname, 'bundles');
const groups = ['canary', 'production'];

const kustomize = new KustomizeBundle();
const helm = new HelmBundle();
const argocd = new ArgoCdBundle({ repoUrl: 'https://git.example.com/platform.git', path: 'bundles/argocd', groups, maxUpdate: '25%' });
// Flux reads no labels of clusters: those in the repository are read here.
const clusters = FleetClusters.fromManifests(readFileSync(join(__dirname, 'clusters.yaml'), 'utf8'));
const flux = new FluxBundle({ path: 'bundles/flux', groups, clusters });

for (const phase of Object.values(MigrationPhase)) {
  const app = new App({ outdir: join(process.env.CDK8S_OUTDIR ?? join(__dirname, 'dist'), phase) });
  const usesLease = phase !== MigrationPhase.DISABLED;
  const hasCcm = phase !== MigrationPhase.N;
  new CloudControllerMigration(app, 'migration', {
    clusterId: 'fleet',
    fromVersion: KubernetesVersion.of('1.26.15'),
    toVersion: KubernetesVersion.of('1.27.16'),
    phase,
    serviceMonitor: true,
    leaseAccessChart: usesLease ? new Chart(app, '10-lease-access') : undefined,
    configChart: usesLease && hasCcm ? new Chart(app, '20-config') : undefined,
    ccmChart: hasCcm ? new Chart(app, '30-ccm') : undefined,
  });
  // Something of our own, delivered along with it.
  new ApiObject(new Chart(app, '40-own'), 'phase', {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'migration-phase', namespace: 'platform' },
    data: { phase },
  });
  app.synth();
  for (const bundle of [kustomize, helm, argocd, flux]) bundle.addPhase(phase, app);
}

kustomize.write(join(bundles, 'kustomize'));
helm.write(join(bundles, 'helm'));
argocd.write(join(bundles, 'argocd'));
flux.write(join(bundles, 'flux'));
