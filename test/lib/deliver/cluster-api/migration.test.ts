import { parse, parseAllDocuments } from 'yaml';
import { AwsCcm } from '../../../../src/lib/ccm/aws-ccm';
import { CloudProvider } from '../../../../src/lib/ccm/cloud-provider';
import { CustomCcm } from '../../../../src/lib/ccm/custom-ccm';
import { CcmWorkload } from '../../../../src/lib/ccm/workload-kind';
import { CloudConfig } from '../../../../src/lib/cloud-config/cloud-config';
import { ClusterApiMigration } from '../../../../src/lib/deliver/cluster-api/migration';
import { clusterApiNotes } from '../../../../src/lib/deliver/cluster-api/notes';
import { ClusterApiOptions } from '../../../../src/lib/deliver/cluster-api/options';
import { mixOf } from '../../../../src/lib/deliver/installer';
import { EcrCredentialProvider } from '../../../../src/lib/ecr/ecr-credential-provider';
import { KubernetesVersion } from '../../../../src/lib/kubernetes/kubernetes-version';
import { Migration } from '../../../../src/lib/migration/migration';
import { MigrationPhase } from '../../../../src/lib/migration/migration-phase';
import { MigrationProps } from '../../../../src/lib/migration/migration-props';
import { CcmPlacement, MigrationStrategy } from '../../../../src/lib/migration/migration-strategy';
import { leaseAccessObjects } from '../../../../src/lib/rbac/lease-access';
import { proveMix, verifyRollInto } from '../../../../src/lib/read-back/installer-plan';
import { CLUSTER_API_INPUT, withText } from '../../../fixtures/cluster-api';
import { kubeadmNodes, upgradedKubeadmNodes } from '../../../nodes';

const { N, MIXED, N_PLUS_1, DISABLED } = MigrationPhase;
const OPTIONS: ClusterApiOptions = {
  migration: withProps({}),
  clusterApiRelease: '1.9',
  configs: CLUSTER_API_INPUT,
  upgradedMachineTemplates: { 'prod-eu-workers': 'prod-eu-workers-1-27' },
};
const migration = new ClusterApiMigration(OPTIONS);

function withProps(changes: Partial<MigrationProps>): Migration {
  const props = { clusterId: 'prod-eu', fromVersion: KubernetesVersion.of('1.26.15'), toVersion: KubernetesVersion.of('1.27.16') };
  return new Migration({ ...props, ...changes });
}

function filesOf(phase: MigrationPhase, of = migration): { [file: string]: string } {
  return Object.fromEntries(of.files(phase).map(({ path, content }) => [path, content]));
}

/** The example with an AWSMachinePool, whose launch template has this. */
function withPool(template: string): { readonly [file: string]: string } {
  return {
    ...CLUSTER_API_INPUT,
    'pool.yaml': 'apiVersion: infrastructure.cluster.x-k8s.io/v1beta2\nkind: AWSMachinePool\nmetadata: {name: pool}\nspec:\n'
      + `  awsLaunchTemplate: {${template}}\n`,
  };
}

/** Lines that only one of two texts has. */
function difference(before: string, after: string): Record<'removed' | 'added', string[]> {
  const [a, b] = [before, after].map(text => text.split('\n'));
  const without = (lines: string[], others: string[]) => lines.filter(line => !others.includes(line)).map(line => line.trim());
  return { removed: without(a, b), added: without(b, a) };
}

function controlPlane(phase: MigrationPhase, of = migration) {
  return of.objects(phase).find(({ manifest }) => manifest.kind === 'KubeadmControlPlane')!.manifest as any;
}

it('names what version N+1 takes away where machines roll to it, and takes it out', () => {
  const configs = Object.fromEntries(Object.entries(CLUSTER_API_INPUT).map(([file, text]) =>
    [file, text.replace(/(controllerManager:\n(?: +.*\n)*?( +)extraArgs:\n)/, '$1$2  pod-eviction-timeout: 5m\n')]));
  const of = new ClusterApiMigration({ ...OPTIONS, configs });
  expect(clusterApiNotes(of, MIXED).find(note => note.startsWith('carried')))
    .toMatch(/^carried: kube-controller-manager on 1 node, `--pod-eviction-timeout=5m`, from 1\.27 on: version N does not read it/);
  expect(clusterApiNotes(of, N).join()).not.toContain('pod-eviction-timeout');
  expect(JSON.stringify(filesOf(N, of))).toContain('pod-eviction-timeout');
  expect(JSON.stringify(filesOf(MIXED, of))).not.toContain('pod-eviction-timeout');
});

