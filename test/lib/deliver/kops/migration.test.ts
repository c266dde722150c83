import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { refuseEndedFields } from '../../../../src/lib/deliver/kops/ended-fields';
import { KOPS } from '../../../../src/lib/deliver/kops/installer';
import { KopsMigration, KopsState, mixOf } from '../../../../src/lib/deliver/kops/migration';
import { kopsNotes } from '../../../../src/lib/deliver/kops/notes';
import { KopsOptions } from '../../../../src/lib/deliver/kops/options';
import { parseSource } from '../../../../src/lib/edit/yaml/source-document';
import { KubernetesVersion } from '../../../../src/lib/kubernetes/kubernetes-version';
import { MigrationPhase } from '../../../../src/lib/migration/migration-phase';
import { installerPlan, proveMix, verifyRollInto } from '../../../../src/lib/read-back/installer-plan';

const INPUT = join(__dirname, '..', '..', '..', '..', 'examples', 'kops', 'input');
const CLUSTER = readFileSync(join(INPUT, 'cluster.yaml'), 'utf8');
const GROUPS = readFileSync(join(INPUT, 'instance-groups.yaml'), 'utf8');
const BASE = {
  clusterId: 'prod.example.com', fromVersion: KubernetesVersion.of('1.23.17'), toVersion: KubernetesVersion.of('1.24.17'), kopsRelease: '1.25',
};

function migration(options: Partial<KopsOptions> = {}, change: (cluster: string) => string = text => text): KopsMigration {
  return new KopsMigration({ ...BASE, configs: { 'cluster.yaml': change(CLUSTER), 'instance-groups.yaml': GROUPS }, ...options });
}

const withSpec = (lines: string) => (text: string) => text.replace(/^ {2}kubeControllerManager:\n/m, match => `${lines}${match}`);
const withKcm = (line: string) => (text: string) => text.replace(/^ {2}kubeControllerManager:\n/m, match => `${match}    ${line}\n`);

/** Without the group that runs kube-apiserver only. */
const WITHOUT_API_SERVERS = GROUPS.split('---\n').filter(text => !text.includes('role: APIServer')).join('---\n');

/** Lines that a phase adds and takes away. */
function diff(model: KopsMigration, phase: MigrationPhase): { readonly added: string[]; readonly removed: string[] } {
  const [before, after] = [model.options.configs['cluster.yaml'], model.files(phase).find(({ path }) => path === 'cluster.yaml')!.content].map(
    text => text.split('\n'),
  );
  const only = (lines: readonly string[], others: readonly string[]) => lines.filter(line => !others.includes(line)).map(line => line.trim());
  return { added: only(after, before), removed: only(before, after) };
}

