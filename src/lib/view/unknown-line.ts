/** What is not known of an input, as it is told. */
export interface UnknownAt {
  readonly file: string;
  readonly line: number;
  readonly what: string;
  readonly why: string;
  readonly fix: string;
}

/** What is unknown, as a line of `verify`. */
export function describeUnknown({ file, line, what, why, fix }: UnknownAt): string {
  return `${file}:${line}: unknown: ${what}. ${why} ${fix}`;
}

/** Such a line in notes for who applies a phase. */
export function unknownNote(line: string): string {
  return `\`ccm-migration verify\` says: ${line}`;
}
