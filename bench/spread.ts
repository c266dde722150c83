import { median, Value, Values } from './bench';
import { Figure, FIGURE_NAMES, FigureName, FIGURES } from './figures';

/** A figure of several runs. */
export interface Measured extends Figure {
  readonly name: FigureName;
  /** Median of the runs: this is what the goal is about. */
  readonly value: number;
  readonly isMet: boolean;
  /** What each run gave, in their order. */
  readonly runs: readonly number[];
  /** Median of what it was on this machine. */
  readonly onThisMachine?: number;
}

/**
 * Puts runs together, in the order of the page.
 *
 * @throws if a run lacks a figure that another one has
 */
export function together(runs: readonly Values[]): readonly Measured[] {
  return FIGURE_NAMES.filter(name => runs.some(run => run[name])).map(name => {
    const values = runs.map(run => run[name]);
    if (!values.every((value): value is Value => value !== undefined)) throw new Error(`'${name}' was not measured in each run`);
    const figure: Figure = FIGURES[name];
    const value = median(values.map(one => one.value));
    const here = values.flatMap(one => one.here ?? []);
    return {
      ...figure,
      name,
      value,
      isMet: value <= figure.atMost,
      runs: values.map(one => one.value),
      ...here.length > 0 && { onThisMachine: median(here) },
    };
  });
}