describe('the Cluster of each phase', () => {
  it('has only what kops does not do by itself: from 1.23 to 1.24 the version, and Leader Migration off at the end', () => {
    const model = migration();
    const version = { added: ['kubernetesVersion: 1.24.17'], removed: ['kubernetesVersion: 1.23.17'] };
    expect(diff(model, MigrationPhase.N)).toEqual({ added: [], removed: [] });
    expect(diff(model, MigrationPhase.MIXED)).toEqual(version);
    expect(diff(model, MigrationPhase.N_PLUS_1)).toEqual(version);
    expect(diff(model, MigrationPhase.DISABLED))
      .toEqual({ ...version, added: ['cloudControllerManager:', 'enableLeaderMigration: false', ...version.added] });
  });

  it('has everything from 1.22 to 1.23, where kops turns nothing on: both flags, and access to the Lease', () => {
    const from22 = (text: string) => text.replace('1.23.17', '1.22.17');
    const model = migration(
      {
        kopsRelease: '1.24',
        fromVersion: KubernetesVersion.of('1.22.17'),
        toVersion: KubernetesVersion.of('1.23.17'),
        leaseAccessManifest: 's3://b/lease.yaml',
      }, from22,
    );
    expect(diff(model, MigrationPhase.N).added).toEqual(['addons:', '- manifest: s3://b/lease.yaml', 'enableLeaderMigration: true']);
    expect(diff(model, MigrationPhase.MIXED).added).toEqual(['addons:', '- manifest: s3://b/lease.yaml', 'cloudControllerManager:', 'cloudProvider: '
      + 'aws', 'enableLeaderMigration: true', 'kubernetesVersion: 1.23.17']);
    expect(diff(model, MigrationPhase.DISABLED).added).toEqual(['cloudControllerManager:', 'cloudProvider: aws', 'kubernetesVersion: 1.23.17']);
    expect(model.leaseAccess(MigrationPhase.N).map(({ manifest }) => manifest.kind)).toEqual(['Role', 'RoleBinding']);
    Object.values(MigrationPhase).forEach(phase => verifyRollInto(model, phase));
  });

  it('takes enableLeaderMigration of kube-controller-manager out where it is external, and keeps the rest of what the user set', () => {
    const model = migration({}, withKcm('enableLeaderMigration: true'));
    expect(diff(model, MigrationPhase.N)).toEqual({ added: [], removed: [] });
    expect(diff(model, MigrationPhase.MIXED).removed).toEqual(['enableLeaderMigration: true', 'kubernetesVersion: 1.23.17']);
    expect(diff(model, MigrationPhase.MIXED).added).toEqual(['kubernetesVersion: 1.24.17']);
  });

  it('enables the EBS CSI driver from phase n on where volumes move too', () => {
    const model = migration({ csiMigration: true });
    for (const phase of [MigrationPhase.N,
      MigrationPhase.MIXED]) expect(diff(model, phase).added.slice(0, 3)).toEqual(['cloudConfig:', 'awsEBSCSIDriver:', 'enabled: true']);
  });

  it.each([
    ['docker', withSpec('  containerRuntime: docker\n'), 'spec.containerRuntime is \'docker\', which kops refuses for 1.24.17'],
    ['a flag that is gone', withSpec('  masterKubelet:\n    imagePullProgressDeadline: 2m\n'),
      'spec.masterKubelet.imagePullProgressDeadline becomes --image-pull-progress-deadline; from 1.24 on the component ends with it'],
    ['a gate that is gone', withSpec('  masterKubelet:\n    featureGates:\n      RuntimeClass: "true"\n'),
      'spec.masterKubelet.featureGates.RuntimeClass is true; from 1.24 on the component ends with it'],
  ])('fails for what version N+1 takes away: %s', (_, change, message) => {
    expect(() => migration({}, change)).toThrow(message);
    expect(() => migration({}, change)).toThrow(/^cluster\.yaml:\d+:/);
  });

  it.each([
    ['1.25.16', 'kubeAPIServer: {appendAdmissionPlugins: [PodSecurityPolicy]}', 'spec.kubeAPIServer.appendAdmissionPlugins has PodSecurityPolicy'],
    ['1.25.16', 'kubeAPIServer: {enableAdmissionPlugins: [NodeRestriction]}', undefined],
    ['1.27.16', 'kubeAPIServer: {runtimeConfig: {resource.k8s.io/v1alpha1: "true"}}',
      'spec.kubeAPIServer.runtimeConfig has resource.k8s.io/v1alpha1'],
    ['1.27.16', 'kubeControllerManager: {podEvictionTimeout: 5m}', 'spec.kubeControllerManager.podEvictionTimeout becomes --pod-eviction-timeout'],
    ['1.27.16', 'kubeControllerManager: {featureGates: {CSIMigrationAWS: "true"}}',
      'spec.kubeControllerManager.featureGates.CSIMigrationAWS is true'],
    ['1.27.16', 'kubeControllerManager: {featureGates: {SeccompDefault: "true"}}', undefined],
  ])('knows what %s takes away of %s', (to, spec, message) => {
    const cluster = parseSource(`metadata:\n  name: prod\nspec:\n  ${spec}\n`, { file: 'cluster.yaml' });
    const toVersion = KubernetesVersion.of(to);
    const fromVersion = KubernetesVersion.of(`1.${toVersion.minor - 1}.15`);
    const run = () => refuseEndedFields({ cluster, instanceGroups: [], files: new Map() }, { ...BASE, configs: {}, fromVersion, toVersion });
    if (message === undefined) expect(run).not.toThrow();
    else expect(run).toThrow(message);
  });

  it('takes docker where both releases have dockershim', () => {
    const versions = { kopsRelease: '1.24', fromVersion: KubernetesVersion.of('1.22.17'), toVersion: KubernetesVersion.of('1.23.17') };
    const docker = (text: string) => withSpec('  containerRuntime: docker\n')(text).replace('1.23.17', '1.22.17');
    expect(() => migration({ ...versions, leaseAccessManifest: 's3://b/lease.yaml' }, docker)).not.toThrow();
  });

  it('gives both locks the same durations', () => {
    const model = migration({}, withKcm('leaderElection:\n      leaderElect: true\n      leaderElectLeaseDuration: 30s\n      '
      + 'leaderElectRenewDeadlineDuration: 20s\n      leaderElectRetryPeriod: 4s'));
    expect(diff(model, MigrationPhase.MIXED).added).toEqual(['cloudControllerManager:', 'kubernetesVersion: 1.24.17']);
    expect(model.clusterOf(MigrationPhase.MIXED).value(['spec', 'cloudControllerManager', 'leaderElection'])).toEqual(
      { leaderElectLeaseDuration: '30s', leaderElectRenewDeadlineDuration: '20s', leaderElectRetryPeriod: '4s' });
    verifyRollInto(model, MigrationPhase.MIXED);
  });

  it('keeps the notation of the version', () => {
    expect(diff(migration({}, text => text.replace('1.23.17', 'v1.23.17')), MigrationPhase.MIXED).added).toEqual(['kubernetesVersion: v1.24.17']);
  });
});

