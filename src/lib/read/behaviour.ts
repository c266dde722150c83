import { Process } from '../model/process';

// A process is a value that never changes, and a proof compares the same ones over and over.
const behaviours = new WeakMap<Process, string>();

/**
 * All that the checks look at, as a text: two processes with the same one are one in the model.
 *
 * @param withVersion whether two releases that do the same are told apart: a counter-example names the release
 */
export function behaviourOf(process: Process, withVersion: boolean = true): string {
  if (!withVersion) return describe({ ...process, fate: { ...process.fate, cause: undefined } }, '');
  const known = behaviours.get(process);
  if (known !== undefined) return known;
  const text = describe(process, process.version.toString());
  behaviours.set(process, text);
  return text;
}

function describe(process: Process, version: string): string {
  const { component, replication, mainLock, migrationLock, migration, controllers, fate, durations, external } = process;
  return JSON.stringify([
    component, version, replication, [...mainLock], [...migrationLock ?? []], migration?.leaderName, [...migration?.listed ?? []],
    [...controllers], fate, durations, external,
  ]);
}
