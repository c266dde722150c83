import { featureGate, isJudgedGate, judgedGates } from '../../../src/lib/facts/feature-gates';
import { generatedFeatureGates } from '../../../src/lib/facts/generated';
import { ReadReleases } from '../../../src/lib/facts/read-releases';
import { Component } from '../../../src/lib/kubernetes/component';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';

const at = (name: string, minor: string) => featureGate(name, KubernetesVersion.of(minor));

describe('feature gates', () => {
  it.each([
    ['DisableCloudProviders', '1.28', { exists: true, default: false, stage: 'Alpha', locked: false }],
    ['DisableCloudProviders', '1.29', { exists: true, default: true, stage: 'Beta', locked: false }],
    ['DisableCloudProviders', '1.31', { exists: true, default: true, stage: 'GA', locked: true }],
    ['DisableCloudProviders', '1.33', { exists: false }],
    ['CSIMigrationAWS', '1.22', { exists: true, default: false, stage: 'Beta', locked: false }],
    ['ControllerManagerReleaseLeaderElectionLockOnExit', '1.35', { exists: false }],
    ['ControllerManagerReleaseLeaderElectionLockOnExit', '1.36', { exists: true, default: false, stage: 'Alpha', locked: false }],
    ['IPv6DualStack', '1.20', { exists: true, default: false, stage: 'Alpha', locked: false }],
  ])('%s in %s: %j', (name, minor, expected) => expect(at(name, minor)).toEqual(expected));

  it.each(['1.19', '1.38'])('fail for %s, which was not read', minor => {
    expect(() => at('CSIMigration', minor)).toThrow(`Kubernetes ${minor} is not in the table of feature gate CSIMigration; known: 1.20 to 1.37`);
  });

  it('are those of all that were read of the minor, for a release that could not be read', () => {
    expect(at('ControllerManagerReleaseLeaderElectionLockOnExit', '1.36.6')).toEqual(
      at('ControllerManagerReleaseLeaderElectionLockOnExit', '1.36.4'),
    );
    expect(at('CSIMigration', '1.34.13')).toEqual({ exists: false });
  });

  it.each([
    ['CSIMigrationAWS', 'kube-controller-manager', '1.24', true],
    ['CSIMigrationAWS', 'kubelet', '1.24', true],
    ['CSIMigrationAWS', 'cloud-controller-manager', '1.24', false],
    ['ControllerManagerLeaderMigration', 'cloud-controller-manager', '1.21', true],
    ['ControllerManagerLeaderMigration', 'kubelet', '1.21', false],
    ['ControllerManagerLeaderMigration', 'kubelet', '1.22', true],
    ['ControllerManagerReleaseLeaderElectionLockOnExit', 'kube-apiserver', '1.37', true],
    ['ControllerManagerReleaseLeaderElectionLockOnExit', 'kube-scheduler', '1.37', false],
  ] as const)('%s is one of %s in %s: %s', (name, component, minor, exists) =>
    expect(featureGate(name, KubernetesVersion.of(minor), component).exists).toBe(exists));

  it('are read of each package that a component registers in any release, or named as unread', () => {
    const { read, packages, rows } = generatedFeatureGates();
    const unread = packages.filter(row => row.unread).map(row => row.package);
    expect([...new Set(unread)]).toEqual(['k8s.io/apiextensions-apiserver/pkg/features']);
    const registered = new Set(packages.filter(row => !row.unread).map(one => one.package));
    expect(new Set(rows.map(row => row.package))).toEqual(registered);
    // What --help of the programs lists: kube-apiserver 1.37.1, and cloud-controller-manager 1.37.0 of AWS.
    const stages = (component: Component) => {
      const inside = new ReadReleases(read);
      const taken = packages.filter(row => inside.rowAt([row], KubernetesVersion.of('1.37')) && row.components.includes(component));
      const held = rows.filter(row => taken.some(one => one.package === row.package) && inside.rowAt([row], KubernetesVersion.of('1.37')));
      return new Set(held.filter(({ stage }) => ['Alpha', 'Beta'].includes(stage)).map(({ gate }) => gate)).size;
    };
    expect([stages('kube-apiserver'), stages('cloud-controller-manager')]).toEqual([163, 40]);
  });

  it('are judged only if they concern the migration', () => {
    expect([isJudgedGate('CSIMigrationAWS'), isJudgedGate('AllAlpha')]).toEqual([true, false]);
    for (const name of judgedGates()) expect([name, generatedFeatureGates().rows.some(({ gate }) => gate === name)]).toEqual([name, true]);
  });
});
