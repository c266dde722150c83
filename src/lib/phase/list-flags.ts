import { FEATURE_GATES, settingIsFatal } from '../facts/feature-gates';
import { KubernetesVersion } from '../kubernetes-version';

/** A comma-separated flag value with entries added that it does not have; what is there stays, in its order. */
export function appendToList(value: string, entries: readonly string[]): string {
  const list = value.split(',').filter(entry => entry !== '');
  return [...list, ...entries.filter(entry => !list.includes(entry))].join(',');
}

/** `--feature-gates` without those of our table that the release refuses. Gates that the table does not know stay. */
export function withoutUnknownGates(gates: string, version: KubernetesVersion): string {
  return gates.split(',').filter(entry => {
    const [name, value] = entry.split('=');
    return !FEATURE_GATES.has(name) || !settingIsFatal(name, value?.trim().toLowerCase() === 'true', version);
  }).join(',');
}