const proveRoll = (states: readonly KopsState[]) => proveMix('the roll', mixOf(states));

describe('every mix on the way', () => {
  it.each(Object.values(MigrationPhase))('into phase %s is safe, and so is the way back', phase => {
    const model = migration();
    expect(() => verifyRollInto(model, phase)).not.toThrow();
    const { steps, back } = installerPlan(KOPS, model, phase);
    expect([...steps, ...back].map(({ verdict }) => [verdict.exclusivity, verdict.liveness]))
      .toEqual([...steps, ...back].map(() => ['holds', 'holds']));
  });

  it('fails when phase n is skipped from 1.22: kube-controller-manager without Leader Migration beside the cloud-controller-manager', () => {
    const model = migration(
      { kopsRelease: '1.24', fromVersion: KubernetesVersion.of('1.22.17'), toVersion: KubernetesVersion.of('1.23.17') }, text =>
        text.replace('1.23.17', '1.22.17'),
    );
    const { exclusivity } = proveRoll([model.stateAt(undefined), model.stateAt(MigrationPhase.MIXED)]);
    expect(exclusivity.holds).toBe(false);
    expect(exclusivity.counterexamples.map(({ controller }) => controller)).toEqual(expect.arrayContaining(['service']));
  });

  it('fails when the DaemonSet that kops leaves behind has no Leader Migration while nodes of version N come back', () => {
    const model = migration();
    const [n, disabled] = [MigrationPhase.N, MigrationPhase.DISABLED].map(phase => model.stateAt(phase));
    expect(proveRoll([n, { ...disabled, machines: new Map() }]).exclusivity.holds).toBe(false);
    expect(proveRoll([n]).liveness.holds).toBe(true);
  });

  it('fails when the DaemonSet is deleted while every control-plane node is of version N+1', () => {
    const without: KopsState = { ...migration().stateAt(MigrationPhase.MIXED), objects: [] };
    expect(proveRoll([without]).liveness.holds).toBe(false);
  });
});

