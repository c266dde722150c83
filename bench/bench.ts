import { FigureName } from './figures';
import { Curve } from './plot';

/** What a run gives of a figure. */
export interface Value {
  readonly value: number;
  /** The same on this machine, in the figure's unit for that. */
  readonly here?: number;
  /** What it is made of, for a picture. */
  readonly curves?: readonly Curve[];
}

export type Values = Readonly<Partial<Record<FigureName, Value>>>;

/** A benchmark: measures once and returns what its figures are. */
export type Bench = () => Values | Promise<Values>;

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
