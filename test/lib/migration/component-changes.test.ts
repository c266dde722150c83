import { Component } from '../../../src/lib/kubernetes/component';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { NodeSide } from '../../../src/lib/kubernetes/node';
import { componentChanges, MIGRATED_CONTROLLERS, SideSettings } from '../../../src/lib/migration/component-changes';
import { StrategyKind } from '../../../src/lib/migration/migration-strategy';

const KCM = 'kube-controller-manager';
const FILE = '/etc/leadermigration.conf';
const KUBEADM_KCM = { 'cloud-provider': 'aws', 'cloud-config': '/etc/kubernetes/cloud.conf', 'controllers': '*,bootstrapsigner,tokencleaner' };
const IN_TREE = { 'cloud-provider': 'aws', 'cloud-config': '/etc/kubernetes/cloud.conf' };

type Flags = { readonly [name: string]: string };

function changes(component: Component, side: NodeSide, version: string, current: Flags = {}, settings: Partial<SideSettings> = {}) {
  return componentChanges(component, side, {
    cloud: 'aws',
    strategy: StrategyKind.LEADER_MIGRATION,
    version: KubernetesVersion.of(version),
    configurationFile: true,
    moved: MIGRATED_CONTROLLERS,
    externalVolumePlugin: false,
    ...settings,
  }, name => current[name]);
}

/** What is set, as on a command line, and what goes. */
function flags(...args: Parameters<typeof changes>) {
  const { setFlags, removeFlags } = changes(...args);
  return { set: setFlags.map(({ name, value }) => `--${name}=${value}`), remove: removeFlags };
}

describe('kube-controller-manager of N', () => {
  it.each(['1.22', '1.23', '1.24', '1.25', '1.26'])('gets Leader Migration on %s, without a feature gate', (version) => {
    expect(changes(KCM, NodeSide.N, version, KUBEADM_KCM)).toEqual({
      setFlags: [{ name: 'enable-leader-migration', value: 'true' }, { name: 'leader-migration-config', value: FILE }],
      removeFlags: [],
      mountFiles: [{ name: 'leader-migration-config', path: FILE }],
      unmountFiles: [],
    });
  });

  it.each([
    [undefined, '--feature-gates=ControllerManagerLeaderMigration=true'],
    ['CSIMigrationAWS=true', '--feature-gates=CSIMigrationAWS=true,ControllerManagerLeaderMigration=true'],
    ['ControllerManagerLeaderMigration=true,CSIMigrationAWS=true', '--feature-gates=ControllerManagerLeaderMigration=true,CSIMigrationAWS=true'],
    ['ControllerManagerLeaderMigration=false', '--feature-gates=ControllerManagerLeaderMigration=true'],
  ])('gets the alpha gate on 1.21, appended to %s', (gates, expected) => {
    expect(flags(KCM, NodeSide.N, '1.21', gates === undefined ? {} : { 'feature-gates': gates }).set).toEqual([
      '--enable-leader-migration=true', '--leader-migration-config=/etc/leadermigration.conf', expected,
    ]);
  });

  it.each(['1.22', '1.23'])('has a gate that switches Leader Migration off put right on %s, or the flag would do nothing', (version) => {
    expect(flags(KCM, NodeSide.N, version, { 'feature-gates': 'A=true,ControllerManagerLeaderMigration=false,B=true' }).set)
      .toContain('--feature-gates=A=true,ControllerManagerLeaderMigration=true,B=true');
  });

  it('reads no file with the built-in default, also not one that it read before', () => {
    expect(changes(KCM, NodeSide.N, '1.26', { ...KUBEADM_KCM, 'leader-migration-config': FILE }, { configurationFile: false })).toEqual({
      setFlags: [{ name: 'enable-leader-migration', value: 'true' }],
      removeFlags: ['leader-migration-config'],
      mountFiles: [],
      unmountFiles: [FILE],
    });
  });

  it.each([
    ['1.26', '*,bootstrapsigner,tokencleaner', '*,bootstrapsigner,tokencleaner,-service,-route,-cloud-node-lifecycle'],
    ['1.26', undefined, '*,-service,-route,-cloud-node-lifecycle'],
    ['1.26', '*,-route', '*,-route,-service,-cloud-node-lifecycle'],
    ['1.28', '*', '*,-service-lb-controller,-node-route-controller,-cloud-node-lifecycle-controller'],
  ])('has the controllers switched off on %s, appended to %s', (version, controllers, expected) => {
    const current: Flags = controllers === undefined ? {} : { controllers };
    expect(changes(KCM, NodeSide.N, version, current, { strategy: StrategyKind.CONTROLLERS_OFF_THEN_ON })).toEqual({
      setFlags: [{ name: 'controllers', value: expected }], removeFlags: [], mountFiles: [], unmountFiles: [],
    });
  });

  it('is not touched by a downtime', () => {
    expect(changes(KCM, NodeSide.N, '1.26', KUBEADM_KCM, { strategy: StrategyKind.DOWNTIME }))
      .toEqual({ setFlags: [], removeFlags: [], mountFiles: [], unmountFiles: [] });
  });

  it.each<Component>(['kube-apiserver', 'kube-scheduler', 'kubelet',
    'cloud-controller-manager'])('is the only component that changes: not %s', (component) => {
    for (const strategy of Object.values(StrategyKind)) {
      expect(changes(component, NodeSide.N, '1.26', IN_TREE, { strategy }))
        .toEqual({ setFlags: [], removeFlags: [], mountFiles: [], unmountFiles: [] });
    }
  });
});

