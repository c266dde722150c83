import type { NodeComponent } from '../facts/endings';
import { gateFate } from '../facts/endings/gates';
import { isJudgedGate, settingIsFatal } from '../facts/feature-gates';
import { KCM } from '../kubernetes/component';
import { GateSetting, parseGates } from '../kubernetes/feature-gates';
import { goBool } from '../kubernetes/go-values';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/** `--feature-gates` with a gate on: its entry put right where it stands, or appended. What else is there stays, in its order. */
export function withGateOn(gates: string, name: string): string {
  return withEntry(gates, name, `${name}=true`);
}

/** The same with a gate off. */
export function withGateOff(gates: string, name: string): string {
  return withEntry(gates, name, `${name}=false`);
}

function withEntry(gates: string, name: string, entry: string): string {
  const list = parseGates(gates).map(gate => gate.name === name ? entry : gate.text);
  return [...list, ...list.includes(entry) ? [] : [entry]].join(',');
}

/** Whether `--feature-gates` sets a gate to true. */
export function isGateSetOn(gates: string, name: string): boolean {
  return parseGates(gates).some(gate => gate.name === name && gate.on === true);
}

/** Whether `--feature-gates` sets a gate to false. */
export function isGateOff(gates: string, name: string): boolean {
  return parseGates(gates).some(gate => gate.name === name && gate.on === false);
}

/**
 * `--feature-gates` without those that a component of the release ends with: the judged ones, and those that version N takes. Gates that no table
 * knows stay.
 *
 * @param before version N; undefined: not known
 */
export function withoutUnknownGates(gates: string, version: KubernetesVersion, component: NodeComponent = KCM, before?: KubernetesVersion): string {
  const ends = ({ name, on }: GateSetting) => on !== undefined && (isJudgedGate(name) ? settingIsFatal(name, on, version)
    : before !== undefined && gateFate(component, name, on, before, version) !== 'stays');
  return parseGates(gates).filter(gate => !ends(gate)).map(({ text }) => text).join(',');
}

/** As Go reads a boolean, and pflag a flag without a value. */
export function isTrue(value: string): boolean {
  return value === '' || goBool(value) === true;
}
