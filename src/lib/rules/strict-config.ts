import { SourceError } from '../edit/yaml/source-error';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { parseLeaderMigrationConfiguration } from '../leader-migration';

/** What the strict reader has against a file: where, and what to write instead. */
export interface StrictProblem {
  readonly line: number;
  /** With the column in front. */
  readonly message: string;
}

/** The first problem; undefined for a file in which everything means what it says. */
export function strictProblem(text: string, version?: KubernetesVersion): StrictProblem | undefined {
  try {
    parseLeaderMigrationConfiguration(text, { file: '', version });
    return undefined;
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    const { line, column, message } = error;
    return { line, message: `line ${line}, column ${column}: ${message.slice(`:${line}:${column}: `.length)}` };
  }
}
