import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/** What lies at a path: its text, or why it could not be read as text. */
export type FileContent = { readonly text: string } | { readonly unreadable: string };

/** One `<dir>` argument. */
export interface VerifyDirectory {
  /** As it was given; findings name files below it. */
  readonly name: string;
  /** By path below the folder, with `/`. */
  readonly files: ReadonlyMap<string, FileContent>;
}

export interface VerifyInput {
  readonly directories: readonly VerifyDirectory[];
  /** For components whose image does not say. */
  readonly kubernetesVersion?: KubernetesVersion;
  /** Controllers, by logical name, that the strategy leaves without a runner for a while. */
  readonly declaredGaps?: readonly string[];
}

/** Input that cannot be read at all: the command ends with one line and exit code 2. */
export class UnreadableInput extends Error {}

/** The text of a file that is needed. */
export function textOf(content: FileContent, file: string): string {
  if ('unreadable' in content) throw new UnreadableInput(`${file}: ${content.unreadable}`);
  return content.text;
}
