import { Process } from './process';
import { firstOfEach } from '../kubernetes/once-for';

/** What processes do as texts, each made once: a proof compares the same processes over and over. */
export class Behaviours {
  private readonly known = new Map<Process, string>();

  public of(process: Process): string {
    const known = this.known.get(process);
    if (known !== undefined) return known;
    const text = behaviourOf(process);
    this.known.set(process, text);
    return text;
  }
}

/**
 * All that the checks look at, as a text: two processes with the same one are one in the model.
 *
 * @param withVersion whether two releases that do the same are told apart: a counter-example names the release
 */
export function behaviourOf(process: Process, withVersion: boolean = true): string {
  const { component, replication, mainLock, migrationLock, migration, controllers, fate, durations, external, cloud } = process;
  const said = withVersion ? [process.version.toString(), fate] : [fate.kind, fate.startsControllers];
  return JSON.stringify([
    component, said, replication, [...mainLock], migrationLock && [...migrationLock], migration && [migration.leaderName, ...migration.listed],
    [...controllers], durations, external, cloud,
  ]);
}

/** One of each behaviour: a hundred nodes that do the same are one process in the model. */
export function distinct(processes: readonly Process[], behaviours: Behaviours = new Behaviours()): readonly Process[] {
  return firstOfEach(processes, process => behaviours.of(process));
}