/** The example with a machine pool of one KubeadmConfig. */
function withMachinePool(discovery: string, refreshPreferences = '{}'): { readonly [file: string]: string } {
  return {
    ...CLUSTER_API_INPUT,
    'pool.yaml': `apiVersion: cluster.x-k8s.io/v1beta1
kind: MachinePool
metadata: {name: batch, namespace: clusters}
spec:
  template:
    spec:
      version: v1.26.15
      bootstrap: {configRef: {kind: KubeadmConfig, name: batch-config}}
      infrastructureRef: {kind: AWSMachinePool, name: batch}
---
apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
kind: AWSMachinePool
metadata: {name: batch, namespace: clusters}
spec:
  awsLaunchTemplate: {ami: {id: ami-1}}
  refreshPreferences: ${refreshPreferences}
---
apiVersion: bootstrap.cluster.x-k8s.io/v1beta1
kind: KubeadmConfig
metadata: {name: batch-config, namespace: clusters}
spec:
  joinConfiguration:
    discovery: {${discovery}}
    nodeRegistration: {kubeletExtraArgs: {cloud-provider: aws}}
`,
  };
}

describe('machine pools', () => {
  const ofPool = (discovery: string, refreshPreferences?: string) => new ClusterApiMigration({
    ...OPTIONS, configs: withMachinePool(discovery, refreshPreferences), upgradedImages: { batch: 'ami-2' },
  });
  const pools = ofPool('');

  it('come after everything that they and the MachineDeployments are made from', () => {
    const kinds = (step: string) => pools.objects(N_PLUS_1).filter(object => object.step === step).map(({ manifest: { kind } }) => kind);
    expect(kinds('workers')).toEqual(['KubeadmConfig', 'KubeadmConfigTemplate', 'AWSMachineTemplate', 'AWSMachineTemplate', 'MachineDeployment']);
    expect(kinds('machine-pools')).toEqual(['AWSMachinePool', 'MachinePool']);
  });

  it('wait for the Secrets of their KubeadmConfigs', () => {
    const start = 'machine pools in two steps: first only KubeadmConfig \'batch-config\', ';
    const note = clusterApiNotes(pools, N_PLUS_1).filter(text => text.startsWith(start));
    expect(note).toEqual([expect.stringContaining('`kubectl get secret batch-config -n clusters -o jsonpath=')]);
    for (const phase of [N, MIXED, DISABLED]) expect(clusterApiNotes(pools, phase).join()).not.toContain('machine pools');
    expect(clusterApiNotes(migration, N_PLUS_1).join()).not.toContain('machine pools');
  });

  it('are named where that Secret is never written anew, and where nothing is replaced', () => {
    const notes = clusterApiNotes(ofPool('file: {kubeConfigPath: /etc/k}', '{disable: true}'), N_PLUS_1).join();
    expect(notes).toContain('KubeadmConfig \'batch-config\' joins by discovery.file');
    expect(notes).toContain('AWSMachinePool \'batch\' has refreshPreferences.disable');
    expect(notes).not.toContain('machine pools in two steps');
    expect(clusterApiNotes(pools, N_PLUS_1).join()).not.toMatch(/discovery\.file|disable/);
  });
});

