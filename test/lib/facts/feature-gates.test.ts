import { featureGate, isJudgedGate, judgedGates } from '../../../src/lib/facts/feature-gates';
import { generatedFeatureGates } from '../../../src/lib/facts/generated';
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
    expect(at('ControllerManagerReleaseLeaderElectionLockOnExit', '1.37.2')).toEqual(
      at('ControllerManagerReleaseLeaderElectionLockOnExit', '1.37.1'),
    );
    expect(at('CSIMigration', '1.34.13')).toEqual({ exists: false });
  });

  it('are judged only if they concern the migration', () => {
    expect([isJudgedGate('CSIMigrationAWS'), isJudgedGate('AllAlpha')]).toEqual([true, false]);
    for (const name of judgedGates()) expect([name, generatedFeatureGates().rows.some(({ gate }) => gate === name)]).toEqual([name, true]);
  });
});
