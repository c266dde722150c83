import { breaches, refuseBreaches } from './breaches';
import { MIGRATED_CONTROLLERS } from './component-changes';
import { Migration } from './migration';
import { MigrationPhase } from './migration-phase';
import { MigrationStrategy } from './migration-strategy';
import { clusterBeforeAll, clusterOf } from './phase-cluster';
import { judged } from './proof-memory';
import { Cluster, Workload } from '../model/cluster';
import { Verdict } from '../proof/verdict';
import { distinct } from '../read/safety-cluster';

/** One thing that was proven, or not: a phase, or the step into it. */
export interface PhaseProof {
  /** `phase 'mixed'`, `the step from 'n' to 'mixed'`. */
  readonly subject: string;
  readonly verdict: Verdict;
}

/**
 * Checks what a phase consists of, in every mix of its nodes, and everything that exists at once on the way into it from the phase before. The command lines are
 * those that the phase writes; reading the written files back is the business of `verify`.
 */
export function provePhase(migration: Migration, phase: MigrationPhase): readonly PhaseProof[] {
  const own = clusterOf(migration, phase);
  const before = previous(migration, phase);
  const gaps = gapsOf(migration);
  const clusterBefore = before === undefined ? clusterBeforeAll(migration, phase) : clusterOf(migration, before);
  return [
    { subject: `phase '${phase}'`, verdict: judged([own], [], () => own) },
    ...clusterBefore === undefined ? [] : [{
      subject: `the step from '${before ?? 'not-started'}' to '${phase}'`,
      verdict: judged([clusterBefore, own], gaps, () => ({ ...together(clusterBefore, own), declaredGaps: gaps })),
    }],
  ];
}

/** What the strategy leaves without a runner on the way: until the last node of version N is gone, no cloud-controller-manager may start. */
function gapsOf({ strategy }: Migration): readonly string[] {
  return strategy === MigrationStrategy.CONTROLLERS_OFF_THEN_ON ? [...MIGRATED_CONTROLLERS, 'cloud-node'] : [];
}

/**
 * @throws with every counter-example if a controller could run twice or nowhere
 */
export function verifyPhase(migration: Migration, phase: MigrationPhase): void {
  refuseBreaches(`phase '${phase}'`, provePhase(migration, phase).flatMap(({ subject, verdict }) => breaches(verdict).map(breach => `${subject}: ${breach}`)));
}

/** The phase that comes before, if its processes and those of this phase can exist at once. With `downtime` nothing runs in between. */
export function previous(migration: Migration, phase: MigrationPhase): MigrationPhase | undefined {
  if (!migration.options.fromVersion || migration.strategy === MigrationStrategy.DOWNTIME) return undefined;
  const order = Object.values(MigrationPhase);
  return order[order.indexOf(phase) - 1];
}

/** Everything of two phases at once: what exists while one is replaced by the other. */
function together(a: Cluster, b: Cluster): Cluster {
  const names = [...new Set([...a.kinds, ...b.kinds].map(({ name }) => name))];
  return {
    kinds: names.map(name => {
      const [first, ...rest] = [...a.kinds, ...b.kinds].filter(kind => kind.name === name);
      return { ...first, processes: distinct([first, ...rest].flatMap(({ processes }) => processes)) };
    }),
    workloads: uniqueWorkloads([...a.workloads, ...b.workloads]),
  };
}

function uniqueWorkloads(workloads: readonly Workload[]): readonly Workload[] {
  const unlike = distinct(workloads.map(({ process }) => process));
  return unlike.map(process => {
    const places = workloads.filter(workload => distinct([process, workload.process]).length === 1).map(({ onlyOn }) => onlyOn);
    return { process, onlyOn: places.includes(undefined) ? undefined : [...new Set(places.flatMap(names => names ?? []))] };
  });
}