describe('the files of each phase', () => {
  it('have Leader Migration on in kube-controller-manager of N, and nothing else is changed', () => {
    const files = filesOf(N);
    expect(difference(CLUSTER_API_INPUT['cluster.yaml'], files['cluster.yaml'])).toEqual({ removed: [], added: ['ccm-migration/cluster: prod-eu'] });
    expect(files['workers.yaml']).toBe(CLUSTER_API_INPUT['workers.yaml']);
    const { removed, added } = difference(CLUSTER_API_INPUT['control-plane.yaml'], files['control-plane.yaml']);
    expect(removed).toEqual([]);
    expect(added.slice(0, 5)).toEqual([
      'enable-leader-migration: "true"', 'leader-migration-config: /etc/leadermigration.conf', '- name: leader-migration-config',
      'hostPath: /etc/leadermigration.conf', 'mountPath: /etc/leadermigration.conf',
    ]);
    const spec = controlPlane(N).spec.kubeadmConfigSpec;
    expect(spec.files[1])
      .toEqual({
        path: '/etc/leadermigration.conf',
        owner: 'root:root',
        permissions: '0644',
        content: expect.stringContaining('kind: LeaderMigrationConfiguration\n'),
      });
    expect(parse(spec.files[1].content).controllerLeaders.map(({ name }: { name: string }) => name))
      .toEqual(['route', 'service', 'cloud-node-lifecycle']);
    expect(spec.clusterConfiguration.controllerManager.extraVolumes[1])
      .toEqual({
        name: 'leader-migration-config',
        hostPath: '/etc/leadermigration.conf',
        mountPath: '/etc/leadermigration.conf',
        readOnly: true,
        pathType: 'File',
      });
  });

  it('turn the control plane first: mixed is its rolling update, and the workers wait', () => {
    const mixed = filesOf(MIXED);
    expect(mixed['workers.yaml']).toBe(CLUSTER_API_INPUT['workers.yaml']);
    const { removed, added } = difference(CLUSTER_API_INPUT['control-plane.yaml'], mixed['control-plane.yaml']);
    expect(added).toEqual([
      'version: v1.27.16', 'cloud-provider: external', 'cloud-provider: external',
      ...Array(2).fill(['cloud-provider: external', 'node-labels: pool=control-plane,ccm-migration/side=n-plus-1']).flat(),
    ]);
    expect(removed).not.toContain('configure-cloud-routes: "false" # the network is cilium\'s');
    const { clusterConfiguration } = controlPlane(MIXED).spec.kubeadmConfigSpec;
    expect(clusterConfiguration.controllerManager).toEqual({ extraArgs: { 'cloud-provider': 'external', 'configure-cloud-routes': 'false' } });
    expect(clusterConfiguration.apiServer.extraVolumes.map(({ name }: { name: string }) => name)).toEqual(['audit-log']);
  });

  it('roll nothing of the control plane after mixed', () => {
    for (const phase of [N_PLUS_1, DISABLED]) expect(filesOf(phase)['control-plane.yaml']).toBe(filesOf(MIXED)['control-plane.yaml']);
    expect(filesOf(DISABLED)).toEqual(filesOf(N_PLUS_1));
  });

  it('turn the workers last, with their own machine template', () => {
    expect(difference(filesOf(MIXED)['workers.yaml'], filesOf(N_PLUS_1)['workers.yaml'])).toEqual({
      removed: ['version: v1.26.15', 'name: prod-eu-workers', 'cloud-provider: aws'],
      added: ['version: v1.27.16', 'name: prod-eu-workers-1-27', 'cloud-provider: external'],
    });
  });

  it('are the same when objects of phase n are handed in again', () => {
    const again = new ClusterApiMigration({ ...OPTIONS, configs: filesOf(N) });
    for (const phase of Object.values(MigrationPhase)) expect(filesOf(phase, again)).toEqual(filesOf(phase));
  });

  it('get their fields made where the input has none of them', () => {
    const bare = withText('control-plane.yaml', /    (initConfiguration|files):\n(?:      .*\n)+/g, '');
    const of = new ClusterApiMigration({
      ...OPTIONS, configs: withText('control-plane.yaml', /cloud-config: \/etc\/kubernetes\/cloud.conf\n */g, '', bare),
    });
    expect(controlPlane(N, of).spec.kubeadmConfigSpec.files).toHaveLength(1);
    expect(controlPlane(MIXED, of).spec.kubeadmConfigSpec.files).toBeUndefined();
    expect(controlPlane(MIXED, of).spec.kubeadmConfigSpec.initConfiguration)
      .toEqual({ nodeRegistration: { kubeletExtraArgs: { 'cloud-provider': 'external', 'node-labels': 'ccm-migration/side=n-plus-1' } } });
  });

  it('do not label nodes where the cloud-controller-manager runs on all of them', () => {
    const of = new ClusterApiMigration({
      ...OPTIONS,
      migration: withProps({ strategy: MigrationStrategy.leaderMigration({ placement: CcmPlacement.ALL_CONTROL_PLANE_NODES }) }),
    });
    expect(JSON.stringify(controlPlane(MIXED, of))).not.toContain('ccm-migration/side');
  });

  it('are for the machine template of each side', () => {
    const of = new ClusterApiMigration({
      ...OPTIONS, upgradedMachineTemplates: { ...OPTIONS.upgradedMachineTemplates, 'prod-eu-control-plane': 'cp-1-27' },
    });
    expect([N, MIXED].map(phase => controlPlane(phase, of).spec.machineTemplate.infrastructureRef.name))
      .toEqual(['prod-eu-control-plane', 'cp-1-27']);
  });

  it('have the images of version N+1 where an object that can be changed fixes one: of workers with the workers', () => {
    const of = new ClusterApiMigration({
      ...OPTIONS,
      configs: {
        ...withPool('ami: {id: ami-1}'),
        ...withText('cluster.yaml', '  region: eu-central-1', '  region: eu-central-1\n  imageLookupFormat: mine-1.26'),
        'pool.yaml': withPool('ami: {id: ami-1}')['pool.yaml'],
      },
      upgradedImages: { 'pool': 'ami-2', 'prod-eu': 'mine-1.27' },
    });
    const images = (phase: MigrationPhase) => {
      const files = filesOf(phase, of);
      return [/ami-\d/.exec(files['pool.yaml'])![0], /mine-1\.\d+/.exec(files['cluster.yaml'])![0]];
    };
    expect([N, MIXED, N_PLUS_1].map(images)).toEqual([['ami-1', 'mine-1.26'], ['ami-1', 'mine-1.27'], ['ami-2', 'mine-1.27']]);
  });

  it('lose feature gates that the release does not know, each kubelet by its own arguments', () => {
    const gates = 'cloud-provider: aws\n            feature-gates: CSIMigrationAWS=true,GracefulNodeShutdown=true';
    const of = new ClusterApiMigration({ ...OPTIONS, configs: withText('workers.yaml', 'cloud-provider: aws', gates) });
    expect(filesOf(N_PLUS_1, of)['workers.yaml']).toContain('feature-gates: GracefulNodeShutdown=true\n');
  });
});

