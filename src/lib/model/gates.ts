import { CommandLine } from './command-line';
import { effectiveVersion, EffectiveVersion, ListFlags } from './effective-version';
import { EndCause } from './end-cause';
import { effectiveGate, neededGates } from '../facts/emulated-gates';
import { DISABLE_CLOUD_PROVIDERS_GATE, featureGate, gatesOf, isJudgedGate, LEADER_MIGRATION_GATE, settingIsFatal } from '../facts/feature-gates';
import { GateOutcome, gateSetting } from '../facts/gate-settings';
import { Component, ControllerManager, KCM } from '../kubernetes/component';
import { parseGates } from '../kubernetes/feature-gates';
import { goBool } from '../kubernetes/go-values';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/** `--feature-gates` as `name=value` pairs; the last one of a name wins. */
function written(flags: ListFlags, isOfSeveral: boolean): ReadonlyMap<string, boolean | undefined> {
  // Stryker disable next-line ArrayDeclaration: a gate that no caller asks for
  const entries = flags.list('feature-gates', []);
  // Stryker disable next-line Regex: with another name before it the component ends
  const own = isOfSeveral ? entries.map(entry => entry.replace(/^\s*kube\s*:/, '')) : entries;
  return new Map(own.flatMap(parseGates).map(({ name, on }) => [name, on]));
}

/** Those of a command line: from the release on that can be told its version, `kube:` may stand before each. */
function writtenOn(version: KubernetesVersion, line: CommandLine): ReadonlyMap<string, boolean | undefined> {
  return written(line, effectiveVersion(line.component, version, line) !== undefined);
}

/** Why this gate on the command line ends the process at start: `unrecognized feature gate: <name>`. */
export function gateProblem(name: string, version: KubernetesVersion, line: CommandLine): EndCause | undefined {
  const gates = writtenOn(version, line);
  if (!gates.has(name)) return undefined;
  const value = gates.get(name);
  if (!featureGate(name, version).exists) return ofGates(unrecognized(name));
  // A value that is no boolean has ended the process when the flag was read.
  return value !== undefined && settingIsFatal(name, value, version) ? ofGates(locked(name, value)) : undefined;
}

/** What is not known of the gates that are set: whether the release has one, or lets it be set without others. */
export function gateDoubts(component: ControllerManager, version: KubernetesVersion, line: CommandLine, awsRelease?: string): readonly string[] {
  const effective = effectiveVersion(component, version, line);
  const unknown = effective === undefined
    ? settings(component, version, line, awsRelease).filter(({ becomes }) => becomes === 'unknown').map(({ name, value }) => [name, value] as const)
    : new VersionedGates(component, version, line, effective).unknown();
  const starts = unknown
    .map(([name, value]) => `whether ${component} ${version.minorVersion} starts with the feature gate ${name}=${value} is not known`);
  if (!isLeaderChosen(component, version, line)) return starts;
  return [...starts, `with ${COORDINATED_GATE} the API server chooses which ${component} leads, by its release, and that is not part of the proof`];
}

const COORDINATED_GATE = 'CoordinatedLeaderElection';

/**
 * Whether its leader is chosen among LeaseCandidates of coordination.k8s.io: k8s.io/kubernetes@v1.31.14 cmd/kube-controller-manager/app/
 * controllermanager.go, v1.37.2; k8s.io/cloud-provider has no such election.
 */
function isLeaderChosen(component: ControllerManager, version: KubernetesVersion, line: CommandLine): boolean {
  const effective = effectiveVersion(component, version, line);
  return effective !== undefined && new VersionedGates(component, version, line, effective).isOn(COORDINATED_GATE);
}

/** Gates that end the process at start: the release does not have them, or has locked them to the other value. */
export function refusedGates(
  component: ControllerManager, version: KubernetesVersion, line: CommandLine, awsRelease?: string,
): readonly EndCause[] {
  const effective = effectiveVersion(component, version, line);
  if (effective !== undefined) return new VersionedGates(component, version, line, effective).problems(...JUDGED_ELSEWHERE);
  const all = settings(component, version, line, awsRelease);
  return all.flatMap(({ name, value, becomes }) => becomes === 'unrecognized' ? [ofGates(unrecognized(name))]
    : becomes === 'locked' ? [ofGates(locked(name, value))] : []);
}

/** Gates of kube-controller-manager that decide on the migration itself, which are judged where they are asked for. */
const JUDGED_ELSEWHERE: readonly string[] = [LEADER_MIGRATION_GATE, DISABLE_CLOUD_PROVIDERS_GATE];

