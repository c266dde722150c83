import { CertifiedLiveness, CertifiedReason } from './certificate';
import { grouped } from '../../kubernetes/once-for';
import { Cluster, Demand, isFor, mixOf } from '../../model/cluster';
import { disjoint, union } from '../../model/lock';
import { controllerIn, Process } from '../../model/process';
import { requirements } from '../../proof/liveness';

/**
 * Why each controller is run, for all mixes together. No main lock is a migration lock (`migration-lock-is-main-lock` refuses it), so locks have two
 * ranks, and a process that holds one waits only for one of the higher rank, whose holder waits for none. Where a process is, its main lock is held:
 * by it, or by another that shares it. If each of these runs the controller under its main lock, or under its migration lock, and so does each that
 * can hold that one in its place, then the controller is run in every choice of holders, with any number of each.
 */
export function certifiedLiveness(cluster: Cluster, processes: readonly Process[], ids: ReadonlyMap<Process, string>): CertifiedLiveness {
  const locks = (of: (process: Process) => ReadonlySet<string> | undefined) =>
    [...union(...processes.filter(isStarted).map(process => of(process) ?? new Set<string>()))].sort();
  return {
    ranking: [locks(({ mainLock }) => mainLock), locks(({ migrationLock }) => migrationLock)],
    controllers: Object.fromEntries([...grouped(reasonsOf(cluster), ({ demand }) => demand.controller)].map(([controller, some]) =>
      [controller, some.flatMap(({ demand, found }) => found.map(reason => certified(demand, reason, processes, ids)))])),
  };
}

/** Controllers of which that cannot be said: they are run by one process or another, and in no mix because of the locks of one. */
export function withoutReason(cluster: Cluster): readonly string[] {
  return reasonsOf(cluster).filter(({ isComplete }) => !isComplete).map(({ demand }) => demand.controller);
}

function reasonsOf(cluster: Cluster): readonly Reasons[] {
  const requiredIn = requirements(cluster);
  const names = cluster.kinds.map(({ name }) => name);
  // What has to run in a mix has to run in one of its kinds, too.
  const starts = (names.length === 0 ? [[]] : names.map(name => [name])).map(kinds => ({ kinds, required: requiredIn(mixOf(cluster, kinds)) }));
  return [...new Set(starts.flatMap(({ required }) => required))].map(demand =>
    new Reasons(cluster, demand, starts.filter(({ required }) => required.includes(demand)).map(({ kinds }) => kinds)));
}

/** In each mix that has some kinds, and none of some others, one of the runners runs the controller, because of the locks of one process. */
interface Reason {
  readonly kinds: readonly string[];
  readonly unless: readonly string[];
  readonly process: Process;
  readonly runners: ReadonlySet<Process>;
}

/** Why one controller is run. */
class Reasons {
  public readonly found: Reason[] = [];
  public readonly isComplete: boolean;

  /** @param starts it has to run in each mix that has one of these */
  public constructor(private readonly cluster: Cluster, public readonly demand: Demand, starts: readonly (readonly string[])[]) {
    for (const kinds of starts) this.cover(kinds);
    this.isComplete = starts.every(kinds => this.isCovered(kinds));
  }

  /** Finds what is missing for the mixes that have these kinds; where there is no reason for one, none is found. */
  private cover(kinds: readonly string[]): void {
    if (this.isCovered(kinds)) return;
    const [reason] = this.startedIn(kinds).flatMap(process => this.reasonOf(process, kinds) ?? [])
      .sort((one, other) => one.unless.length - other.unless.length);
    if (reason === undefined) return;
    this.found.push(reason);
    for (const kind of reason.unless) this.cover([...kinds, kind]);
  }

  private isCovered(kinds: readonly string[]): boolean {
    return this.found.some(one => one.kinds.every(kind => kinds.includes(kind)) && !one.unless.some(kind => kinds.includes(kind))
      && one.unless.every(kind => this.isCovered([...kinds, kind])));
  }

  /** With as few kinds that do not fit as can be. */
  private reasonOf(process: Process, kinds: readonly string[]): Reason | undefined {
    if (this.runnersFor(process, kinds) === undefined) return undefined;
    const unless: string[] = [];
    let fitting = kinds;
    for (const { name } of this.cluster.kinds.filter(kind => !kinds.includes(kind.name))) {
      if (this.runnersFor(process, [...fitting, name]) === undefined) unless.push(name);
      else fitting = [...fitting, name];
    }
    return { kinds, unless, process, runners: this.runnersFor(process, fitting)! };
  }

  /** Who can hold the locks for which the process waits; none: one of them does not run the controller. */
  private runnersFor(process: Process, kinds: readonly string[]): ReadonlySet<Process> | undefined {
    const there = this.startedIn(kinds);
    const sharing = there.filter(one => one === process || !disjoint(one.mainLock, process.mainLock));
    const holders = new Set(sharing.flatMap(one => [one, ...this.isUnderMigration(one) ? there.filter(other => canHoldFor(one, other)) : []]));
    return [...holders].every(one => this.runsIn(one)) ? holders : undefined;
  }

  private startedIn(kinds: readonly string[]): readonly Process[] {
    return mixOf(this.cluster, kinds).processes.filter(isStarted);
  }

  private runsIn(process: Process): boolean {
    if (process.fate.kind !== 'runs' || !isFor(process, this.demand)) return false;
    return controllerIn(process, this.demand.controller).under === 'main' || this.isUnderMigration(process);
  }

  private isUnderMigration(process: Process): boolean {
    return process.migrationLock !== undefined && controllerIn(process, this.demand.controller).under === 'migration';
  }
}

function isStarted({ fate }: Process): boolean {
  return fate.kind !== 'fails-at-start';
}

/** Whether another one can hold the migration lock while this one holds its main lock. */
function canHoldFor({ mainLock, migrationLock }: Process, other: Process): boolean {
  return other.migrationLock !== undefined && other.fate.kind !== 'dies-after-main-lock' && !disjoint(other.migrationLock, migrationLock!)
    && disjoint(other.mainLock, mainLock);
}

function certified(
  { cloud = null }: { readonly cloud?: string | null }, reason: Reason, processes: readonly Process[], ids: ReadonlyMap<Process, string>,
): CertifiedReason {
  const { kinds, unless, process, runners } = reason;
  return { cloud, kinds, unless, process: ids.get(process)!, runners: processes.filter(one => runners.has(one)).map(one => ids.get(one)!) };
}
