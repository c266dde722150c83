import { braces, CounterExample, describedProcess, who } from './counterexample';
import { DEFAULT_LOCK_KIND, LOCK_NAMESPACE, RESERVED_LOCK_NAMES } from '../facts/locks';
import { disjoint, LockSet, lockSet } from '../model/lock';
import { Process } from '../model/process';

/**
 * Migration locks that are some component's main lock. Two processes whose names are crossed wait for each other for ever, and one that is named
 * after the scheduler's lock keeps the scheduler out, so every such name is refused, whether or not this input shows the harm.
 */
export function crossedLocks(processes: readonly Process[]): readonly CounterExample[] {
  const reserved = RESERVED_LOCK_NAMES.map(name => lockSet(DEFAULT_LOCK_KIND, LOCK_NAMESPACE, name));
  return processes.flatMap(process => {
    const lock = process.migrationLock;
    if (!lock) return [];
    const owner = processes.find(other => !disjoint(lock, other.mainLock));
    return owner || reserved.some(main => !disjoint(lock, main)) ? [story(process, lock, owner)] : [];
  });
}

function story(process: Process, lock: LockSet, owner: Process | undefined): CounterExample {
  const whose = owner ? `the main lock of ${who(owner)}` : 'the main lock of a control plane component';
  const message = `${who(process)} uses ${braces(lock)} as its migration lock, which is ${whose}: its holder keeps the other from ever starting`;
  return {
    controller: 'all controllers of the migration',
    processes: [...new Set([process, owner ?? process])].map(one => describedProcess(one, one.mainLock)),
    message,
    story: [message],
    fix: 'Choose another leaderName, for example cloud-provider-extraction-migration.',
    culprit: process,
  };
}
