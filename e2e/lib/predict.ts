import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ccmMigration } from './cli';
import { WATCHED } from './outcome';

/** What `ccm-migration verify` says about the files of a scenario, before it runs. */
export interface Prediction {
  /** Controllers that two processes can run at once. */
  readonly overlapping: readonly string[];
  /** Controllers that may be without a runner, in some mix and with some choice of lock holders. */
  readonly starving: readonly string[];
}

interface Judgement {
  readonly counterexamples: readonly { readonly controller: string }[];
}

interface VerifyAnswer {
  readonly exclusivity: Judgement;
  readonly liveness: Judgement;
  readonly findings: readonly { readonly rule: string }[];
}

/** Of the phase in which both kinds of node exist, or the last in which nodes of version N do; in the steady state there is one. */
export async function predict(folder: string): Promise<Prediction> {
  const phase = ['mixed', 'n'].find(name => existsSync(join(folder, 'nodes', name))) ?? 'disabled';
  const directories = ['dist', 'nodes'].map(kind => join(folder, kind, phase)).filter(path => existsSync(path) && readdirSync(path).length > 0);
  const { exclusivity, liveness, findings } = await ccmMigration<VerifyAnswer>('verify', ...directories);
  // Liveness takes the rights to a Lease for granted; where one is missing, no process ever holds it, and none of the controllers starts.
  const mayNotUseLease = findings.some(({ rule }) => rule === 'lease-access-missing');
  return { overlapping: controllersOf(exclusivity), starving: mayNotUseLease ? [...WATCHED].sort() : controllersOf(liveness) };
}

function controllersOf({ counterexamples }: Judgement): readonly string[] {
  return [...new Set(counterexamples.map(({ controller }) => controller))].sort();
}
