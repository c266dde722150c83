import { breaches, refuseBreaches } from './breaches';
import { MIGRATED_CONTROLLERS } from './component-changes';
import { StrategyKind } from './migration-strategy';
import { clusterBeforeAll } from './processes';
import type { SettledPhase } from './settled-migration';
import { distinct } from '../model/behaviour';
import { Cluster, NodeKind, Workload } from '../model/cluster';
import { judge, Verdict } from '../proof/verdict';

/** One thing that was proven, or not: a phase, or the step into it. */
export interface PhaseProof {
  /** `phase 'mixed'`, `the step from 'n' to 'mixed'`. */
  readonly subject: string;
  readonly verdict: Verdict;
}

/**
 * Checks what a phase consists of, in every mix of its nodes, and everything that exists at once on the way into it from the phase before. The
 * command lines are those that the phase writes; reading the written files back is the business of `verify`.
 */
export function provePhase(phase: SettledPhase): readonly PhaseProof[] {
  const { model, cluster } = phase;
  // In a downtime nothing of two phases exists at once.
  const before = model.strategy === StrategyKind.DOWNTIME ? undefined : model.before(phase.phase);
  const clusterBefore = before === undefined ? clusterBeforeAll(phase) : model.phase(before).cluster;
  const verdict = judge(cluster);
  const proof = { subject: `phase '${phase.phase}'`, verdict };
  if (clusterBefore === undefined) return [proof];
  const declaredGaps = gapsOf(model.strategy);
  const addsNothing = declaredGaps.length === 0 && isPartOf(clusterBefore, cluster);
  return [proof, {
    subject: `the step from '${before ?? 'not-started'}' to '${phase.phase}'`,
    verdict: addsNothing ? verdict : judge({ ...together(clusterBefore, cluster), declaredGaps }),
  }];
}

/** Whether all that runs in one phase is there in the other too, so that both at once are the other. */
function isPartOf(part: Cluster, whole: Cluster): boolean {
  const has = (kind: NodeKind) => {
    const same = whole.kinds.find(({ name }) => name === kind.name);
    return same !== undefined && kind.external === same.external && kind.processes.every(process => same.processes.includes(process));
  };
  return part.kinds.every(has) && part.workloads.every(workload => whole.workloads.includes(workload));
}

/** What the strategy leaves without a runner on the way: until the last node of version N is gone, no cloud-controller-manager may start. */
function gapsOf(strategy: StrategyKind): readonly string[] {
  return strategy === StrategyKind.CONTROLLERS_OFF_THEN_ON ? [...MIGRATED_CONTROLLERS, 'cloud-node'] : [];
}

/**
 * @throws with every counter-example if a controller could run twice or nowhere
 */
export function verifyPhase(phase: Pick<SettledPhase, 'phase'> & { readonly proof: readonly PhaseProof[] }): void {
  refuseBreaches(`phase '${phase.phase}'`, phase.proof.flatMap(({ subject, verdict }) => breaches(verdict).map(breach => `${subject}: ${breach}`)));
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
