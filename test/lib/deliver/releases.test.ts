/** The configuration of each installer of a kind, over five releases of Kubernetes: what phase writes which version and which flags into it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { ClusterApiMigration } from '../../../src/lib/deliver/cluster-api/migration';
import { KopsMigration } from '../../../src/lib/deliver/kops/migration';
import { kubeadmSide } from '../../../src/lib/deliver/kubeadm/side';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { NodeSide } from '../../../src/lib/kubernetes/node';
import { Migration } from '../../../src/lib/migration/migration';
import { MigrationPhase } from '../../../src/lib/migration/migration-phase';
import { verifyRollInto } from '../../../src/lib/read-back/installer-plan';
import { CLUSTER_API_INPUT } from '../../fixtures/cluster-api';
import { atRelease, kubeadmNodes } from '../../nodes';

const EXAMPLES = join(__dirname, '..', '..', '..', 'examples');
const PHASES = Object.values(MigrationPhase);

/** Releases from which a cluster with in-tree AWS goes, each to the next. */
const IN_TREE: readonly (readonly [string, string])[] = [
  ['1.22.17', '1.23.17'], ['1.23.17', '1.24.17'], ['1.24.17', '1.25.16'], ['1.25.16', '1.26.15'], ['1.26.15', '1.27.16'],
];

const versions = (from: string, to: string) => ({ fromVersion: KubernetesVersion.of(from), toVersion: KubernetesVersion.of(to) });

/** Arguments of a component, as one map of names and values: kubeadm's v1beta3 has a map. */
type ExtraArgs = Readonly<Record<string, string>>;

interface ClusterConfiguration {
  readonly kubernetesVersion: string;
  readonly controllerManager: { readonly extraArgs: ExtraArgs };
  readonly apiServer: { readonly extraArgs: ExtraArgs };
}

describe('ClusterConfiguration of kubeadm', () => {
  const file = 'kubeadm-config.yaml';
  const text = readFileSync(join(EXAMPLES, 'kubeadm/input/kubeadm-config-ip-10-0-1-10.eu-central-1.compute.internal.yaml'), 'utf8');

  it.each(IN_TREE)('has Leader Migration on %s, and is external without it on %s', (from, to) => {
    const migration = new Migration({ clusterId: 'prod-eu', ...versions(from, to), nodes: atRelease(kubeadmNodes(), from) });
    const [n, plus] = [NodeSide.N, NodeSide.N_PLUS_1].map(side => {
      const files = kubeadmSide(migration, side, { [file]: text.replace('1.26.15', from) }, true);
      return parse(files.find(({ path }) => path === 'cluster-configuration.yaml')!.content) as ClusterConfiguration;
    });
    expect([n, plus].map(({ kubernetesVersion }) => kubernetesVersion.replace('v', ''))).toEqual([from, to]);
    expect(n.controllerManager.extraArgs).toMatchObject({
      'cloud-provider': 'aws', 'enable-leader-migration': 'true', 'leader-migration-config': '/etc/leadermigration.conf',
    });
    expect(plus.controllerManager.extraArgs).toMatchObject({ 'cloud-provider': 'external' });
    expect(Object.keys(plus.controllerManager.extraArgs).filter(name => name.includes('leader-migration'))).toEqual([]);
  });
});

describe('KubeadmControlPlane of Cluster API', () => {
  it.each(IN_TREE)('has Leader Migration on %s, and is external without it on %s, each phase proven', (from, to) => {
    const configs = Object.fromEntries(Object.entries(CLUSTER_API_INPUT).map(([name, text]) => [name, text.replaceAll('1.26.15', from)]));
    const model = new ClusterApiMigration({
      migration: new Migration({ clusterId: 'prod-eu', ...versions(from, to) }),
      clusterApiRelease: '1.4',
      configs,
      upgradedMachineTemplates: { 'prod-eu-workers': 'prod-eu-workers-1-27' },
    });
    const found = PHASES.map(phase => {
      verifyRollInto(model, phase);
      const all = model.files(phase).flatMap(({ content }) => parseAllDocuments(content).map(document => document.toJS() as {
        kind?: string; spec: { version: string; kubeadmConfigSpec: { clusterConfiguration: ClusterConfiguration } };
      } | null));
      const { spec: { version, kubeadmConfigSpec: { clusterConfiguration } } } = all.find(one => one?.kind === 'KubeadmControlPlane')!;
      const { extraArgs } = clusterConfiguration.controllerManager;
      return [version, extraArgs['cloud-provider'], extraArgs['enable-leader-migration']];
    });
    expect(found).toEqual([[`v${from}`, 'aws', 'true'], ...PHASES.slice(1).map(() => [`v${to}`, 'external', undefined])]);
  });
});

describe('Cluster of kops', () => {
  const [cluster, groups] = ['cluster.yaml', 'instance-groups.yaml'].map(name => readFileSync(join(EXAMPLES, 'kops/input', name), 'utf8'));

  const model = (from: string, to: string, kopsRelease: string, isWritten = false) => new KopsMigration({
    clusterId: 'prod.example.com',
    ...versions(from, to),
    kopsRelease,
    ...isWritten && { leaseAccessManifest: 's3://b/lease.yaml' },
    configs: { 'cluster.yaml': cluster.replaceAll('1.23.17', from), 'instance-groups.yaml': groups },
  });

  it.each([
    ['1.22.17', '1.23.17', '1.24', true], ['1.23.17', '1.24.17', '1.25', false],
  ] as const)('from %s to %s of kops %s has its version, and Leader Migration where kops does not turn it on: %s, each phase proven', (
    from, to, kopsRelease, isWritten,
  ) => {
    const of = model(from, to, kopsRelease, isWritten);
    const found = PHASES.map(phase => {
      verifyRollInto(of, phase);
      const { spec } = parse(of.files(phase).find(({ path }) => path === 'cluster.yaml')!.content) as {
        spec: { kubernetesVersion: string; kubeControllerManager: { enableLeaderMigration?: boolean } };
      };
      return [spec.kubernetesVersion, spec.kubeControllerManager.enableLeaderMigration];
    });
    expect(found).toEqual([[from, isWritten || undefined], ...PHASES.slice(1).map(() => [to, undefined])]);
  });

  it('fails from 1.21, where kops does not turn the gate of Leader Migration on', () => {
    expect(() => verifyRollInto(model('1.21.14', '1.22.17', '1.23', true), MigrationPhase.N))
      .toThrow('KCM 1.21 does not start (Leader Migration is not enabled through feature gate)');
  });

  it('fails from 1.24 on, of which kops makes the cloud-controller-manager by itself', () => {
    expect(() => model('1.24.17', '1.25.16', '1.26'))
      .toThrow('there is nothing to migrate, because kops runs the cloud-controller-manager in every cluster from 1.24 on');
  });
});
