import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiObject, App, Chart } from 'cdk8s';
import { AwsCcm, CloudControllerMigration, FleetClusters, KubernetesVersion, Migration, PhaseBundle } from 'cdk8s-ccm-migration';

const bundles = join(__dirname, 'bundles');
const groups = ['canary', 'production'];

const migration = new Migration({
  clusterId: 'fleet',
  fromVersion: KubernetesVersion.of('1.26.15'),
  toVersion: KubernetesVersion.of('1.27.16'),
  ccm: AwsCcm.of({ run: { monitoring: { serviceMonitor: true } } }),
});

const kustomize = PhaseBundle.kustomize();
const helm = PhaseBundle.helm();
const argocd = PhaseBundle.argoCd({ repoUrl: 'https://git.example.com/platform.git', path: 'bundles/argocd', groups, maxUpdate: '25%' });
// Flux reads no labels of clusters: those in the repository are read here.
const clusters = FleetClusters.fromManifests(readFileSync(join(__dirname, 'clusters.yaml'), 'utf8'));
const flux = PhaseBundle.flux({ path: 'bundles/flux', groups, clusters });

for (const phase of migration.phases) {
  const app = new App({ outdir: join(process.env.CDK8S_OUTDIR ?? join(__dirname, 'dist'), phase) });
  new CloudControllerMigration(app, 'migration', { migration, phase, chartPrefix: '' });
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
