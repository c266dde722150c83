/** Where a line of it stands in a file that exists, where it was made from one: an object within an object, what a kustomization builds. */
type Origin = (line: number) => { readonly file: string; readonly line: number };

/** The text of a file that something stands for. */
export interface MadeText {
  readonly text: string;
  readonly origin?: Origin;
  /** Whether another file has what it makes of that: a patch that was applied. */
  readonly isApplied?: boolean;
}

/** Why it is not known what is in such a file. */
export interface MadeUnreadable {
  readonly unreadable: string;
  readonly origin?: Origin;
}

export type MadeFile = MadeText | MadeUnreadable;