describe('objects by step', () => {
  it('has the cluster first, the control plane second and the workers last', () => {
    expect(migration.objects(N_PLUS_1).map(({ step, manifest }) => `${step} ${manifest.kind} ${manifest.metadata.name}`)).toEqual([
      'cluster Cluster prod-eu', 'control-plane AWSCluster prod-eu', 'control-plane KubeadmControlPlane prod-eu-control-plane',
      'control-plane AWSMachineTemplate prod-eu-control-plane', 'workers KubeadmConfigTemplate prod-eu-workers',
      'workers AWSMachineTemplate prod-eu-workers', 'workers AWSMachineTemplate prod-eu-workers-1-27', 'workers MachineDeployment prod-eu-workers',
    ]);
  });
});

describe('the ClusterResourceSet', () => {
  const set = (phase: MigrationPhase) => migration.resourceSet(phase).map(({ manifest }) => manifest as any);
  const applied = (phase: MigrationPhase) => set(phase).filter(({ kind }) => kind === 'ConfigMap')
    .flatMap(({ data }) => parseAllDocuments(data['manifests.yaml']).map(document => document.toJS()));

  it.each([
    [N, ['lease-access']], [MIXED, ['lease-access', 'config', 'ccm']], [N_PLUS_1, ['lease-access', 'config', 'ccm']], [DISABLED, ['ccm']],
  ] as const)('reconciles in phase %s what is applied, in order', (phase, names) => {
    const objects = set(phase);
    expect(objects.at(-1)).toEqual({
      apiVersion: 'addons.cluster.x-k8s.io/v1beta1',
      kind: 'ClusterResourceSet',
      metadata: { name: 'prod-eu-ccm-migration', namespace: 'clusters' },
      spec: {
        strategy: 'Reconcile',
        clusterSelector: { matchLabels: { 'ccm-migration/cluster': 'prod-eu' } },
        resources: names.map(name => ({ kind: 'ConfigMap', name: `prod-eu-ccm-migration-${name}` })),
      },
    });
    expect(objects.slice(0, -1).map(({ metadata }) => metadata.name)).toEqual(names.map(name => `prod-eu-ccm-migration-${name}`));
  });

  it('holds the objects of the migration, as they are', () => {
    const { leaseAccess, configMap, ccm } = migration.migration._model.phase(MIXED);
    const objects = [...leaseAccess.flatMap(leaseAccessObjects), configMap!, ...ccm!.objects];
    expect(applied(MIXED)).toEqual(JSON.parse(JSON.stringify(objects.map(({ manifest }) => manifest))));
  });

  it('keeps the cloud-controller-manager to machines of version N+1 until the migration is over, with the settings of the cluster', () => {
    const daemonSet = (phase: MigrationPhase) => applied(phase).find(({ kind }) => kind === 'DaemonSet').spec.template.spec;
    expect(JSON.stringify(daemonSet(MIXED))).toContain('ccm-migration/side');
    expect(JSON.stringify(daemonSet(DISABLED))).not.toContain('ccm-migration/side');
    expect(daemonSet(MIXED).containers[0].args).toEqual(expect.arrayContaining([
      '--cluster-name=prod-eu', '--cluster-cidr=100.96.0.0/11', '--configure-cloud-routes=false', '--cloud-config=/etc/kubernetes/cloud.conf',
    ]));
  });
});

