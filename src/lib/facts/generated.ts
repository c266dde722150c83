import { Component } from '../kubernetes/component';

/** Rows of `npm run facts`: what was read in the released sources, per range of minors. */
export interface FlagTable {
  /** Each minor that was read, and the release of it. What is not here is unread, and no row says anything about it. */
  readonly read: { readonly [minor: string]: string };
  readonly rows: readonly FlagRow[];
}

/** One flag in a range of releases, as pflag has it. */
export interface FlagFact {
  /** Its name on the command line, with dashes. */
  readonly flag: string;
  /** `Type()` of its value: `bool`, `string`, `stringSlice`, `int32`, `duration`, `mapStringBool`, ... */
  readonly type: string;
  /** One letter. */
  readonly shorthand?: string;
  /** As `--help` prints it; none: the reader could not evaluate it, so it is unknown. */
  readonly default?: string;
  /** The value of the flag where it stands alone; none: it takes the next argument. */
  readonly noOptDefault?: string;
  /** What the component says when the flag is used. */
  readonly deprecated?: string;
  /** Whether `--help` leaves it out. */
  readonly hidden?: boolean;
  readonly source: string;
}

export interface FlagRow extends FlagFact {
  readonly from: string;
  readonly to: string;
}

/** The flags of a component. Loaded at first use: importing the library must not pay for it. */
export function generatedFlags(component: Component): FlagTable {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  return require(`./generated/flags/${component}.json`) as FlagTable;
}
