/** What a command may touch of its surroundings. Tests hand in their own. */
export interface Io {
  /** Whether standard error is a terminal: progress bars there, plain lines elsewhere. */
  readonly isTerminal: boolean;
  /** Whether what is written to standard output may have colours: it is a terminal, and the user has not turned colours off. */
  readonly hasColours?: boolean;
  /** Width of the terminal that standard output is; undefined: it is none, and lines stay whole. */
  readonly columns?: number;
  /** Standard input. */
  readonly input?: AsyncIterable<Uint8Array | string> | Iterable<string>;
  /** Asks the user at the terminal, and waits for the line that is typed. None: standard input is no terminal, so nothing is asked. */
  readonly ask?: (question: string) => Promise<string>;
  /** Folder that relative paths start from. */
  readonly cwd: string;
  /** The day, `2026-11-30`, by which tables are called old; none: that is not said. */
  readonly today?: string;
  /** Writes to standard output: the result, and nothing else. */
  out(text: string): void;
  /** Writes to standard error: progress, warnings, errors. */
  err(text: string): void;
}

/** Exit codes of every command. */
export enum ExitCode {
  /** Done, nothing found. */
  OK = 0,
  /** A finding, or a plan that was refused. */
  FINDING = 1,
  /** Bad usage or unreadable input. */
  USAGE = 2,
}

/** Bad usage or unreadable input: printed as one line without a stack trace, exit code 2. */
export class InputError extends Error {}