describe('kube-controller-manager of N+1', () => {
  it.each(Object.values(StrategyKind))('is external and never has Leader Migration, with strategy %s', (strategy) => {
    expect(changes(
      KCM, NodeSide.N_PLUS_1, '1.27', { ...KUBEADM_KCM, 'enable-leader-migration': 'true', 'leader-migration-config': FILE }, { strategy },
    )).toEqual({
      setFlags: [{ name: 'cloud-provider', value: 'external' }],
      removeFlags: ['cloud-config', 'enable-leader-migration', 'leader-migration-config'],
      mountFiles: [],
      unmountFiles: ['/etc/kubernetes/cloud.conf', FILE],
    });
  });

  it.each([
    ['1.27', '*,bootstrapsigner,tokencleaner', '*,bootstrapsigner,tokencleaner,-nodeipam'],
    ['1.27', undefined, '*,-nodeipam'],
    ['1.27', '*,-nodeipam', '*,-nodeipam'],
    ['1.28', '*', '*,-node-ipam-controller'],
    ['1.31', undefined, '*,-node-ipam-controller'],
  ])('leaves node IPAM on %s to the cloud-controller-manager, appended to %s', (version, controllers, expected) => {
    const current: Flags = controllers === undefined ? { 'cloud-provider': 'gce' } : { 'cloud-provider': 'gce', controllers };
    expect(flags(KCM, NodeSide.N_PLUS_1, version, current, { cloud: 'gce', moved: [...MIGRATED_CONTROLLERS, 'nodeipam'] }).set)
      .toEqual(['--cloud-provider=external', `--controllers=${expected}`]);
  });

  it('keeps the cloud config where the in-tree volume plugin still reads it', () => {
    expect(changes(KCM, NodeSide.N_PLUS_1, '1.22', KUBEADM_KCM, { externalVolumePlugin: true })).toEqual({
      setFlags: [{ name: 'cloud-provider', value: 'external' }, { name: 'external-cloud-volume-plugin', value: 'aws' }],
      removeFlags: ['enable-leader-migration', 'leader-migration-config'],
      mountFiles: [],
      unmountFiles: [FILE],
    });
  });

  it.each<[string, Component, string | undefined, string[]]>([
    ['1.22', KCM, undefined, []],
    ['1.23', KCM, undefined, ['--feature-gates=CSIMigrationAWS=false']],
    ['1.24', KCM, 'A=true', ['--feature-gates=A=true,CSIMigrationAWS=false']],
    ['1.24', KCM, 'CSIMigrationAWS=false', []],
    ['1.23', 'kube-apiserver', undefined, ['--feature-gates=CSIMigrationAWS=false']],
    ['1.23', 'kube-scheduler', undefined, ['--feature-gates=CSIMigrationAWS=false']],
    ['1.24', 'kubelet', undefined, ['--feature-gates=CSIMigrationAWS=false']],
  ])('keeps EBS volumes in-tree in %s: %s with gates %s', (version, component, gates, expected) => {
    const current: Flags = { ...component === KCM ? KUBEADM_KCM : { 'cloud-provider': 'aws' }, ...gates ? { 'feature-gates': gates } : {} };
    const { set } = flags(component, NodeSide.N_PLUS_1, version, current, { externalVolumePlugin: true });
    expect(set.filter(flag => flag.startsWith('--feature-gates'))).toEqual(expected);
    expect(flags(component, NodeSide.N, version, current, { externalVolumePlugin: true }).set.join()).not.toContain('CSIMigrationAWS');
  });

  it('fails where gates of a component move the volumes that are to stay', () => {
    expect(() => changes('kubelet', NodeSide.N_PLUS_1, '1.24', { 'feature-gates': 'CSIMigrationAWS=true' }, { externalVolumePlugin: true }))
      .toThrow('--feature-gates of kubelet has CSIMigrationAWS=true, which moves them to the CSI driver; remove one of them');
    expect(() => changes('kubelet', NodeSide.N_PLUS_1, '1.24', { 'feature-gates': 'InTreePluginAWSUnregister=true' }, { externalVolumePlugin: true }))
      .toThrow('--feature-gates of kubelet has InTreePluginAWSUnregister=true, which removes the plugin; remove one of them');
  });

  it.each([['aws', '1.27'], ['openstack', '1.26'], ['gce', '1.31'],
    ['vsphere', '1.32']])('fails for in-tree volumes of %s on %s', (cloud, version) => {
    expect(() => changes(KCM, NodeSide.N_PLUS_1, version, {}, { cloud, externalVolumePlugin: true })).toThrow(new Error(
      `externalCloudVolumePlugin needs an in-tree '${cloud}', and kube-controller-manager ${version} has none; install the CSI driver and leave the `
        + 'property out',
    ));
  });
});