describe('the proof', () => {
  it.each(Object.values(MigrationPhase))('holds for every mix on the way into phase %s', phase => {
    expect(() => verifyRollInto(migration, phase)).not.toThrow();
  });

  it('shows why phase n must be rolled out completely: a machine without Leader Migration beside one of N+1', () => {
    const { exclusivity } = proveMix('the roll', mixOf([migration.stateAt(undefined), migration.stateAt(MIXED)]));
    expect(exclusivity.counterexamples.map(({ controller }) => controller)).toEqual(expect.arrayContaining(['service', 'cloud-node-lifecycle']));
    expect(exclusivity.counterexamples[0].processes.map(({ component }) => component).sort())
      .toEqual(['cloud-controller-manager', 'kube-controller-manager']);
  });

  it('reads back what is written: a file with another lease name is seen', () => {
    const state = migration.stateAt(N);
    const changed = [...state.machines].map(([path, file]) => [path, 'text' in file
      ? { ...file, text: file.text.replace('cloud-provider-extraction-migration', 'other') } : file] as const);
    expect(new Map(changed)).not.toEqual(state.machines);
    expect(proveMix('the roll', mixOf([{ ...state, machines: new Map(changed) }, migration.stateAt(MIXED)])).exclusivity.holds).toBe(false);
  });
});

describe('v1beta2, where arguments are lists', () => {
  const kcp = (provider: string) => [
    'apiVersion: controlplane.cluster.x-k8s.io/v1beta2', 'kind: KubeadmControlPlane', 'metadata:', '  name: c-cp', 'spec:', '  replicas: 3',
    '  version: v1.34.4',
    '  machineTemplate:', '    spec:', '      infrastructureRef:', '        apiGroup: infrastructure.cluster.x-k8s.io', '        kind: '
      + 'AWSMachineTemplate', '        name: c-cp',
    '  kubeadmConfigSpec:', '    clusterConfiguration:', '      controllerManager:', '        extraArgs:', '        - name: '
      + `cloud-provider\n          value: ${provider}`,
    ...['init', 'join'].flatMap(node => [`    ${node}Configuration:`, '      nodeRegistration:', '        kubeletExtraArgs:', '        - name: '
      + `cloud-provider\n          value: ${provider} # theirs`]), '',
  ].join('\n');
  const aws = 'apiVersion: infrastructure.cluster.x-k8s.io/v1beta2\nkind: AWSCluster\nmetadata:\n  name: c\nspec:\n  region: eu-central-1\n';
  const steady = (text: string) => new ClusterApiMigration({
    migration: new Migration({ clusterId: 'c', toVersion: KubernetesVersion.of('1.34.4') }),
    clusterApiRelease: 'v1.12.8',
    configs: { 'kcp.yaml': text, 'aws.yaml': aws },
  });

  it('keeps its form in the steady state of a later release', () => {
    const of = steady(kcp('external'));
    expect(filesOf(DISABLED, of)['kcp.yaml']).toBe(kcp('external'));
    expect(() => verifyRollInto(of, DISABLED)).not.toThrow();
    expect(of.resourceSet(DISABLED).at(-1)!.manifest.apiVersion).toBe('addons.cluster.x-k8s.io/v1beta2');
    expect(clusterApiNotes(of, DISABLED).join()).toContain('kubectl label cluster c ccm-migration/cluster=c');
  });

  it('fails for a field that the user set to another value', () => {
    expect(() => steady(kcp('gce')).files(DISABLED)).toThrow(
      'kcp.yaml:19:18: spec.kubeadmConfigSpec.clusterConfiguration.controllerManager.extraArgs.cloud-provider is \'gce\', but the migration sets it '
        + 'to \'external\'; accepted: \'aws\' or \'external\', or not set');
  });

  it('fails for the form of the other version', () => {
    const map = kcp('external').replace('        - name: cloud-provider\n          value: external\n', '          cloud-provider: external\n');
    expect(() => steady(map)).toThrow('controllerManager.extraArgs is not what controlplane.cluster.x-k8s.io/v1beta2 expects: a list of name and '
      + 'value');
  });
});

