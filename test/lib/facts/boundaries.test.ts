import { builtInDefault } from '../../../src/lib/facts/built-in-default';
import { configApi, hasLeaderMigration } from '../../../src/lib/facts/config-api';
import { controlPlaneNode, CONTROL_PLANE_ROLE, MASTER_ROLE } from '../../../src/lib/facts/control-plane-node';
import { featureGate, mustBeSet, settingIsFatal } from '../../../src/lib/facts/feature-gates';
import { generatedBootstrap } from '../../../src/lib/facts/generated';
import { inTreeClouds, lastInTreeMinor, withInTreeAws } from '../../../src/lib/facts/in-tree-clouds';
import { CIDR_ALLOCATORS, routeControllerGate, underExternal } from '../../../src/lib/facts/kcm-cloud-controllers';
import { KCM_SUBJECTS, LEASE_GRANTS, leaseGrants } from '../../../src/lib/facts/lease-grants';
import { honouredLeaseDuration, mainLockKinds, migrationLockKinds, releaseOnExitGate } from '../../../src/lib/facts/locks';
import { ebsVolumes, externalCloudVolumePlugin } from '../../../src/lib/facts/volumes';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';

/** Values on both sides of the minor where they change. */
function at<T>(fact: (version: KubernetesVersion) => T, ...minors: string[]): T[] {
  return minors.map(minor => fact(KubernetesVersion.of(minor)));
}