describe('the external cloud provider of N+1', () => {
  it.each<[Component, string, string[], string[]]>([
    ['kube-apiserver', '1.22', ['--cloud-provider=external'], ['cloud-config']],
    ['kube-apiserver', '1.27', ['--cloud-provider=external'], ['cloud-config']],
    ['kube-apiserver', '1.32', ['--cloud-provider=external'], ['cloud-config']],
    ['kube-apiserver', '1.33', [], ['cloud-provider', 'cloud-config']],
    ['kube-apiserver', '1.37', [], ['cloud-provider', 'cloud-config']],
    ['kube-scheduler', '1.27', [], ['cloud-provider', 'cloud-config']],
    ['kubelet', '1.22', ['--cloud-provider=external'], ['cloud-config']],
    ['kubelet', '1.27', ['--cloud-provider=external'], ['cloud-config']],
    ['kubelet', '1.33', ['--cloud-provider=external'], ['cloud-config']],
    ['kubelet', '1.34', ['--cloud-provider=external'], ['cloud-config']],
    ['kubelet', '1.37', ['--cloud-provider=external'], ['cloud-config']],
    ['kube-controller-manager', '1.37', ['--cloud-provider=external'], ['cloud-config', 'enable-leader-migration', 'leader-migration-config']],
  ])('of %s on %s', (component, version, set, remove) => {
    expect(flags(component, NodeSide.N_PLUS_1, version, IN_TREE)).toEqual({ set, remove });
  });

  it('has no mount to free where there is no cloud config', () => {
    expect(changes('kube-apiserver', NodeSide.N_PLUS_1, '1.27', { 'cloud-provider': 'aws' }).unmountFiles).toEqual([]);
  });
});

describe('flags and gates that the release no longer has', () => {
  it.each<[Component, string, Flags, string[]]>([
    [KCM, '1.24', { port: '0' }, ['cloud-config', 'enable-leader-migration', 'leader-migration-config', 'port']],
    [KCM, '1.26', { logtostderr: 'true', v: '2' }, ['cloud-config', 'enable-leader-migration', 'leader-migration-config', 'logtostderr']],
    ['kube-scheduler', '1.24', { port: '0' }, ['cloud-provider', 'cloud-config', 'port']],
    ['kubelet', '1.24', { 'network-plugin': 'cni', 'container-runtime': 'remote' }, ['cloud-config', 'network-plugin']],
    ['kubelet', '1.27', { 'container-runtime': 'remote', 'container-runtime-endpoint': 'unix:///x' }, ['cloud-config', 'container-runtime']],
    [KCM, '1.23', { port: '0' }, ['cloud-config', 'enable-leader-migration', 'leader-migration-config']],
    [KCM, '1.37', { 'concurrent-service-syncs': '5' },
      ['cloud-config', 'enable-leader-migration', 'leader-migration-config', 'concurrent-service-syncs']],
  ])('go: %s %s %j', (component, version, current, remove) => {
    expect(flags(component, NodeSide.N_PLUS_1, version, current).remove).toEqual(remove);
  });

  it.each<[Component, string, string, string | undefined]>([
    [KCM, '1.27', 'ControllerManagerLeaderMigration=true', undefined],
    [KCM, '1.27', 'ControllerManagerLeaderMigration=true,RotateKubeletServerCertificate=true', 'RotateKubeletServerCertificate=true'],
    [KCM, '1.27', 'RotateKubeletServerCertificate=true, CSIMigrationAWS=true', 'RotateKubeletServerCertificate=true'],
    ['kubelet', '1.27', 'CSIMigrationAWS=true,KubeletCredentialProviders=true', 'KubeletCredentialProviders=true'],
    ['kubelet', '1.28', 'CSIMigrationAWS=true,KubeletCredentialProviders=true', undefined],
    ['kube-apiserver', '1.25', 'CSIMigrationAWS=false,CSIMigration=true', 'CSIMigration=true'],
  ])('of %s %s: %s becomes %s', (component, version, gates, expected) => {
    const { set, remove } = flags(component, NodeSide.N_PLUS_1, version, { 'feature-gates': gates });
    expect(set.filter(flag => flag.startsWith('--feature-gates'))).toEqual(expected === undefined ? [] : [`--feature-gates=${expected}`]);
    expect(remove.includes('feature-gates')).toBe(expected === undefined);
  });

  it('stay where the release accepts them', () => {
    expect(flags(KCM, NodeSide.N_PLUS_1, '1.26', { 'feature-gates': 'ControllerManagerLeaderMigration=true' }).set)
      .toEqual(['--cloud-provider=external']);
  });
});

