/** How words stand out on a terminal. */
export interface Style {
  /** Width of the terminal, for texts that stand in columns; undefined: no line is broken, and each is whole in itself. */
  readonly columns?: number;
  good(text: string): string;
  bad(text: string): string;
  doubtful(text: string): string;
}

/** For logs and files: no marks. */
export const PLAIN: Style = { good: text => text, bad: text => text, doubtful: text => text };
