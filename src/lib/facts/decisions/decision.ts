/** What a field or a flag may decide of a process, in the words of docs/reference/what-verify-reads.md. */
export const QUESTIONS = {
  what: 'which program it is, with which arguments and files',
  starts: 'whether it starts, and goes on',
  where: 'on which nodes it runs, and how many of it',
  controllers: 'which controllers it runs, and of which cloud',
  lock: 'which locks it takes, and for how long',
  reach: 'which API server it talks to, and of which cluster',
  rights: 'as whom it acts, and what that one may do',
  others: 'what it changes, refuses or ends of others',
  settings: 'whether both sides have the same settings',
} as const;
export type Question = keyof typeof QUESTIONS;

/**
 * What fields, or flags, of one schema mean for the proof. A field *decides*: something reads it. It is *harmless*: no value of it turns a verdict,
 * and the row says why. Or it is *not decided*: nothing reads it, and a value other than its default leaves open whether a promise holds.
 */
export type Decision = {
  /** Fields as `Type.field` or flags without dashes, in the order of the alphabet. */
  readonly names: readonly string[];
} & (
  { readonly decides: Question | readonly Question[] } |
  /** Why, in a few words. */
  { readonly harmless: string } |
  /** What would have to be known, and the values that say nothing: defaults, which need no entry where they are empty. */
  { readonly notDecided: string; readonly usual?: readonly (string | number | boolean)[] | ((value: unknown) => boolean) });

/** One schema, such as the flags of one component, or the types of a file. */
export interface DecisionTable {
  /** As a heading: `Flags of kube-apiserver`. */
  readonly title: string;
  readonly rows: readonly Decision[];
}
