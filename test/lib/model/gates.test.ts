import { CCM, KCM } from '../../../src/lib/kubernetes/component';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { inTreeSwitch } from '../../../src/lib/model/cloud-mode';
import { CommandLine } from '../../../src/lib/model/command-line';
import { gateDoubts, gateProblem, isGateOn, refusedGates } from '../../../src/lib/model/gates';

const GATE = 'ControllerManagerLeaderMigration';

/** k8s.io/component-base@v0.26.15 cli/flag/map_string_bool.go trims names and values. */
test.each<[string, string | undefined, boolean]>([
  [`${GATE}=false`, undefined, false],
  [` ${GATE} = false `, undefined, false],
  [`Other=true, ${GATE} =false`, undefined, false],
  [`${GATE}=false,${GATE}=true`, undefined, true],
  ['Other=false', undefined, true],
  [GATE, undefined, true],
])('--feature-gates="%s" on 1.22', (value, problem, on) => {
  const version = KubernetesVersion.of('1.22');
  const line = new CommandLine(KCM, version, [`--feature-gates=${value}`]);
  expect({ problem: gateProblem(GATE, version, line), on: isGateOn(GATE, version, line) }).toEqual({ problem, on });
});

/** Each was given to the real programs by conformance/command-line.test.ts, which draws gates of every release. */
test.each<[typeof KCM | typeof CCM, string, string, 'taken' | 'unknown' | RegExp]>([
  [KCM, '1.27.16', 'APIResponseCompression=true', 'taken'],
  [KCM, '1.27.16', 'CPUManager=true', 'taken'],
  [KCM, '1.27.16', 'CPUManager=false', /^cannot set feature gate CPUManager to false, feature is locked to true$/],
  [KCM, '1.27.16', 'CSIMigrationAWS=true', /^unrecognized feature gate: CSIMigrationAWS$/],
  [KCM, '1.27.16', 'ContextualLogging=true', 'taken'],
  [KCM, '1.27.16', 'AllAlpha=true', 'taken'],
  [KCM, '1.27.16', 'NoSuchGate=true', 'unknown'],
  [KCM, '1.27.16', `${GATE}=true`, 'taken'],
  [KCM, '1.33.13', 'DisableCloudProviders=true', 'taken'],
  [KCM, '1.24.17', 'CSIMigrationAWS=true', 'taken'],
  [KCM, '1.27.16', 'CSIMigrationAWS=on', 'taken'],
  [KCM, '1.37.1', 'AllAlpha=true', 'unknown'],
  [KCM, '1.37.1', 'ClusterTrustBundle=false', 'unknown'],
  [CCM, '1.27', 'APIResponseCompression=true', 'taken'],
  [CCM, '1.27', 'CPUManager=true', 'unknown'],
  [CCM, '1.27', 'CSIMigrationAWS=true', /^unrecognized feature gate: CSIMigrationAWS$/],
  [CCM, '1.27', 'DisableCloudProviders=true', 'unknown'],
  // Of another provider: it has the gate as kube-controller-manager does, locked, or does not have it.
  [CCM, '1.32', 'DisableCloudProviders=false', /^cannot set feature gate DisableCloudProviders to false, feature is locked to true$/],
  [CCM, '1.32', 'DisableCloudProviders=true', 'unknown'],
])('%s %s with --feature-gates=%s', (component, release, value, expected) => {
  const version = KubernetesVersion.of(release);
  const line = new CommandLine(component, version, [`--feature-gates=${value}`]);
  const refused = refusedGates(component, version, line).map(({ text }) => text);
  expect(gateDoubts(component, version, line)).toHaveLength(expected === 'unknown' ? 1 : 0);
  expect(refused).toEqual(expected instanceof RegExp ? [expect.stringMatching(expected)] : []);
});

it('an unknown gate is a doubt in words', () => {
  const version = KubernetesVersion.of('1.27.16');
  expect(gateDoubts(KCM, version, new CommandLine(KCM, version, ['--feature-gates=NoSuchGate=true']))).toEqual([
    'whether kube-controller-manager 1.27 starts with the feature gate NoSuchGate=true is not known',
  ]);
});

describe('inTreeSwitch', () => {
  it.each([['1.21', undefined], ['1.28', undefined], ['1.29', 'DisableCloudProviders=false'], ['1.30', 'DisableCloudProviders=false'],
    ['1.31', undefined], ['1.33', undefined]])(
    'of %s is %s', (minor, value) => expect(inTreeSwitch(KubernetesVersion.of(minor))).toBe(value));
});

/** Alpha from 1.31, beta from 1.33, and off by default. */
test.each<[typeof KCM | typeof CCM, string, string, boolean]>([
  [KCM, '1.30.14', 'CoordinatedLeaderElection=true', false],
  [KCM, '1.31.14', 'CoordinatedLeaderElection=true', true],
  [KCM, '1.31.14', 'CoordinatedLeaderElection=false', false],
  [KCM, '1.31.14', 'AllAlpha=true', true],
  [KCM, '1.31.14', 'AllBeta=true', false],
  [KCM, '1.33.13', 'AllBeta=true', true],
  [KCM, '1.33.13', 'AllBeta=true,CoordinatedLeaderElection=false', false],
  [KCM, '1.33.13', 'ContextualLogging=true', false],
  [CCM, '1.33.13', 'CoordinatedLeaderElection=true', false],
])('%s %s with %s leaves to the API server who leads: %s', (component, release, gates, expected) => {
  const version = KubernetesVersion.of(release);
  const doubts = gateDoubts(component, version, new CommandLine(component, version, [`--feature-gates=${gates}`]));
  expect(doubts.filter(text => text.startsWith('with CoordinatedLeaderElection the API server chooses'))).toHaveLength(expected ? 1 : 0);
});