describe('what the release takes away, of a version N that is known', () => {
  const upgraded = (component: Component, before: string, version: string, current: Flags) => {
    const { set, remove } = flags(component, NodeSide.N_PLUS_1, version, current, { before: KubernetesVersion.of(before) });
    return { set: set.filter(flag => !flag.startsWith('--cloud-provider')), remove: remove.filter(name => name in current) };
  };

  it.each<[string, Component, string, string, Flags, string[], string[]]>([
    ['a flag with another name', 'kube-apiserver', '1.23.17', '1.24.17', { 'experimental-encryption-provider-config': '/etc/kubernetes/enc.yaml' },
      ['--encryption-provider-config=/etc/kubernetes/enc.yaml'], ['experimental-encryption-provider-config']],
    ['the same, where both are passed', 'kube-apiserver', '1.24.17', '1.25.16', { 'service-account-api-audiences': 'a', 'api-audiences': 'b' },
      [], ['service-account-api-audiences']],
    ['an admission plugin', 'kube-apiserver', '1.24.17', '1.25.16',
      { 'enable-admission-plugins': 'NodeRestriction,PodSecurityPolicy,AlwaysPullImages' },
      ['--enable-admission-plugins=NodeRestriction,AlwaysPullImages'], []],
    ['the only one', 'kube-apiserver', '1.24.17', '1.25.16', { 'disable-admission-plugins': 'PodSecurityPolicy' }, [], ['disable-admission-plugins']],
    ['one that the release has', 'kube-apiserver', '1.23.17', '1.24.17', { 'enable-admission-plugins': 'PodSecurityPolicy' }, [], []],
    ['an API version', 'kube-apiserver', '1.26.15', '1.27.16', { 'runtime-config': 'api/all=true,resource.k8s.io/v1alpha1=true' },
      ['--runtime-config=api/all=true'], []],
    ['one of its resources', 'kube-apiserver', '1.20.15', '1.21.14', { 'runtime-config': 'batch/v2alpha1/cronjobs=true,batch/v1beta1=false' },
      ['--runtime-config=batch/v1beta1=false'], []],
    ['a version of audit events', 'kube-apiserver', '1.23.17', '1.24.17', { 'audit-log-version': 'audit.k8s.io/v1beta1' },
      ['--audit-log-version=audit.k8s.io/v1'], []],
    ['gates that are gone', 'kube-apiserver', '1.24.17', '1.25.16', { 'feature-gates': 'EndpointSlice=false,PodSecurity=true,TTLAfterFinished=true' },
      ['--feature-gates=PodSecurity=true'], []],
    ['a gate that is locked', KCM, '1.23.17', '1.24.17', { 'feature-gates': 'IndexedJob=false,CSRDuration=true' },
      ['--feature-gates=CSRDuration=true'], []],
    ['gates that no table has', KCM, '1.24.17', '1.25.16', { 'feature-gates': 'CloudOfOurs=false' }, [], []],
  ])('is carried: %s of %s, %s to %s', (_, component, before, version, current, set, remove) => {
    expect(upgraded(component, before, version, current)).toEqual({ set, remove });
  });

  it('is refused where the component would not start', () => {
    expect(() => upgraded('kube-scheduler', '1.23.17', '1.24.17', { 'leader-elect-resource-lock': 'endpoints' })).toThrow(
      'kube-scheduler of version N has --leader-elect-resource-lock=endpoints, and from 1.24 on the component makes no such lock, and ends at start; '
        + 'set --leader-elect-resource-lock in version N, on every node, by way of endpointsleases or configmapsleases to leases, one roll after the '
        + 'other',
    );
  });
});
