import { CommandLine } from './command-line';
import { EndCause } from './end-cause';
import { featureGate, settingIsFatal } from '../facts/feature-gates';
import { parseGates } from '../kubernetes/feature-gates';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/** `--feature-gates` as `name=value` pairs; the last one of a name wins. Only gates that a fact table knows can be judged. */
function written(line: CommandLine): ReadonlyMap<string, boolean | undefined> {
  // Stryker disable next-line ArrayDeclaration: a gate that nobody asks for
  return new Map(line.list('feature-gates', []).flatMap(parseGates).map(({ name, on }) => [name, on]));
}

/** Why this gate on the command line ends the process at start: `unrecognized feature gate: <name>`. */
export function gateProblem(name: string, version: KubernetesVersion, line: CommandLine): EndCause | undefined {
  const gates = written(line);
  if (!gates.has(name)) return undefined;
  const value = gates.get(name);
  if (!featureGate(name, version).exists) return ofGates(`unrecognized feature gate: ${name}`);
  // A value that is no boolean has ended the process when the flag was read.
  return value !== undefined && settingIsFatal(name, value, version) ? ofGates(`cannot set feature gate ${name} to ${value}, feature is locked to `
    + `${!value}`) : undefined;
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