describe('bad input', () => {
  const cp = (from: string | RegExp, to: string): Partial<ClusterApiOptions> => ({ configs: withText('control-plane.yaml', from, to) });
  const KCM = 'spec.kubeadmConfigSpec.clusterConfiguration.controllerManager';
  const managed = 'apiVersion: controlplane.cluster.x-k8s.io/v1beta2\nkind: AWSManagedControlPlane\nmetadata:\n  name: eks\n';

  it.each<[string, Partial<ClusterApiOptions>, string]>([
    ['kubeadm\'s own configuration', { configs: { 'a.yaml': 'apiVersion: kubeadm.k8s.io/v1beta3\nkind: ClusterConfiguration\n' } },
      'a.yaml:2:7: expected a KubeadmControlPlane of controlplane.cluster.x-k8s.io, got kind "ClusterConfiguration" of \'kubeadm.k8s.io/v1beta3\'; '
        + 'hand in'],
    ['a control plane of another provider', { configs: { 'a.yaml': managed } }, 'a.yaml:2:7: expected a KubeadmControlPlane of '
      + 'controlplane.cluster.x-k8s.io, got kind "AWSManagedControlPlane" of \'controlplane.cluster.x-k8s.io/v1beta2\': that control plane is not '
      + 'made by kubeadm'],
    ['an API version that is not known', cp('cluster.x-k8s.io/v1beta1\nkind: KubeadmControlPlane', 'cluster.x-k8s.io/v1alpha4\nkind: '
      + 'KubeadmControlPlane'), 'control-plane.yaml:1:13: apiVersion \'controlplane.cluster.x-k8s.io/v1alpha4\' is not understood; accepted: '
        + 'v1beta1, v1beta2'],
    ['an API version that the release does not serve', cp('cluster.x-k8s.io/v1beta1\nkind: KubeadmControlPlane', 'cluster.x-k8s.io/v1beta2\nkind: '
      + 'KubeadmControlPlane'), 'which Cluster API serves from 1.11 on, but clusterApiRelease is \'1.9\''],
    ['a release that does not support the versions', { clusterApiRelease: '1.12' }, 'control-plane.yaml:8:12: spec.version would be 1.26.15, but '
      + 'Cluster API 1.12 supports clusters of 1.29 to 1.36; releases that support 1.26.15 and 1.27.16: 1.4 to 1.9'],
    ['a release that is not known', { clusterApiRelease: '2.0' }, 'clusterApiRelease is \'2.0\', which is not in the table of Cluster API releases; '
      + 'known: 1.1 to 1.14'],
    ['no AWSCluster', { configs: { 'control-plane.yaml': CLUSTER_API_INPUT['control-plane.yaml'] } }, 'control-plane.yaml:2:7: no AWSCluster is '
      + 'given with this KubeadmControlPlane'],
    ['two control planes', { configs: { ...CLUSTER_API_INPUT, 'z.yaml': CLUSTER_API_INPUT['control-plane.yaml'] } }, 'z.yaml:4:9: '
      + 'KubeadmControlPlane \'prod-eu-control-plane\' and KubeadmControlPlane \'prod-eu-control-plane\' are given; hand in the objects of one '
      + 'cluster, each once'],
    ['a ClusterClass', { configs: withText('cluster.yaml', 'spec:\n  clusterNetwork', 'spec:\n  topology:\n    class: quick\n  clusterNetwork') },
      'cluster.yaml:11:5: spec.topology is of ClusterClass \'quick\', which is not in the input'],
    ['another id', { migration: withProps({ clusterId: 'prod-us' }) }, 'cluster.yaml:5:9: metadata.name is \'prod-eu\', but clusterId is '
      + '\'prod-us\''],
    ['the tag of another cluster', { configs: withText('cluster.yaml', 'cost-center: "4711"', 'kubernetes.io/cluster/old: owned') },
      'spec.additionalTags has \'kubernetes.io/cluster/old\', but the cluster is \'prod-eu\''],
    ['another version', cp('version: v1.26.15', 'version: v1.25.16'), 'control-plane.yaml:8:12: spec.version is \'v1.25.16\', but fromVersion is '
      + '1.26.15'],
    ['workers of another version', { configs: withText('workers.yaml', 'version: v1.26.15', 'version: v1.25.16') }, 'workers.yaml:14:16: '
      + 'spec.template.spec.version is \'v1.25.16\', but fromVersion is 1.26.15'],
    ['a control plane that is external already', cp(/cloud-provider: aws\n(.*configure)/, 'cloud-provider: external\n$1'),
      `${KCM}.extraArgs.cloud-provider is 'external', but version N runs the in-tree provider 'aws'`],
    ['kubelets that are external already', { configs: withText('workers.yaml', 'cloud-provider: aws', 'cloud-provider: external') },
      'workers.yaml:37:29: spec.template.spec.joinConfiguration.nodeRegistration.kubeletExtraArgs.cloud-provider is \'external\', but version N '
        + 'runs the in-tree provider \'aws\''],
    ['no in-tree provider', cp(/cloud-provider: aws\n *(configure)/, '$1'), `${KCM}.extraArgs.cloud-provider is not set, but version N runs the `
      + 'in-tree provider \'aws\''],
    ['no leader election', cp('configure-cloud-routes', 'leader-elect: "false"\n          configure-cloud-routes'), `${KCM}.extraArgs.leader-elect `
      + 'is \'false\': kube-controller-manager takes no lock'],
    ['Leader Migration switched off on purpose', cp('configure-cloud-routes', 'enable-leader-migration: "false"\n          configure-cloud-routes'),
      `${KCM}.extraArgs.enable-leader-migration is 'false', but the migration sets it to 'true'; accepted: 'true', or not set`],
    ['another migration configuration', cp('configure-cloud-routes', 'leader-migration-config: /etc/other.conf\n          configure-cloud-routes'),
      `${KCM}.extraArgs.leader-migration-config is '/etc/other.conf', but the migration sets it to '/etc/leadermigration.conf'`],
    ['another file in its place', cp('    files:\n', '    files:\n      - path: /etc/leadermigration.conf\n        content: other\n'),
      'spec.kubeadmConfigSpec.files[0] is \'/etc/leadermigration.conf\' with another content than the migration writes'],
    ['a side that is on a label already', cp(/pool=control-plane/, 'ccm-migration/side=n'), 'kubeletExtraArgs.node-labels has '
      + '\'ccm-migration/side=n\', expected \'ccm-migration/side=n-plus-1\''],
    ['a label of the Cluster that is taken', { configs: withText('cluster.yaml', 'cni: cilium', 'ccm-migration/cluster: other') },
      'cluster.yaml:8:28: metadata.labels.ccm-migration/cluster is \'other\', expected \'prod-eu\''],
    ['machines of another cloud', cp('kind: AWSMachineTemplate\n      name', 'kind: AzureMachineTemplate\n      name'),
      'spec.machineTemplate.infrastructureRef.kind is \'AzureMachineTemplate\', expected \'AWSMachineTemplate\''],
    ['node groups of EKS', { configs: withText('pool.yaml', /AWSMachinePool/g, 'AWSManagedMachinePool', withMachinePool('')) },
      'spec.template.spec.infrastructureRef.kind is \'AWSManagedMachinePool\', expected \'AWSMachinePool\''],
    ['an image of version N', { upgradedMachineTemplates: {} }, 'workers.yaml:49:13: spec.template.spec.ami.id of AWSMachineTemplate '
      + '\'prod-eu-workers\' is \'ami-0a1b2c3d4e5f60126\', an image of version 1.26.15'],
    ['a successor of nothing', { upgradedMachineTemplates: { ...OPTIONS.upgradedMachineTemplates, unused: 'x' } }, 'upgradedMachineTemplates has '
      + '\'unused\': \'x\', but no object that was handed in names'],
    ['an image of version N in a pool', { configs: withPool('ami: {id: ami-1}') }, 'pool.yaml:5:33: spec.awsLaunchTemplate.ami.id of AWSMachinePool '
      + '\'pool\' is \'ami-1\', an image of version 1.26.15; give that of 1.27.16: upgradedImages: { \'pool\': \'...\' }'],
    ['an image that is looked up by another name than the version', { configs: withPool('imageLookupFormat: capa-1.26-*') },
      'spec.awsLaunchTemplate.imageLookupFormat of AWSMachinePool \'pool\' is \'capa-1.26-*\''],
    ['an image of the cluster', { configs: withText('cluster.yaml', '  region: eu-central-1', '  region: eu-central-1\n  imageLookupFormat: mine') },
      'spec.imageLookupFormat of AWSCluster \'prod-eu\' is \'mine\''],
    ['an image of the cluster that a pool takes too', {
      configs: withText('cluster.yaml', '  region: eu-central-1', '  region: eu-central-1\n  imageLookupFormat: mine',
        withPool('instanceType: m6i.large')),
      upgradedImages: { 'prod-eu': 'mine-1.27' },
    }, 'pool.yaml:5:22: AWSMachinePool \'pool\' has no image of its own and takes that of spec.imageLookupFormat of AWSCluster \'prod-eu\', '
      + '\'mine\''],
    ['an image of nothing', { configs: withPool('imageLookupFormat: "capa-{{.K8sVersion}}"'), upgradedImages: { pool: 'ami-2' } },
      'upgradedImages has \'pool\': \'ami-2\', but no AWSMachinePool or AWSCluster of that name has a fixed image'],
    ['nodes', { migration: withProps({ nodes: kubeadmNodes() }) }, 'the migration has `nodes`, but the nodes of Cluster API are read from the '
      + 'KubeadmControlPlane'],
    ['nodes of N+1', { migration: withProps({ upgradedNodes: upgradedKubeadmNodes() }) }, 'the migration has `upgradedNodes`, but the nodes of '
      + 'Cluster API are read from'],
    ['a cloud config', { migration: withProps({ cloudConfig: CloudConfig.inline('[Global]\nZone = eu-central-1a\n') }) },
      '`cloudConfig` is written as files of nodes, which Cluster API makes'],
    ['a credential provider', { migration: withProps({ ecrCredentialProvider: new EcrCredentialProvider({ release: 'v1.27.10' }) }) },
      '`ecrCredentialProvider` is written as files of nodes, which Cluster API makes'],
    ['groups of workers', { migration: withProps({ nodeGroups: { blue: ['worker'] } }) }, '`nodeGroups` orders the workers of a plan'],
    ['a released Lease', { migration: withProps({ strategy: MigrationStrategy.leaderMigration({ releaseLease: true }) }) },
      '`releaseLease` is a step of a plan'],
    ['another strategy', { migration: withProps({ strategy: MigrationStrategy.downtime() }) },
      'the strategy is \'downtime\', but a rolling update of machines mixes both versions'],
    ['a static pod', { migration: withProps({ ccm: AwsCcm.of({ run: { workload: CcmWorkload.staticPod() } }) }) },
      'CcmWorkload.staticPod() is written as a file of each node, which Cluster API makes'],
    ['another cloud',
      { migration: withProps({ ccm: CustomCcm.of({ cloud: CloudProvider.GCE, image: 'registry.example/gce:v1', rules: [{ verbs: ['get'] }] }) }) },
      'the cloud is \'gce\', but Cluster API is supported on AWS only'],
  ])('fails for %s', (_, options, message) => {
    expect(() => {
      const bad = new ClusterApiMigration({ ...OPTIONS, ...options });
      for (const phase of [N, MIXED]) bad.files(phase);
    }).toThrow(message);
  });
});