describe('the plan', () => {
  it('starts the cloud-controller-manager before a node is replaced, and deletes what kops leaves behind last', () => {
    const { steps, back } = installerPlan(KOPS, migration(), MigrationPhase.MIXED);
    expect(steps.map(({ id }) => id)).toEqual(['update-mixed', 'roll-control-plane']);
    expect(steps[0].run).toEqual([
      'kops replace -f bundles/kops/mixed/cluster.yaml -f bundles/kops/mixed/instance-groups.yaml', 'kops update cluster prod.example.com',
      'kops update cluster prod.example.com --yes',
    ]);
    expect(steps[1].run[1]).toBe('kops rolling-update cluster prod.example.com --instance-group-roles=master --yes --validation-timeout=30m');
    expect(back.map(({ id }) => id)).toEqual(['update-n', 'roll-control-plane', 'delete-ccm']);
    expect(back[2].run[0]).toBe('kubectl -n kube-system delete daemonset aws-cloud-controller-manager --ignore-not-found');
  });

  it.each([
    ['are', GROUPS],
    ['may be, because no group is handed in,', undefined],
  ])('rolls nodes that run kube-apiserver only between control plane and workers, and back after the workers, where there %s', (_, groups) => {
    const configs = { 'cluster.yaml': CLUSTER, ...groups === undefined ? {} : { 'groups.yaml': groups } };
    const { steps, back } = installerPlan(KOPS, migration({ configs }), MigrationPhase.N_PLUS_1);
    expect(steps.map(({ id }) => id)).toEqual(['roll-api-servers', 'roll-nodes']);
    expect(steps[0].run[1]).toBe('kops rolling-update cluster prod.example.com --instance-group-roles=apiserver --yes --validation-timeout=30m');
    expect(back.map(({ id }) => id)).toEqual(['update-n', 'roll-nodes', 'roll-api-servers', 'roll-control-plane', 'delete-ccm']);
  });

  it('rolls workers only where no group runs kube-apiserver only', () => {
    const configs = { 'cluster.yaml': CLUSTER, 'groups.yaml': WITHOUT_API_SERVERS };
    const { steps, back } = installerPlan(KOPS, migration({ configs }), MigrationPhase.N_PLUS_1);
    expect(steps.map(({ id }) => id)).toEqual(['roll-nodes']);
    expect(back.map(({ id }) => id)).toEqual(['update-n', 'roll-nodes', 'roll-control-plane', 'delete-ccm']);
  });

  it('calls the control plane as the release does', () => {
    const { steps } = installerPlan(KOPS, migration({ kopsRelease: '1.26' }), MigrationPhase.MIXED);
    expect(steps[1].run[0]).toContain('--instance-group-roles=control-plane');
  });

  it('gives access to the Lease first where kops gives none', () => {
    const model = migration(
      { kopsRelease: '1.24', fromVersion: KubernetesVersion.of('1.22.17'), toVersion: KubernetesVersion.of('1.23.17') }, text =>
        text.replace('1.23.17', '1.22.17'),
    );
    expect(installerPlan(KOPS, model, MigrationPhase.N).steps.map(({ id }) => id)).toEqual(['lease-access', 'update-n', 'roll-control-plane']);
  });
});

describe('the notes', () => {
  it('say that nodes get new names, that one master is none while it is replaced, and what the input does not say', () => {
    const groups = GROUPS.split('---\n').filter(text => !/name: master-.*1[bc]$/m.test(text)).join('---\n');
    const one = migration({ configs: { 'cluster.yaml': CLUSTER.replace(/ {4}- .*1[bc], name.*\n/g, ''), 'groups.yaml': groups } });
    expect(kopsNotes(one, MigrationPhase.MIXED).join('\n')).toContain('named by its instance id');
    expect(kopsNotes(one, MigrationPhase.MIXED).join('\n')).toContain('is of 1.24.17 from that moment on');
    expect(kopsNotes(one, MigrationPhase.N).join('\n')).toContain('InstanceGroup \'master-eu-central-1a\' is the only one of the control plane');
    expect(kopsNotes(migration({ configs: { 'cluster.yaml': CLUSTER } }), MigrationPhase.N).join('\n')).toContain('no InstanceGroup was handed in');
  });
});

describe('settings of kube-controller-manager', () => {
  it('are named where kops has none of them for the cloud-controller-manager, and only then', () => {
    const notes = (phase: MigrationPhase, line: string) => kopsNotes(migration({}, withKcm(line)), phase).join('\n');
    expect(notes(MigrationPhase.MIXED, 'concurrentServiceSyncs: 6')).toContain('spec.kubeControllerManager has concurrentServiceSyncs: 6, which');
    expect(notes(MigrationPhase.N, 'concurrentServiceSyncs: 6')).not.toContain('concurrentServiceSyncs');
    expect(notes(MigrationPhase.MIXED, 'horizontalPodAutoscalerSyncPeriod: 10s')).not.toContain('spec.kubeControllerManager has');
  });
});

