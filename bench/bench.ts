import { Curve } from './plot';

/** One figure: against a peer or a lower bound measured in the same run, or a growth. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  /** Largest value that is good. */
  readonly atMost: number;
  /** A ratio, or the exponent with which something grows: 1 is linear. */
  readonly unit: 'ratio' | 'exponent';
  /** What was measured against what. */
  readonly about: string;
  /** What it is made of, for a picture. */
  readonly curves?: readonly Curve[];
}

/** A benchmark: measures and returns its figures. */
export type Bench = () => Figure[] | Promise<Figure[]>;

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

/** Median of the ratios of pairs of runs, one right after the other, so that a machine that drifts does not decide. */
export function pairedRatio(pairs: number, ours: () => number, theirs: () => number): number {
  ours();
  theirs();
  return median(Array.from({ length: pairs }, () => ours() / theirs()));
}

/** CPU time of a run: what else the machine does at the moment is not ours. All that is measured this way computes, or writes small files. */
export function milliseconds(run: () => void): number {
  const start = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1e3;
}