/** Why the versions that an API server is told to be of, and its feature gates, end it; of releases before 1.31 nothing is said. */
export function apiServerGates(version: KubernetesVersion | undefined, flags: ListFlags): readonly EndCause[] {
  const effective = effectiveVersion('kube-apiserver', version, flags);
  if (effective === undefined) return [];
  const own = version!;
  // Stryker disable next-line ArrayDeclaration: what is not given is not true
  const isOn = (flag: string) => flags.list(flag, []).map(value => goBool(value)).at(-1) === true;
  const forward = effective.emulated !== own._facts.minor ? [] : FORWARD.filter(isOn);
  return [
    ...effective.problems,
    ...forward.map((flag): EndCause => ({ concern: 'command-line', text: `--${flag} needs an --emulated-version before its own`, flags: [flag] })),
    ...new VersionedGates('kube-apiserver', own, flags, effective).problems(),
  ];
}

/** k8s.io/apiserver@v0.33.0 and v0.37.2 pkg/server/options/server_run_options.go Validate: with them it serves newer APIs too. */
const FORWARD = ['emulation-forward-compatible', 'runtime-config-emulation-forward-compatible'];

/** The gates of a control-plane component that can be told its version: k8s.io/component-base@v0.37.2 featuregate/feature_gate.go. */
class VersionedGates {
  private readonly gates: ReadonlyMap<string, boolean | undefined>;

  public constructor(
    private readonly component: Component, private readonly version: KubernetesVersion, private readonly flags: ListFlags,
    private readonly effective: EffectiveVersion,
  ) {
    this.gates = written(flags, true);
  }

  /** Gates of which it is not known whether the release takes them. */
  public unknown(): readonly (readonly [string, boolean])[] {
    return this.set().filter(([name]) => this.gate(name) === 'unread');
  }

  public isOn(name: string): boolean {
    const known = this.gate(name);
    // Stryker disable next-line all: gates that are asked for are in each release that can be told its version
    if (known === undefined || known === 'unread') return false;
    return this.gates.get(name) ?? this.gates.get(GROUPS[known.stage]) ?? known.default;
  }

  /** @param except gates that are not looked at */
  public problems(...except: readonly string[]): readonly EndCause[] {
    // Stryker disable next-line ArrayDeclaration: an entry that has no component before it
    const entries = this.flags.list('feature-gates', []).filter(entry => entry !== '');
    const prefixes = entries.map(entry => entry.includes(':') ? entry.split(':')[0].trim() : '');
    const other = prefixes.find(prefix => prefix !== '' && prefix !== 'kube');
    if (other !== undefined) return [ofGates(`--feature-gates: component not registered: ${other}`)];
    if (new Set(prefixes).size > 1) return [ofGates('--feature-gates: some have kube: before them, and others do not')];
    const refused = this.set().filter(([name]) => !except.includes(name)).flatMap(([name, value]) => this.refused(name, value));
    // Stryker disable next-line ConditionalExpression: what is on by default goes together
    return refused.length > 0 || this.gates.size === 0 ? refused : this.withoutNeeded();
  }

  private set(): readonly (readonly [string, boolean])[] {
    return [...this.gates].flatMap(([name, value]) => value === undefined || Object.values(GROUPS).includes(name) ? [] : [[name, value] as const]);
  }

  private gate(name: string): ReturnType<typeof effectiveGate> {
    return effectiveGate(name, this.version, this.effective, this.component);
  }

  private refused(name: string, value: boolean): readonly EndCause[] {
    const known = this.gate(name);
    // Stryker disable next-line all: what was not read has neither a stage nor a lock
    if (known === 'unread') return [];
    if (known === undefined) return [ofGates(unrecognized(name))];
    if (known.stage !== 'PreAlpha') return known.locked && known.default !== value ? [ofGates(locked(name, value))] : [];
    return [ofGates(`cannot set feature gate ${name} to ${value}, 1.${this.effective.emulated}, which it emulates, does not have it yet`)];
  }

  private withoutNeeded(): readonly EndCause[] {
    return neededGates(this.version).filter(([needed, by]) => this.isOn(by) && !this.isOn(needed))
      .map(([needed, by]) => ofGates(`${by} is enabled, but depends on ${needed}, which is disabled`));
  }
}

interface Setting {
  readonly name: string;
  readonly value: boolean;
  readonly becomes: GateOutcome | 'unrecognized';
}

/** All but the gates that decide on the migration itself. */
function settings(component: ControllerManager, version: KubernetesVersion, line: CommandLine, awsRelease?: string): readonly Setting[] {
  return [...written(line, false)].flatMap(([name, value]): readonly Setting[] => {
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
  const gates = writtenOn(version, line);
  const { default: byDefault, stage } = featureGate(name, version);
  return gates.get(name) ?? gates.get(GROUPS[stage!]) ?? byDefault!;
}