type Edit = (text: string) => string;
const SAME: Edit = text => text;
/** What kops refuses of groups and of members of etcd. */
const GROUPS_AND_ETCD: readonly [string, Edit, Edit, string, string?][] = [
  ['a role that is none', SAME, text => text.replace('role: Master', 'role: Control'),
    'groups.yaml:35:9: InstanceGroup \'master-eu-central-1a\': spec.role is "Control", which kops 1.25 refuses; accepted: Master, Node, '
      + 'APIServer, Bastion'],
  ['no role', SAME, text => text.replace('  role: Node\n', ''), 'InstanceGroup \'nodes\': spec.role is null, which kops 1.25 refuses'],
  ['the role of a newer release', SAME, text => text.replaceAll('role: Master', 'role: ControlPlane'), 'spec.role is "ControlPlane", which kops'],
  ['a role that is none of a newer release', SAME, text => text.replace('role: Node', 'role: Worker'),
    'spec.role is "Worker", which kops 1.28 refuses; accepted: Master, ControlPlane, Node, APIServer, Bastion', '1.28'],
  ['fewer nodes at most than at least', SAME, text => text.replace('maxSize: 6', 'maxSize: 2'),
    "groups.yaml:87:12: InstanceGroup 'nodes': spec.maxSize is 2 and spec.minSize 3; it must be at least that"],
  ['two control-plane nodes of a group', SAME, text => text.replace('maxSize: 1\n', 'maxSize: 2\n'),
    "groups.yaml:33:12: InstanceGroup 'master-eu-central-1a': 2 nodes, but kops 1.28 takes one for each group of the control plane", '1.28'],
  ['two at least', SAME, text => text.replace('maxSize: 1\n  minSize: 1\n', 'minSize: 2\n'), 'groups.yaml:33:12: InstanceGroup', '1.28'],
  ['a control plane without a subnet', SAME, text => text.replace(/( {2}role: Master\n) {2}subnets:\n.*\n/, '$1  subnets: []\n'),
    "groups.yaml:36:12: InstanceGroup 'master-eu-central-1a': spec.subnets is empty"],
  ['a subnet that is not there', SAME, text => text.replace('  - eu-central-1b\n', '  - eu-west-1b\n'),
    "groups.yaml:19:5: InstanceGroup 'api-servers': spec.subnets has 'eu-west-1b', which is not in spec.subnets of the Cluster; known: eu-"],
  ['no control plane', SAME, text => text.split('---\n').filter(one => !one.includes('role: Master')).join('---\n'),
    'groups.yaml: no InstanceGroup has the role Master; hand in all groups of the cluster: \'kops get instancegroups -o yaml\''],
  ['no etcd', text => text.replace(/ {2}etcdClusters:\n(?: {2}- .*\n| {4}.*\n)+/, ''), SAME, 'spec.etcdClusters is empty, which kops refuses'],
  ['an even number of members', text => text.replace(/ {4}- .*1c, name.*\n/, ''), SAME,
    "cluster.yaml:21:5: etcd cluster 'main' has 2 members, and kops refuses an even number"],
  ['a member without a group', text => text.replace('instanceGroup: master-eu-central-1b, ', ''), SAME,
    "cluster.yaml:22:7: member 'b' of etcd cluster 'main' has no instanceGroup, which kops refuses"],
  ['a member without a name', text => text.replace('1b, name: b}', '1b}'), SAME, "member 'undefined' of etcd cluster 'main' has no name"],
  ['a member whose group is not there', text => text.replace('instanceGroup: master-eu-central-1b', 'instanceGroup: master-eu-central-1d'), SAME,
    "cluster.yaml:22:46: member 'b' of etcd cluster 'main' is on InstanceGroup 'master-eu-central-1d', which is not handed in; it must"],
  ['a member on a group of workers', text => text.replace('instanceGroup: master-eu-central-1b', 'instanceGroup: nodes'), SAME,
    "is on InstanceGroup 'nodes', which has the role Node (groups.yaml:89); it must be one of the control plane"],
  ['a control plane without a member', text => text.replace('instanceGroup: master-eu-central-1b', 'instanceGroup: master-eu-central-1a'), SAME,
    "groups.yaml:44:9: InstanceGroup 'master-eu-central-1b' is of the control plane, and no member of etcd cluster 'main' (cluster.yaml:21) is on"],
];

