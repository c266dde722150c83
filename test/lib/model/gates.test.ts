import { CCM, KCM } from '../../../src/lib/kubernetes/component';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { inTreeSwitch } from '../../../src/lib/model/cloud-mode';
import { CommandLine } from '../../../src/lib/model/command-line';
import { apiServerGates, gateDoubts, gateProblem, isGateOn, refusedGates } from '../../../src/lib/model/gates';

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
  // Judged where it is asked for.
  [KCM, '1.21.14', 'DisableCloudProviders=true', 'taken'],
  [KCM, '1.24.17', 'CSIMigrationAWS=true', 'taken'],
  [KCM, '1.27.16', 'CSIMigrationAWS=on', 'taken'],
  [CCM, '1.37', 'AllAlpha=true', 'unknown'],
  [CCM, '1.37', 'APIServerIdentity=false', 'unknown'],
  [KCM, '1.37.1', 'AllAlpha=false', 'taken'],
  [KCM, '1.37.1', 'ClusterTrustBundle=false', /^ClusterTrustBundleProjection is enabled, but depends on ClusterTrustBundle, which is disabled$/],
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

/** The same questions are asked of the released code by conformance/feature-gates.test.ts, for each gate. */
test.each<[string, readonly string[], 'taken' | 'unknown' | RegExp]>([
  // A gate that its release has, and the version that it emulates does not have yet, or has locked otherwise; and one that is locked today alone.
  ['1.36.4', ['--feature-gates=ConstrainedImpersonation=true'], 'taken'],
  ['1.36.4', ['--feature-gates=WorkloadWithJob=true', '--emulated-version=1.35'],
    /^cannot set feature gate WorkloadWithJob to true, 1\.35, which it emulates, does not have it yet$/],
  ['1.36.4', ['--feature-gates=CSIServiceAccountTokenSecrets=false'],
    /^cannot set feature gate CSIServiceAccountTokenSecrets to false, feature is locked to true$/],
  ['1.36.4', ['--feature-gates=CSIServiceAccountTokenSecrets=true'], 'taken'],
  ['1.36.4', ['--feature-gates=CSIServiceAccountTokenSecrets=false', '--emulated-version=1.35'], 'taken'],
  // What a binary says of an older version otherwise than its release did.
  ['1.37.2', ['--feature-gates=KubeProxyIPVS=true', '--emulated-version=1.36'], 'taken'],
  ['1.36.4', ['--feature-gates=TopologyManagerPolicyOptions=false', '--emulated-version=1.34'], /is locked to true$/],
  ['1.34.10', ['--feature-gates=MutatingAdmissionPolicy=true', '--emulated-version=1.31'], /does not have it yet$/],
  // Of a package that is in no generated table.
  ['1.34.10', ['--feature-gates=CRDValidationRatcheting=false'], /is locked to true$/],
  ['1.34.10', ['--feature-gates=CRDValidationRatcheting=false', '--emulated-version=1.32'], 'taken'],
  ['1.35.8', ['--feature-gates=CRDObservedGenerationTracking=true', '--emulated-version=1.34'], /does not have it yet$/],
  ['1.34.10', ['--feature-gates=CRDObservedGenerationTracking=true'], /^unrecognized feature gate: CRDObservedGenerationTracking$/],
  // From this release on no other package registers a gate.
  ['1.31.14', ['--feature-gates=NoSuchGate=true'], /^unrecognized feature gate: NoSuchGate$/],
  ['1.32.0', ['--feature-gates=OrderedNamespaceDeletion=true', '--emulated-version=1.31'], /^unrecognized/],
  ['1.31', ['--feature-gates=OrderedNamespaceDeletion=true'], 'unknown'],
  // Gates that others need.
  ['1.35.8', ['--feature-gates=DRAPrioritizedList=true,DynamicResourceAllocation=false'], /is locked to true$/],
  ['1.37.2', ['--feature-gates=APIServerIdentity=false'], /^UnknownVersionInteroperabilityProxy is enabled, but depends on APIServerIdentity/],
  ['1.37.2', ['--feature-gates=APIServerIdentity=false,UnknownVersionInteroperabilityProxy=false'], 'taken'],
  ['1.37.2', ['--feature-gates=StorageVersionAPI=true,APIServerIdentity=false'],
    /^StorageVersionAPI is enabled, but depends on APIServerIdentity, which is disabled$/],
  ['1.37.2', ['--feature-gates=AllAlpha=true,APIServerIdentity=false'], /StorageVersionAPI is enabled, but depends on APIServerIdentity/],
  ['1.34.10', ['--feature-gates=StorageVersionAPI=true,APIServerIdentity=false'], 'taken'],
  ['1.37.2', ['--feature-gates=DRAFractionalCapacityRange=true,DRAConsumableCapacity=false'], /but depends on DRAConsumableCapacity/],
  ['1.37.2', ['--feature-gates=DRAConsumableCapacity=false'], 'taken'],
  ['1.37.2', ['--feature-gates=DRAConsumableCapacity=false', '--min-compatibility-version=1.37'],
    /^DRAFractionalCapacityRange is enabled, but depends/],
  // Names with a component before them.
  ['1.31.14', ['--feature-gates=kube:APIResponseCompression=true, kube : AllAlpha = false'], 'taken'],
  ['1.31.14', ['--feature-gates=kube:NoSuchGate=true'], /^unrecognized feature gate: NoSuchGate$/],
  ['1.31.14', ['--feature-gates=,kube:APIResponseCompression=true'], 'taken'],
  ['1.31.14', ['--feature-gates=wardle:X=true'], /component not registered: wardle$/],
  ['1.31.14', ['--feature-gates=kube:AllAlpha=false,AllBeta=true'], /some have kube: before them, and others do not$/],
  ['1.30.14', ['--feature-gates=kube:APIResponseCompression=true'], 'unknown'],
])('KCM %s with %s', (release, words, expected) => {
  const version = KubernetesVersion.of(release);
  const line = new CommandLine(KCM, version, words);
  const refused = refusedGates(KCM, version, line).map(({ text }) => text);
  expect(gateDoubts(KCM, version, line).filter(text => text.startsWith('whether'))).toHaveLength(expected === 'unknown' ? 1 : 0);
  expect(refused).toEqual(expected instanceof RegExp ? expect.arrayContaining([expect.stringMatching(expected)]) : []);
  const list = (flag: string) => words.filter(word => word.startsWith(`--${flag}=`)).flatMap(word => word.slice(flag.length + 3).split(','));
  const ofServer = apiServerGates(version, { list }).map(({ text }) => text);
  expect(ofServer).toEqual(release.startsWith('1.30') ? [] : refused);
});

