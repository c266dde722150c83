import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { App, Chart } from 'cdk8s';
import { k8s } from 'cdk8s-plus-27';
import {
  AwsCcm, AwsCloudControllerManager, AwsCredentials, CcmRunOptions, CcmWorkload, CloudControllerMigration, KubernetesVersion, LeaseAccessMode,
  Migration, MigrationStrategy,
} from '../../src';

const EXAMPLES = resolve(__dirname, '..', '..', 'examples');

/** Kubernetes minors of the workloads: the target of the migration, and the newest with a known image. */
const MINORS = ['1.27', '1.36'];
const WORKLOADS = [CcmWorkload.daemonSet(), CcmWorkload.deployment()];
const NOT_ROLLING = [CcmWorkload.daemonSet({ updateStrategy: { type: 'OnDelete' } }), CcmWorkload.deployment({ strategy: { type: 'Recreate' } })];

/** Only Leader Migration uses the Lease, so only there it matters how access to it is given. */
const STRATEGIES = [
  ...Object.values(LeaseAccessMode).map(leaseAccess => ({ name: leaseAccess, strategy: MigrationStrategy.leaderMigration({ leaseAccess }) })),
  ...[MigrationStrategy.controllersOffThenOn(), MigrationStrategy.downtime()].map(strategy => ({ name: 'no-lease', strategy })),
];

/** What a cloud-controller-manager can have beyond its defaults, each kind of object among it. */
const EVERYTHING: CcmRunOptions = {
  availability: { podDisruptionBudget: true },
  monitoring: { monitoringLabels: { release: 'prometheus' }, prometheusRule: true, serviceMonitor: true },
  pod: {
    env: [{ name: 'HOST', valueFrom: { fieldRef: { fieldPath: 'status.hostIP' } } }],
    imagePullSecrets: [{ name: 'mirror' }],
    resources: { limits: { memory: k8s.Quantity.fromString('256Mi') }, requests: { cpu: k8s.Quantity.fromString('100m') } },
  },
  security: {
    container: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] }, readOnlyRootFilesystem: true },
    pod: { runAsNonRoot: true, runAsUser: 65532, seccompProfile: { type: 'RuntimeDefault' } },
  },
};

/**
 * Writes manifests of every kind that the library makes below one folder: phases, strategies, workloads, options, and the examples with their
 * bundles.
 */
export function writeManifests(folder: string): void {
  for (const { name, strategy } of STRATEGIES) {
    for (const workload of WORKLOADS) writePhases(join(folder, 'phases', strategy.name, name, workload._kind), strategy, workload);
  }
  for (const workload of NOT_ROLLING) for (const minor of MINORS) writeWorkload(join(folder, 'workloads', workload._kind, minor), workload, minor);
  writeExamples(join(folder, 'examples'));
}

function writePhases(folder: string, strategy: MigrationStrategy, workload: CcmWorkload): void {
  const migration = new Migration({
    clusterId: 'prod-eu',
    fromVersion: KubernetesVersion.of('1.26.15'),
    toVersion: KubernetesVersion.of('1.27.16'),
    strategy,
    ccm: AwsCcm.of({ run: { workload } }),
  });
  for (const phase of migration.phases) {
    const app = new App({ outdir: join(folder, phase) });
    new CloudControllerMigration(new Chart(app, 'migration'), 'migration', { migration, phase });
    app.synth();
  }
}

function writeWorkload(outdir: string, workload: CcmWorkload, minor: string): void {
  const app = new App({ outdir });
  const ccm = AwsCcm.of({
    credentials: AwsCredentials.webIdentity('arn:aws:iam::123456789012:role/ccm', undefined, 'eu-central-1'),
    tagging: { tags: { team: 'platform' } },
    run: { ...EVERYTHING, workload },
  });
  new AwsCloudControllerManager(new Chart(app, 'ccm'), 'ccm', { kubernetesVersion: KubernetesVersion.of(minor), ccm });
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

/**
 * Read by kubeadm, Ansible, kops and KubeOne, and by no API server; those of KKP have definitions that only its own installer brings. Conformance
 * tests hold them against the types of the releases.
 */
const OTHERS = /\/bundles\/(kubeadm|plan|kops|kubeone|kkp)/;

/** What kubectl applies of an example's output. A part of a tree is no object of its own, nor are values of a chart and files of nodes. */
function isObjects(file: string): boolean {
  if (!file.endsWith('.yaml')) return false;
  if (/^[^/]+\/dist\//.test(file)) return true;
  if (!/^[^/]+\/bundles\//.test(file) || OTHERS.test(file)) return false;
  if (/\/bundles\/(kustomize|argocd\/phases|flux\/phases)\//.test(file)) return /\/(overlays|phases)\/.*\/kustomization\.yaml$/.test(file);
  return basename(file) !== 'values.yaml';
}
