import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { App, Chart } from 'cdk8s';
import {
  AwsCloudControllerManager, AwsCloudControllerManagerProps, CcmUpdateStrategy, CcmWorkload, CloudControllerMigration, CloudControllerMigrationProps,
  KubernetesVersion, LeaseAccessMode, MigrationPhase, MigrationStrategy,
} from '../../src';

const EXAMPLES = resolve(__dirname, '..', '..', 'examples');

/** Kubernetes minors of the workloads: the target of the migration, and the newest with a known image. */
const MINORS = ['1.27', '1.36'];
const WORKLOADS = [CcmWorkload.DAEMON_SET, CcmWorkload.DEPLOYMENT];

/** What a workload can have beyond its defaults, each kind of object among it. */
const EVERYTHING: Partial<AwsCloudControllerManagerProps> = {
  allowPrivilegeEscalation: false,
  awsRoleArn: 'arn:aws:iam::123456789012:role/ccm',
  cpuRequest: '100m',
  dropCapabilities: ['ALL'],
  env: [{ name: 'HOST', fieldPath: 'status.hostIP' }],
  imagePullSecrets: ['mirror'],
  memoryLimit: '256Mi',
  monitoringLabels: { release: 'prometheus' },
  podDisruptionBudget: true,
  podRunAsNonRoot: true,
  podRunAsUser: 65532,
  podSeccompProfile: 'RuntimeDefault',
  prometheusRule: true,
  readOnlyRootFilesystem: true,
  serviceMonitor: true,
  taggingTags: { team: 'platform' },
};

/** Writes manifests of every kind that the library makes below one folder: phases, strategies, workloads, options, and the examples with their bundles. */
export function writeManifests(folder: string): void {
  for (const strategy of Object.values(MigrationStrategy)) {
    for (const leaseAccess of Object.values(LeaseAccessMode)) {
      for (const workload of WORKLOADS) {
        const phases = Object.values(MigrationPhase).filter(phase => strategy !== MigrationStrategy.DOWNTIME || phase !== MigrationPhase.MIXED);
        for (const phase of phases) writePhase(join(folder, 'phases', strategy, leaseAccess, workload, phase), { strategy, leaseAccess, workload, phase });
      }
    }
  }
  for (const workload of WORKLOADS) for (const minor of MINORS) writeWorkload(join(folder, 'workloads', workload, minor), workload, minor);
  writeExamples(join(folder, 'examples'));
}

function writePhase(outdir: string, choice: Pick<CloudControllerMigrationProps, 'strategy' | 'leaseAccess' | 'workload' | 'phase'>): void {
  const app = new App({ outdir });
  new CloudControllerMigration(new Chart(app, 'migration'), 'migration', {
    clusterId: 'prod-eu', fromVersion: KubernetesVersion.of('1.26.15'), toVersion: KubernetesVersion.of('1.27.16'), ...choice,
  });
  app.synth();
}

function writeWorkload(outdir: string, workload: CcmWorkload, minor: string): void {
  const app = new App({ outdir });
  const updateStrategy = workload === CcmWorkload.DEPLOYMENT ? CcmUpdateStrategy.RECREATE : CcmUpdateStrategy.ON_DELETE;
  new AwsCloudControllerManager(new Chart(app, 'ccm'), 'ccm', { ...EVERYTHING, kubernetesVersion: KubernetesVersion.of(minor), workload, updateStrategy });
  app.synth();
}

/** The objects of the examples, as they are committed: files of objects as they are, trees of kustomize as kustomize builds them. */
function writeExamples(folder: string): void {
  const files = readdirSync(EXAMPLES, { recursive: true, encoding: 'utf8' }).filter(isObjects).sort();
  for (const file of files) {
    const path = join(EXAMPLES, file);
    const isTree = basename(file) === 'kustomization.yaml';
    const text = isTree ? execFileSync('kubectl', ['kustomize', dirname(path)], { encoding: 'utf8' }) : readFileSync(path, 'utf8');
    const target = join(folder, isTree ? `${dirname(file)}.yaml` : relative(EXAMPLES, path));
    mkdirSync(dirname(target), { recursive: true });
    if (text.trim() !== '') writeFileSync(target, text);
  }
}

/** What kubectl applies of an example's output. A part of a tree is no object of its own, nor are values of a chart and files of kubeadm and of nodes. */
function isObjects(file: string): boolean {
  if (!file.endsWith('.yaml')) return false;
  if (/^[^/]+\/dist\//.test(file)) return true;
  if (!/^[^/]+\/bundles\//.test(file) || /\/bundles\/kubeadm/.test(file)) return false;
  if (/\/bundles\/(kustomize|argocd\/phases|flux\/phases)\//.test(file)) return /\/(overlays|phases)\/.*\/kustomization\.yaml$/.test(file);
  return basename(file) !== 'values.yaml';
}
