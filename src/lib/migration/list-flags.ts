import { isJudgedGate, settingIsFatal } from '../facts/feature-gates';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/** A comma-separated flag value with entries added that it does not have; what is there stays, in its order. */
export function appendToList(value: string, entries: readonly string[]): string {
  const list = value.split(',').filter(entry => entry !== '');
  return [...list, ...entries.filter(entry => !list.includes(entry))].join(',');
}

/** `--feature-gates` with a gate on: its entry put right where it stands, or appended. */
export function withGateOn(gates: string, name: string): string {
  const list = gates.split(',').filter(entry => entry !== '');
  return appendToList(list.map(entry => gateOf(entry).name === name ? `${name}=true` : entry).join(','), [`${name}=true`]);
}

/** Whether `--feature-gates` sets a gate to false. */
export function isGateOff(gates: string, name: string): boolean {
  return gates.split(',').map(gateOf).some(gate => gate.name === name && !gate.on);
}

/** `--feature-gates` without those of our table that the release refuses. Gates that the table does not know stay. */
export function withoutUnknownGates(gates: string, version: KubernetesVersion): string {
  return gates.split(',').filter(entry => {
    const { name, on } = gateOf(entry);
    return !isJudgedGate(name) || !settingIsFatal(name, on, version);
  }).join(',');
}

/** Spaces are cut off, as k8s.io/component-base featuregate Set does. */
function gateOf(entry: string): { readonly name: string; readonly on: boolean } {
  const [name, value = ''] = entry.split('=');
  return { name: name.trim(), on: isTrue(value.trim()) };
}

/** As Go reads a boolean, and pflag a flag without a value. */
export function isTrue(value: string): boolean {
  return ['1', 't', 'true', ''].includes(value.toLowerCase());
}
