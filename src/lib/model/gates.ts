import { CommandLine } from './command-line';
import { EndCause } from './end-cause';
import { DISABLE_CLOUD_PROVIDERS_GATE, featureGate, gatesOf, isJudgedGate, LEADER_MIGRATION_GATE, settingIsFatal } from '../facts/feature-gates';
import { gateRows } from '../facts/gate-rows';
import { GateOutcome, gateSetting } from '../facts/gate-settings';
import { ControllerManager, KCM } from '../kubernetes/component';
import { parseGates } from '../kubernetes/feature-gates';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/** `--feature-gates` as `name=value` pairs; the last one of a name wins. */
function written(line: CommandLine): ReadonlyMap<string, boolean | undefined> {
  // Stryker disable next-line ArrayDeclaration: a gate that no caller asks for
  return new Map(line.list('feature-gates', []).flatMap(parseGates).map(({ name, on }) => [name, on]));
}

/** Why this gate on the command line ends the process at start: `unrecognized feature gate: <name>`. */
export function gateProblem(name: string, version: KubernetesVersion, line: CommandLine): EndCause | undefined {
  const gates = written(line);
  if (!gates.has(name)) return undefined;
  const value = gates.get(name);
  if (!featureGate(name, version).exists) return ofGates(unrecognized(name));
  // A value that is no boolean has ended the process when the flag was read.
  return value !== undefined && settingIsFatal(name, value, version) ? ofGates(locked(name, value)) : undefined;
}

/** What is not known of the gates that are set: whether the release has one, or lets it be set without others. */
export function gateDoubts(component: ControllerManager, version: KubernetesVersion, line: CommandLine, awsRelease?: string): readonly string[] {
  const starts = settings(component, version, line, awsRelease).filter(({ becomes }) => becomes === 'unknown')
    .map(({ name, value }) => `whether ${component} ${version.minorVersion} starts with the feature gate ${name}=${value} is not known`);
  if (!isLeaderChosen(component, version, line)) return starts;
  return [...starts, `with ${COORDINATED_GATE} the API server chooses which ${component} leads, by its release, and that is not part of the proof`];
}

const COORDINATED_GATE = 'CoordinatedLeaderElection';

/**
 * Whether its leader is chosen among LeaseCandidates of coordination.k8s.io: k8s.io/kubernetes@v1.31.14 cmd/kube-controller-manager/app/
 * controllermanager.go, v1.37.2; k8s.io/cloud-provider has no such election.
 */
function isLeaderChosen(component: ControllerManager, version: KubernetesVersion, line: CommandLine): boolean {
  if (component !== KCM) return false;
  const [row] = gateRows(COORDINATED_GATE, version, component);
  // Stryker disable next-line ConditionalExpression,StringLiteral: what was not read has neither a stage nor a default
  if (row === undefined || row === 'unread') return false;
  const gates = written(line);
  return gates.get(COORDINATED_GATE) ?? gates.get(GROUPS[row.stage]) ?? row.default;
}

/** Gates that end the process at start: the release does not have them, or has locked them to the other value. */
export function refusedGates(
  component: ControllerManager, version: KubernetesVersion, line: CommandLine, awsRelease?: string,
): readonly EndCause[] {
  const all = settings(component, version, line, awsRelease);
  return all.flatMap(({ name, value, becomes }) => becomes === 'unrecognized' ? [ofGates(unrecognized(name))]
    : becomes === 'locked' ? [ofGates(locked(name, value))] : []);
}

interface Setting {
  readonly name: string;
  readonly value: boolean;
  readonly becomes: GateOutcome | 'unrecognized';
}

/** All but the gates that decide on the migration itself, which are judged where they are asked for. */
function settings(component: ControllerManager, version: KubernetesVersion, line: CommandLine, awsRelease?: string): readonly Setting[] {
  return [...written(line)].flatMap(([name, value]): readonly Setting[] => {
    // Stryker disable next-line ArrayDeclaration: what is no setting is neither refused nor in doubt
    if (value === undefined || name === LEADER_MIGRATION_GATE || (component === KCM && name === DISABLE_CLOUD_PROVIDERS_GATE)) return [];
    const becomes = gateSetting(name, value, component, version);
    if (!isJudgedGate(name)) return [{ name, value, becomes }];
    const known = featureGate(name, version, gatesOf(component, awsRelease));
    return [{ name, value, becomes: !known.exists ? 'unrecognized' : known.locked && known.default !== value ? 'locked' : becomes }];
  });
}

function unrecognized(name: string): string {
  return `unrecognized feature gate: ${name}`;
}

function locked(name: string, value: boolean): string {
  return `cannot set feature gate ${name} to ${value}, feature is locked to ${!value}`;
}

/** A cause that is about a feature gate. */
export function ofGates(text: string): EndCause {
  return { concern: 'feature-gate', text, flags: ['feature-gates'] };
}

/** Groups that stand for all gates of a stage which are not written themselves: k8s.io/component-base@v0.26.15 featuregate/feature_gate.go. */
const GROUPS: Readonly<Record<string, string>> = { Alpha: 'AllAlpha', Beta: 'AllBeta' };

/** Whether a gate that the release has is on. */
export function isGateOn(name: string, version: KubernetesVersion, line: CommandLine): boolean {
  const gates = written(line);
  const { default: byDefault, stage } = featureGate(name, version);
  return gates.get(name) ?? gates.get(GROUPS[stage!]) ?? byDefault!;
}
