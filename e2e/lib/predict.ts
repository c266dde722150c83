import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readDirectory } from '../../src/files/read-directory';
import { buildModel } from '../../src/lib/verify/build-model';

/** What the checks of the library say about the files of a scenario, before it runs. */
export interface Prediction {
  /** Controllers that two processes can run at once. */
  readonly overlapping: readonly string[];
  /** Every controller that has to run is run. */
  readonly live: boolean;
}

/** Of the phase in which both kinds of node exist, or the last in which nodes of version N do. */
export function predict(folder: string): Prediction {
  const phase = existsSync(join(folder, 'nodes', 'mixed')) ? 'mixed' : 'n';
  const directories = ['dist', 'nodes'].map(kind => join(folder, kind, phase)).filter(path => existsSync(path)).map(path => readDirectory(path, '/'));
  const { verdict } = buildModel({ directories });
  return {
    overlapping: [...new Set(verdict.exclusivity.counterexamples.map(({ controller }) => controller))].sort(),
    live: verdict.liveness.holds,
  };
}
