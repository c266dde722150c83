import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import { AskedCluster } from './kinds';
import { flagText } from './model';
import { ReadKops, ReadKopsCase } from './read';
import { KopsMigration } from '../../../src/lib/deliver/kops/migration';
import { KopsRelease, runs } from '../../../src/lib/facts/kops';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { MigrationPhase } from '../../../src/lib/migration/migration-phase';

const ROOT = resolve(__dirname, '..', '..', '..');
const INPUT = join(ROOT, 'examples', 'kops', 'input');

/** What kops makes of the Clusters that a migration writes: of the first and the last release of each minor. Compared by jest. */
export const WRITTEN_FILE = join(ROOT, 'test', 'fixtures', 'kops-written.json');

/** What a release makes of a Cluster, each as one line of flags. */
export interface WrittenRow {
  /** Releases that make the same of it. */
  readonly of: readonly string[];
  readonly cluster: string;
  readonly kcm: string;
  readonly ccm: string;
  readonly apiServer: string;
  readonly kubelet: string;
  readonly image?: string;
}

/** The parts of a spec on which anything depends that is compared. */
const PARTS = ['nonMasqueradeCIDR', 'podCIDR', 'networking', 'kubeControllerManager', 'cloudControllerManager', 'kubeAPIServer', 'kubelet'];
/** Each pair of minors that kops migrates between. */
const PAIRS = [['1.22.17', '1.23.17'], ['1.23.17', '1.24.17']].map(pair => pair.map(text => KubernetesVersion.of(text)))
  .map(([from, to]) => ({ from, to }));

/** Networks: routes and ranges are other ones. What differs from phase to phase does not depend on them. */
const NETWORKS: readonly { readonly name: string; readonly phases: readonly MigrationPhase[]; change(cluster: string): string }[] = [
  { name: 'calico', phases: Object.values(MigrationPhase), change: text => text },
  { name: 'kubenet', phases: [MigrationPhase.MIXED], change: text => text.replace('calico: {}', 'kubenet: {}') },
];

/** The Clusters of the first and the last release of each minor; none for another one. */
export function writtenClusters(tag: string, release: KopsRelease): readonly AskedCluster[] {
  if (!release.readAt.includes(tag)) return [];
  const written = PAIRS.filter(({ from, to }) => runs(release, from) && runs(release, to)).flatMap(({ from, to }) =>
    NETWORKS.flatMap(({ name, phases, change }) => {
      const configs = {
        'cluster.yaml': change(input('cluster.yaml').replace('1.23.17', from.toString())), 'instance-groups.yaml': input('instance-groups.yaml'),
      };
      const migration = new KopsMigration({
        clusterId: 'prod.example.com', fromVersion: from, toVersion: to, kopsRelease: tag, configs, configureCloudRoutes: name === 'kubenet',
      });
      return phases.map(phase => asked(`${from} to ${to}, ${name}, ${phase}`, migration.files(phase)[0].content));
    }));
  return [...written, ...handedIn(release)];
}

/** Clusters of the newest minor that are handed in and stay as they are: an IPv6 one has nothing to migrate, but it is read. */
function handedIn({ kubernetes: { to }, ipv6PodCidr }: KopsRelease): readonly AskedCluster[] {
  const cluster = input('cluster.yaml').replace('1.23.17', `1.${to}.10`);
  const external = cluster.replace(
    '  kubeControllerManager:',
    '  cloudConfig:\n    awsEBSCSIDriver:\n      enabled: true\n  cloudControllerManager:\n    cloudProvider: aws\n  kubeControllerManager:',
  );
  return [
    asked(`1.${to}.10, handed in`, cluster), asked(`1.${to}.10, handed in as external`, external),
    ...ipv6PodCidr === 'refused' ? [] : [asked(`1.${to}.10, handed in as external IPv6`, external.replace('100.64.0.0/10', '::/0'))],
  ];
}

function asked(kind: string, text: string): AskedCluster {
  const { spec } = parse(text) as { readonly spec: AskedCluster['spec'] & { readonly kubernetesVersion: string; readonly cloudConfig?: object } };
  const driver = spec.cloudConfig && 'awsEBSCSIDriver' in spec.cloudConfig ? { awsEBSCSIDriver: spec.cloudConfig.awsEBSCSIDriver } : {};
  const parts = Object.entries(spec).filter(([name]) => PARTS.includes(name));
  return { kind, kubernetes: spec.kubernetesVersion, spec: { ...Object.fromEntries(parts), cloudConfig: driver } as AskedCluster['spec'] };
}

const input = (name: string) => readFileSync(join(INPUT, name), 'utf8');

/** What the releases that were read make of them; rows that say the same are one. */
export function writtenRows(read: ReadonlyMap<string, ReadKops>, clusters: (tag: string) => readonly AskedCluster[]): readonly WrittenRow[] {
  const rows = new Map<string, WrittenRow & { readonly of: string[] }>();
  for (const [tag, { cases }] of read) {
    for (const { kind } of clusters(tag)) {
      const made = lines(kind, cases.find(one => one.kind === kind)!);
      const key = JSON.stringify(made);
      const row = rows.get(key) ?? { of: [], ...made };
      row.of.push(tag);
      rows.set(key, row);
    }
  }
  return [...rows.values()];
}

function lines(cluster: string, { kcm, ccm, apiServer, kubelet, image }: ReadKopsCase): Omit<WrittenRow, 'of'> {
  return {
    cluster,
    kcm: flagText(kcm),
    ccm: flagText(ccm),
    apiServer: flagText(apiServer),
    kubelet: flagText(kubelet),
    ...image === undefined ? {} : { image },
  };
}
