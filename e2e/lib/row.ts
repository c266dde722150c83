import { Result } from './scenario';
import { Span } from './timeline';

/** What is kept of a scenario: what a person reads of it, and how long its gaps were. */
export interface Row {
  readonly scenario: string;
  readonly title: string;
  readonly strategy: string;
  /** What ran, see `thisCommit`. */
  readonly commit: string;
  readonly seconds: number;
  /** Controllers that `ccm-migration verify` names. */
  readonly predicted?: { readonly overlapping: readonly string[]; readonly starving: readonly string[] };
  /** Longest gap by what the plan printed; none where the gap is declared. */
  readonly gapSeconds?: number;
  readonly seen?: Seen;
  readonly problems: readonly string[];
}

/** What was seen, with lengths in seconds. */
export interface Seen {
  readonly overlapping: readonly string[];
  readonly starving: readonly string[];
  readonly handovers: number;
  readonly gaps: readonly number[];
  /** How long the steps took, in each of its times, whose gap the plan declares; rows of before this was kept have none. */
  readonly declared?: readonly number[];
  readonly afterWaking: number;
  readonly contested: number;
  readonly duplicates: number;
}

export function rowOf({ scenario, strategy, seconds, predicted, gapSeconds, outcome, problems }: Result, commit: string): Row {
  return {
    scenario: scenario.name,
    title: scenario.title,
    strategy,
    commit,
    seconds: Math.round(seconds),
    predicted: predicted && { overlapping: names(predicted.overlapping), starving: names(predicted.starving) },
    gapSeconds,
    seen: outcome && {
      overlapping: names(outcome.overlaps.map(({ controller }) => controller)),
      starving: names(outcome.starving),
      handovers: outcome.handovers,
      gaps: outcome.gaps.map(length),
      declared: outcome.declared.map(length),
      afterWaking: Math.max(0, ...outcome.afterWaking.map(length)),
      contested: outcome.contested.length,
      duplicates: outcome.duplicates.length,
    },
    problems,
  };
}

function names(controllers: readonly string[]): readonly string[] {
  return [...new Set(controllers)].sort();
}

/** Tenths of a second: what the page shows. */
function length({ from, to }: Span): number {
  return Math.round((to - from) / 100) / 10;
}