describe('bad input', () => {
  it('is no group that is called as newer releases call it, and no Cluster alone', () => {
    const configs = { 'cluster.yaml': CLUSTER, 'groups.yaml': GROUPS.replaceAll('role: Master', 'role: ControlPlane') };
    expect(() => migration({ kopsRelease: '1.26', configs })).not.toThrow();
    expect(() => migration({ configs: { 'cluster.yaml': CLUSTER } })).not.toThrow();
    const several = GROUPS.replace('maxSize: 1\n  minSize: 1', 'maxSize: 3\n  minSize: 3');
    expect(() => migration({ configs: { 'cluster.yaml': CLUSTER, 'groups.yaml': several } })).not.toThrow();
  });

  it.each<[string, Partial<KopsOptions>, (text: string) => string, string]>([
    ['another cluster', { clusterId: 'prod' }, text => text, 'cluster.yaml:5:9: metadata.name is \'prod.example.com\', but clusterId is \'prod\''],
    ['another installer\'s document', {}, text => text.replace('kops.k8s.io/v1alpha2', 'kubeone.k8c.io/v1beta2'), 'cluster.yaml:2:13: expected '
      + 'objects of kops.k8s.io/v1alpha2, got kind "Cluster" of '
      + '\'kubeone.k8c.io/v1beta2\'; that is a document of KubeOne: use KubeOneMigration'],
    ['the form of v1alpha3', {}, text => text.replace('cloudProvider: aws', 'cloudProvider: {aws: {}}'), 'cluster.yaml:16:18: spec.cloudProvider is '
      + 'a mapping, which is the form of v1alpha3'],
    ['both the old and the new form', {},
      text => withSpec('  cloudConfig:\n    awsEBSCSIDriver:\n      enabled: true\n')(text).replace('cloudProvider: aws', 'cloudProvider: {aws: {}}'),
      'cluster.yaml:16:18: spec.cloudProvider is a mapping, which is the form of v1alpha3, and spec.cloudConfig that of v1alpha2; in v1alpha2 it is '
        + 'a text: cloudProvider: aws'],
    ['the new form of the kubelet beside the old', {}, withSpec('  controlPlaneKubelet: {nodeStatusUpdateFrequency: 10s}\n  masterKubelet: '
      + '{nodeStatusUpdateFrequency: 10s}\n'),
    'cluster.yaml:36:24: spec.controlPlaneKubelet is a mapping, which is the form of v1alpha3, and spec.masterKubelet that of v1alpha2; in '
        + 'v1alpha2 it is masterKubelet'],
    ['another cloud', {}, text => text.replace('cloudProvider: aws', 'cloudProvider: gce'), 'cluster.yaml:16:18: spec.cloudProvider is "gce", '
      + 'expected \'aws\''],
    ['a version that the release does not support', { kopsRelease: '1.23' }, text => text, 'toVersion is 1.24.17, but kops 1.23 supports Kubernetes '
      + '1.18 to 1.23; releases that support 1.23 and 1.24: '
      + '1.24, 1.25, 1.26, 1.27, 1.28'],
    ['a release that is not known', { kopsRelease: '1.31' }, text => text, 'kopsRelease is \'1.31\', which is not in the table of kops releases; '
      + 'known: 1.21 to 1.30'],
    ['another version than the Cluster has', { fromVersion: KubernetesVersion.of('1.23.16') }, text => text, 'cluster.yaml:42:22: '
      + 'spec.kubernetesVersion is \'1.23.17\', but fromVersion is 1.23.16'],
    ['in-tree where kops has none', { fromVersion: KubernetesVersion.of('1.24.17'), toVersion: KubernetesVersion.of('1.25.16') },
      text => text.replace('1.23.17', '1.24.17'), 'cluster.yaml:42:22: fromVersion is 1.24.17: there is nothing to migrate, because kops runs the '
        + 'cloud-controller-manager in every cluster from 1.24 on; leave this app out, and upgrade with kops'],
    ['the same of a release of kops that does not run it', {
      kopsRelease: '1.22', fromVersion: KubernetesVersion.of('1.26.15'), toVersion: KubernetesVersion.of('1.27.16'),
    }, text => text.replace('1.23.17', '1.26.15'), 'fromVersion is 1.26.15: there is nothing to migrate'],
    ['a Cluster that is external already', {}, withSpec('  cloudControllerManager: {}\n'), 'cluster.yaml:36:27: spec.cloudControllerManager is set: '
      + 'its presence alone, also as {}, makes every component external'],
    ['Leader Migration that the user turned off', {}, withKcm('enableLeaderMigration: false'), 'cluster.yaml:37:28: '
      + 'spec.kubeControllerManager.enableLeaderMigration is false, and what you set wins'],
    ['a provider that the user set', {}, withKcm('cloudProvider: aws'), 'cluster.yaml:37:20: spec.kubeControllerManager.cloudProvider is \'aws\'; '
      + 'kops sets it by itself, and what you set wins in every phase'],
    ['no lock at all', {}, withKcm('leaderElection: {leaderElect: false}'), 'cluster.yaml:37:35: '
      + 'spec.kubeControllerManager.leaderElection.leaderElect is false'],
    ['a field of a newer patch', { kopsRelease: 'v1.25.0' },
      text => text.replace('  kubeControllerManager:\n', '  cloudControllerManager:\n    allowUntaggedCloud: true\n  kubeControllerManager:\n'),
      'cluster.yaml:37:25: spec.cloudControllerManager.allowUntaggedCloud is a field of kops 1.25.1 and newer, but kopsRelease is 1.25.0'],
    ['a field of a newer release', { kopsRelease: '1.22', fromVersion: KubernetesVersion.of('1.21.14'), toVersion: KubernetesVersion.of('1.22.17') },
      text => withKcm('enableLeaderMigration: true')(text.replace('1.23.17', '1.21.14')), 'cluster.yaml:37:28: '
        + 'spec.kubeControllerManager.enableLeaderMigration is a field of kops 1.23 and newer, but kopsRelease is 1.22'],
    ['no component that makes routes', { configureCloudRoutes: false }, text => text.replace('calico: {}', 'kubenet: {}'), 'cluster.yaml:46:5: '
      + 'configureCloudRoutes is false, but the networking of this cluster is kubenet'],
    ['routes that the plugin makes', { configureCloudRoutes: true }, text => text, 'cluster.yaml:46:5: configureCloudRoutes is true, but '
      + 'spec.networking has calico, whose plugin makes the routes'],
    ['a driver that the user turned off', { csiMigration: true }, withSpec('  cloudConfig:\n    awsEBSCSIDriver:\n      enabled: false\n'),
      'cluster.yaml:38:16: spec.cloudConfig.awsEBSCSIDriver.enabled is false, and kops refuses an external cloud controller without the EBS CSI '
        + 'driver'],
    ['an addon object that kops get prints too', { configs: { 'c.yaml': CLUSTER, 'd.yaml': 'apiVersion: v1\nkind: ConfigMap\n' } },
      text => text, 'd.yaml:1:13: expected objects of kops.k8s.io/v1alpha2, got kind "ConfigMap" of \'v1\'; hand in the Cluster and its '
        + 'InstanceGroups as \'kops get -o yaml\' prints them, without the addon objects that may follow: \'kops replace\' takes none'],
    ['a group of another cluster', { configs: { 'cluster.yaml': CLUSTER, 'groups.yaml': GROUPS.replace('cluster: prod.', 'cluster: test.') } },
      text => text, 'groups.yaml:6:26: InstanceGroup \'api-servers\' is labelled kops.k8s.io/cluster: test.example.com, but clusterId is '
        + '\'prod.example.com\''],
    ['a provider that the user set for a group', {
      configs: { 'cluster.yaml': CLUSTER, 'groups.yaml': GROUPS.replace('  role: Master\n', '  kubelet:\n    cloudProvider: aws\n  role: Master\n') },
    }, text => text, 'groups.yaml:36:20: spec.kubelet.cloudProvider is \'aws\'; kops sets it by itself'],
    ['a switch in quotes', {}, withKcm('enableLeaderMigration: "true"'), 'cluster.yaml:37:28: spec.kubeControllerManager.enableLeaderMigration is '
      + '"true", expected true or false, without quotes'],
    ['routes of version N that version N+1 does not make', {}, withKcm('configureCloudRoutes: true'), 'cluster.yaml:37:27: '
      + 'spec.kubeControllerManager.configureCloudRoutes is true, and what you set wins at version N, but the cloud-controller-manager of this '
      + 'networking gets false'],
    ['IPv6', {}, text => text.replace('100.64.0.0/10', '"::/0"'), 'spec.nonMasqueradeCIDR is IPv6'],
    ['two Clusters', { configs: { 'a.yaml': CLUSTER, 'b.yaml': CLUSTER } }, text => text, 'b.yaml:5:9: Cluster \'prod.example.com\' and Cluster '
      + '\'prod.example.com\' are given'],
    ...GROUPS_AND_ETCD.map(([what, cluster, groups, message, kopsRelease = '1.25']): [string, Partial<KopsOptions>, Edit, string] =>
      [what, { kopsRelease, configs: { 'cluster.yaml': cluster(CLUSTER), 'groups.yaml': groups(GROUPS) } }, text => text, message]),
    ['no Cluster', { configs: { 'groups.yaml': GROUPS } }, text => text, 'groups.yaml:3:7: no Cluster is given, only InstanceGroup '
      + '\'api-servers\''],
  ])('fails for %s', (_, options, change, message) => {
    expect(() => migration(options, change)).toThrow(message);
  });
});
