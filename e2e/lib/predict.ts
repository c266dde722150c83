import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ccmMigration } from './cli';

/** What `ccm-migration verify` says about the files of a scenario, before it runs. */
export interface Prediction {
  /** Controllers that two processes can run at once. */
  readonly overlapping: readonly string[];
  /** Somebody may not use the migration Lease: processes stay healthy, and the controllers never start. */
  readonly neverStart: boolean;
}

interface VerifyAnswer {
  readonly exclusivity: { readonly counterexamples: readonly { readonly controller: string }[] };
  readonly findings: readonly { readonly rule: string }[];
}

/** Of the phase in which both kinds of node exist, or the last in which nodes of version N do. */
export async function predict(folder: string): Promise<Prediction> {
  const phase = existsSync(join(folder, 'nodes', 'mixed')) ? 'mixed' : 'n';
  const directories = ['dist', 'nodes'].map(kind => join(folder, kind, phase)).filter(path => existsSync(path) && readdirSync(path).length > 0);
  const { exclusivity, findings } = await ccmMigration<VerifyAnswer>('verify', ...directories);
  return {
    overlapping: [...new Set(exclusivity.counterexamples.map(({ controller }) => controller))].sort(),
    neverStart: findings.some(({ rule }) => rule === 'lease-access-missing'),
  };
}
