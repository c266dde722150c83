import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { KkpMigration } from '../../../src/lib/deliver/kkp/migration';
import { KopsMigration } from '../../../src/lib/deliver/kops/migration';
import { KubeOneMigration } from '../../../src/lib/deliver/kubeone/migration';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';

const EXAMPLES = join(__dirname, '..', '..', '..', 'examples');
const input = (path: string) => readFileSync(join(EXAMPLES, path), 'utf8');
const CLUSTER_OF_KOPS = input('kops/input/cluster.yaml');
const GROUPS = input('kops/input/instance-groups.yaml');
const CLUSTER_OF_KKP = input('kkp/input/cluster.yaml');
const MACHINES = input('kkp/input/machine-deployments.yaml');
const KUBEONE = input('kubeone/input/kubeone.yaml');
const [V1_23, V1_24, V1_25] = ['1.23.17', '1.24.17', '1.25.16'].map(release => KubernetesVersion.of(release));

const kops = (cluster: string, groups = GROUPS, leaseAccessManifest?: string) => new KopsMigration({
  clusterId: 'prod.example.com',
  fromVersion: V1_23,
  toVersion: V1_24,
  kopsRelease: '1.25',
  leaseAccessManifest,
  configs: { 'cluster.yaml': cluster, 'groups.yaml': groups },
});
const kkp = (cluster: string, machines = MACHINES, forceRestart = 'now') => new KkpMigration({
  clusterId: 'crh4xbxz5f', version: V1_24, kkpRelease: '2.22', forceRestart, configs: { 'cluster.yaml': cluster, 'machines.yaml': machines },
});
const kubeOne = (document: string, terraformOutput?: string) => new KubeOneMigration({
  clusterId: 'prod-eu', version: V1_25, kubeOneRelease: '1.6', terraformOutput, configs: { 'kubeone.yaml': document },
});

/** What a shell would run, were it a word of a command. */
const BAD = 'prod;reboot';
const REFUSED = `must be a Kubernetes name, got "${BAD}"; accepted: lower-case letters, digits, '-' and '.'`;

describe('a name in the document of an installer', () => {
  it('is taken where Kubernetes takes it', () => {
    expect(() => [kops(CLUSTER_OF_KOPS), kkp(CLUSTER_OF_KKP), kubeOne(KUBEONE)]).not.toThrow();
  });

  it.each<[string, () => unknown, string]>([
    ['a Cluster of kops', () => kops(CLUSTER_OF_KOPS.replace('name: prod.example.com', `name: ${BAD}`)), 'cluster.yaml:5:9: metadata.name'],
    ['an InstanceGroup', () => kops(CLUSTER_OF_KOPS, GROUPS.replace('name: master-eu-central-1a', `name: ${BAD}`)), 'metadata.name'],
    ['a Cluster of KKP', () => kkp(CLUSTER_OF_KKP.replace('name: crh4xbxz5f', `name: ${BAD}`)), 'cluster.yaml:7:9: metadata.name'],
    ['the namespace in the status of a Cluster of KKP', () => kkp(`${CLUSTER_OF_KKP}status:\n  namespaceName: ${BAD}\n`), 'cluster.yaml:41:18: '
      + 'status.namespaceName'],
    ['a MachineDeployment', () => kkp(CLUSTER_OF_KKP, MACHINES.replace('name: determined-raman-worker-a', `name: ${BAD}`)), 'metadata.name'],
    ['a KubeOneCluster', () => kubeOne(KUBEONE.replace('name: prod-eu', `name: ${BAD}`)), 'kubeone.yaml:3:7: name'],
  ])('fails for one that a shell reads as two commands: %s', (_, made, place) => {
    expect(made).toThrow(`${place} ${REFUSED}`);
  });

  it('is shown without what a terminal would obey', () => {
    expect(() => kops(CLUSTER_OF_KOPS.replace('name: prod.example.com', 'name: "a\\e[2Jb"'))).toThrow(
      /metadata\.name must be a Kubernetes name, got [^\x1b]*; accepted/,
    );
  });
});

describe('an option that becomes a word of a command', () => {
  it.each<[string, (word: string) => unknown]>([
    ['leaseAccessManifest', word => kops(CLUSTER_OF_KOPS, GROUPS, word)],
    ['forceRestart', word => kkp(CLUSTER_OF_KKP, MACHINES, word)],
    ['terraformOutput', word => kubeOne(KUBEONE, word)],
  ])('%s: fails for more than one word', (option, made) => {
    expect(() => made('s3://bucket/manifest.yaml')).not.toThrow();
    for (const word of ['a b', 'a;b', '$(reboot)', '-rf', 'a\nb', '']) {
      expect(() => made(word)).toThrow(`${option} is '`);
    }
  });
});

describe('a file of an installer', () => {
  it.each<[string, (configs: { readonly [file: string]: string }) => unknown]>([
    ['kops', configs => new KopsMigration({ clusterId: 'prod.example.com', fromVersion: V1_23, toVersion: V1_24, kopsRelease: '1.25', configs })],
    ['KKP', configs => new KkpMigration({ clusterId: 'crh4xbxz5f', version: V1_24, kkpRelease: '2.22', forceRestart: 'now', configs })],
    ['KubeOne', configs => new KubeOneMigration({ clusterId: 'prod-eu', version: V1_25, kubeOneRelease: '1.6', configs })],
  ])('fails without one, for a name outside its folder, and for what is no YAML: %s', (_, made) => {
    expect(() => made({})).toThrow('`configs` is empty; hand in ');
    expect(() => made({ '../a.yaml': '' })).toThrow('a key of `configs` is no name for a file: ');
    expect(() => made({ 'a.yaml': 'a: [1\nb: 2\n' })).toThrow(/^a\.yaml:\d+:\d+: /);
  });
});