describe('boundaries', () => {
  it('of the configuration API', () => {
    expect(at(hasLeaderMigration, '1.20', '1.21')).toEqual([false, true]);
    expect(at(v => configApi(v).recommended, '1.21', '1.22', '1.23', '1.24')).toEqual(['v1alpha1', 'v1beta1', 'v1beta1', 'v1']);
    expect(at(v => configApi(v).wildcard, '1.21', '1.22')).toEqual([false, true]);
    expect(at(v => configApi(v).strict, '1.31', '1.32')).toEqual([false, true]);
    expect(at(v => configApi(v).resourceLockIn, '1.37')).toEqual([['v1alpha1', 'v1beta1']]);
  });

  it.each([configApi, builtInDefault])('fails for 1.20, which has no Leader Migration', fact => {
    expect(() => fact(KubernetesVersion.of('1.20'))).toThrow('Kubernetes 1.20 has no Leader Migration; the first release with it is 1.21');
  });

  it('of the built-in default', () => {
    expect(at(v => builtInDefault(v)?.effective, '1.21', '1.22', '1.27', '1.28', '1.37')).toEqual([undefined, true, true, false, false]);
    expect(builtInDefault(KubernetesVersion.of('1.28'))?.unprotected).toEqual(['node-route-controller', 'service-lb-controller']);
  });

  it('of the gate ControllerManagerLeaderMigration', () => {
    const gate = 'ControllerManagerLeaderMigration';
    expect(at(v => mustBeSet(gate, true, v), '1.20', '1.21', '1.22')).toEqual([false, true, false]);
    expect(at(v => settingIsFatal(gate, true, v), '1.20', '1.21', '1.26', '1.27')).toEqual([true, false, false, true]);
    expect(at(v => settingIsFatal(gate, false, v), '1.23', '1.24')).toEqual([false, true]);
    expect(() => featureGate('Nonsense', KubernetesVersion.of('1.21'))).toThrow(/^feature gate 'Nonsense' is in no table; known: CSIMigration, /);
  });

  it('of locks', () => {
    expect(at(mainLockKinds, '1.23', '1.24', '1.27').map(kinds => kinds.length)).toEqual([5, 3, 1]);
    expect(at(v => migrationLockKinds(v)?.working, '1.20', '1.23', '1.24')).toEqual([undefined, ['leases', 'endpoints'], ['leases']]);
    expect(at(honouredLeaseDuration, '1.26', '1.27')).toEqual(['candidate', 'holder']);
    expect(at(releaseOnExitGate, '1.35', '1.36')).toEqual([undefined, 'ControllerManagerReleaseLeaderElectionLockOnExit']);
  });

  it('of rights on Leases', () => {
    expect(at(v => leaseGrants(v).kcmMissing, '1.30', '1.31')).toEqual([['get', 'update'], []]);
    expect(at(v => leaseGrants(v).roleRules.map(({ resources }) => resources[0]), '1.30', '1.34', '1.35')).toEqual([
      ['configmaps', 'configmaps'], ['configmaps', 'configmaps', 'leases', 'leasecandidates'], ['leases', 'leasecandidates'],
    ]);
    expect(at(v => leaseGrants(v).subjects.length, '1.30', '1.31')).toEqual([2, 3]);
    for (const { value } of LEASE_GRANTS().rows) expect(value.subjects).toEqual(expect.arrayContaining([...KCM_SUBJECTS]));
  });

  it('to create Leases, which kube-controller-manager has from its ClusterRole in each release', () => {
    const { read, rows } = generatedBootstrap();
    const creating = rows.filter(({ kind, name, rules = [] }) => kind === 'ClusterRole' && name === 'system:kube-controller-manager'
      && rules.some(({ resources, verbs, resourceNames }) => resources.includes('leases') && verbs.includes('create') && !resourceNames));
    expect([creating[0].from, creating.at(-1)!.to]).toEqual([Object.keys(read)[0], Object.keys(read).at(-1)]);
    expect(creating.slice(1).map(({ from }) => from)).toEqual(['1.28']);
    expect(rows.filter(({ name }) => /leader-locking-cloud|system:cloud-controller-manager/.test(name))).toEqual([]);
  });

  it('of in-tree clouds', () => {
    expect(['aws', 'azure', 'gce', 'openstack', 'vsphere', 'digitalocean'].map(lastInTreeMinor))
      .toEqual(['1.26', '1.29', '1.30', '1.25', '1.29', undefined]);
    expect(at(inTreeClouds, '1.30', '1.31')).toEqual([['gce'], []]);
    expect(at(v => withInTreeAws('kube-controller-manager', v).when, '1.26', '1.27', '1.31', '1.32'))
      .toEqual([undefined, 'after-main-lock', 'after-main-lock', 'flag-validation']);
    expect(at(v => withInTreeAws('kubelet', v).error, '1.27')).toEqual(['unknown cloud provider "aws"']);
    expect(at(v => withInTreeAws('kubelet', v).when, '1.26', '1.31', '1.32', '1.37')).toEqual([undefined, 'start', 'start', 'start']);
    expect(at(v => withInTreeAws('kube-apiserver', v).error, '1.28', '1.29', '1.33')).toEqual([
      undefined, 'unknown --cloud-provider: aws', 'unknown flag: --cloud-provider',
    ]);
  });

  it('of cloud controllers in kube-controller-manager', () => {
    expect(at(v => underExternal(v).state, '1.28', '1.29', '1.36', '1.37')).toEqual(['not-registered', 'skipped', 'skipped', 'absent']);
    expect(at(v => underExternal(v).runsInTree, '1.30', '1.31', '1.32')).toEqual([true, false, false]);
    expect(at(v => CIDR_ALLOCATORS.at(v), '1.31', '1.32')).toEqual(['any', ['', 'RangeAllocator']]);
    expect(at(v => routeControllerGate('kube-controller-manager', v)?.flags.length, '1.31', '1.32')).toEqual([2, undefined]);
    expect(at(v => routeControllerGate('cloud-controller-manager', v)?.flags.length, '1.20', '1.21')).toEqual([2, 1]);
  });

  it('of volumes', () => {
    expect(at(v => externalCloudVolumePlugin(v).worksWithAws, '1.26', '1.27')).toEqual([true, false]);
    expect(at(v => externalCloudVolumePlugin(v).errorWithAws, '1.31', '1.32')).toEqual([
      'cloud provider could not be initialized: unknown cloud provider "aws"', undefined,
    ]);
    expect(at(ebsVolumes, '1.22', '1.23', '1.24', '1.25')).toEqual(['in-tree', 'csi-by-default', 'csi-by-default', 'csi-only']);
  });

  it('of control-plane nodes', () => {
    expect(at(v => controlPlaneNode(v).labels, '1.23', '1.24')).toEqual([[MASTER_ROLE, CONTROL_PLANE_ROLE], [CONTROL_PLANE_ROLE]]);
    expect(at(v => controlPlaneNode(v).taints, '1.23', '1.24', '1.25'))
      .toEqual([[MASTER_ROLE], [MASTER_ROLE, CONTROL_PLANE_ROLE], [CONTROL_PLANE_ROLE]]);
  });
});
