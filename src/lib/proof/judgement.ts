import { CounterExample } from './counterexample';
import { judgeWithinLimits, PromiseKept, Verdict } from './verdict';
import { logicalController } from '../facts/controllers';
import { isEverInKcm } from '../facts/kcm-controllers';
import { ControllerManager, KCM } from '../kubernetes/component';
import { Cluster } from '../model/cluster';
import { OTHER_CONTROLLERS } from '../model/controller-state';
import { areOutside } from '../model/end-cause';

/** What can be said about a promise. `unknown`: what is not known decides. */
export type Answer = 'holds' | 'broken' | 'unknown';

/** What is certain about one promise. */
export interface Judgement {
  readonly answer: Answer;
  /** Of a broken one: how, for the first possibility. */
  readonly counterexamples: readonly CounterExample[];
  /** Of an unknown one: how it breaks for some value, if it does without anything that was not read. */
  readonly possible?: CounterExample;
}

/** Both promises. */
export interface Judgements {
  readonly exclusivity: Judgement;
  readonly liveness: Judgement;
}

/** A cluster that the input can stand for. */
export interface Possibility {
  readonly cluster: Cluster;
  /** One that is not keeps a promise from being certain to hold, and does not keep it from being certain to be broken. */
  readonly isLikely: boolean;
  /**
   * Whether some process of it does not run, for a reason that its command line does not say. What keeps it from running can be gone in the next
   * moment: liveness is judged by this, and exclusivity by the cluster in which it runs.
   */
  readonly isStopped?: boolean;
  /** Whether some process runs in it that the input says does not: it keeps liveness from being certain to hold, and makes it no less broken. */
  readonly isContradicted?: boolean;
}

/**
 * Judges every cluster that the input can stand for. A verdict that all of them share is the verdict, unless something was not read at all: that may
 * add a process. A new process takes no overlap away, so what is broken stays so; and it can end a starvation only if it can run the controller.
 *
 * @param possibilities at least one, of which one is likely and nothing of it is stopped, and one is likely and nothing of it contradicted
 * @param unread components that something which was not read may run
 * @param isBlocked whether something that is no controller manager may keep one from running
 */
export function judgeEvery(
  possibilities: Iterable<Possibility>, unread: readonly ControllerManager[], isBlocked: boolean = false,
): Judgements & { readonly verdict: Verdict } {
  let [running, live]: (Verdict | undefined)[] = [];
  const exclusivity = new Tally();
  const liveness = new Tally();
  for (const { cluster, isLikely, isStopped = false, isContradicted = false } of possibilities) {
    const one = judgeWithinLimits(cluster);
    const { holds, counterexamples } = one.liveness;
    const isLive = isLikely && !isContradicted;
    if (isLikely && !isStopped) running ??= one;
    if (isLive) live ??= one;
    if (!isStopped) exclusivity.add(isLikely, one.exclusivity, one.exclusivity.counterexamples);
    const isEveryMix = one.beyondLimits === undefined;
    liveness.add(isLive, { holds: holds && isEveryMix, counterexamples }, counterexamples.filter(example => isCertain(example, unread)));
    if (exclusivity.isMixed && liveness.isMixed) break;
  }
  return {
    exclusivity: exclusivity.judgement(unread.length > 0),
    liveness: liveness.judgement(unread.length > 0 || isBlocked),
    verdict: { ...running!, liveness: live!.liveness, declaredGaps: live!.declaredGaps },
  };
}

/** What is said of a promise that holds but for something that is not known. */
export function leftOpen(judgement: Judgement): Judgement {
  return judgement.answer === 'holds' ? { answer: 'unknown', counterexamples: [] } : judgement;
}

/** Counts what is certain over all possibilities. */
class Tally {
  /** Of the first that is likely. */
  private first?: readonly CounterExample[];
  private example?: CounterExample;
  private mayHold = false;
  private mayBreak = false;

  public add(isLikely: boolean, { holds, counterexamples }: PromiseKept, certain: readonly CounterExample[]): void {
    if (isLikely) this.first ??= certain;
    if (isLikely && certain.length === 0) this.mayHold = true;
    if (!holds) this.mayBreak = true;
    this.example ??= counterexamples[0];
  }

  public get isMixed(): boolean {
    return this.mayHold && this.mayBreak;
  }

  public judgement(isOpen: boolean): Judgement {
    if (!this.mayHold && this.first) return { answer: 'broken', counterexamples: this.first };
    if (!this.mayBreak && !isOpen) return { answer: 'holds', counterexamples: [] };
    return { answer: 'unknown', counterexamples: [], possible: this.example };
  }
}

/**
 * Whether no other process can end the starvation: none has the controller, or it begins with a process that ends itself and never runs on.
 * What keeps a process from running can be in what was not read.
 */
function isCertain(example: CounterExample, unread: readonly ControllerManager[]): boolean {
  const { culprit } = example;
  const ends = culprit !== undefined && culprit.fate.kind !== 'runs' && !areOutside(culprit.fate.causes);
  return ends || !unread.some(component => canRun(component, example.controller));
}

/** Whether a component has the controller in some release. */
function canRun(component: ControllerManager, controller: string): boolean {
  if (component === KCM) return controller === OTHER_CONTROLLERS || isEverInKcm(controller);
  return controller !== OTHER_CONTROLLERS && (logicalController(controller) !== undefined || !isEverInKcm(controller));
}
