/** A flag of a component, as far as it decides how a command line is read. */
export interface FlagKind {
  /** Type as pflag calls it: `bool`, `stringSlice`, `duration`; none: not in the tables. */
  readonly type?: string;
  /** The value of the flag alone, which then never takes the next word: `true` for booleans. pflag's NoOptDefVal. */
  readonly bare?: string;
}

/** The flags of one component in one release. */
export interface FlagSet {
  /** What the program calls itself in errors. */
  readonly program: string;
  /** Names of flags by the letter that they have. */
  readonly letters: ReadonlyMap<string, string>;
  /** Whether `_` in a name is read as `-`: component-base's cli.Run sets that normalizer, a program that executes its command itself does not. */
  readonly underscores: 'as-dashes' | 'as-written' | 'unknown';
  /** The flag of a name; `unknown`: not in the tables; none: the component has no such flag. */
  flag(name: string): FlagKind | 'unknown' | undefined;
}