it('finds the gates of kube-controller-manager by their names, with and without kube: before them', () => {
  const on = (release: string, value: string) => {
    const version = KubernetesVersion.of(release);
    return gateProblem(GATE, version, new CommandLine(KCM, version, [`--feature-gates=${value}`]))?.text;
  };
  expect(on('1.31.14', `kube:${GATE}=true`)).toBe(`unrecognized feature gate: ${GATE}`);
  expect(on('1.30.14', `kube:${GATE}=true`)).toBeUndefined();
});

/** k8s.io/apiserver@v0.33.13 pkg/server/options/server_run_options.go Validate. */
test.each<[string | undefined, Record<string, readonly string[]>, readonly string[]]>([
  ['1.36.4', { 'emulation-forward-compatible': ['true'] }, ['--emulation-forward-compatible needs an --emulated-version before its own']],
  ['1.36.4', { 'emulation-forward-compatible': ['true', 'false'] }, []],
  ['1.36.4', { 'runtime-config-emulation-forward-compatible': ['1'], 'emulated-version': ['1.36'] },
    ['--runtime-config-emulation-forward-compatible needs an --emulated-version before its own']],
  ['1.36.4', { 'emulation-forward-compatible': ['true'], 'emulated-version': ['1.35'] }, []],
  ['1.36.4', { 'emulated-version': ['1.32'] }, ['--emulated-version=1.32 is not between 1.33 and 1.36']],
  ['1.30.14', { 'feature-gates': ['NoSuchGate=true'] }, []],
  [undefined, { 'feature-gates': ['NoSuchGate=true'] }, []],
  // It ends where the flag is read.
  ['1.36.4', { 'feature-gates': ['NoSuchGate=on'] }, []],
])('an API server %s with %j', (release, flags, expected) => {
  const version = release === undefined ? undefined : KubernetesVersion.of(release);
  const ends = apiServerGates(version, { list: flag => flags[flag] ?? [] });
  expect(ends.map(({ text }) => text)).toEqual(expected);
  expect(ends.map(({ concern, flags: of }) => [concern, of])).toEqual(expected.map(text => ['command-line', [/^--([a-z-]+)/.exec(text)![1]]]));
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
