import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { Outcome } from './outcome';
import { Journey } from './scenario';
import { goBinary } from '../../scripts/go-binary';
import { KeptAnswer, Question } from '../../test/answers';
import { readTree } from '../../test/golden';
import { MIGRATION } from '../binaries';

const E2E = resolve(__dirname, '..');

/** What was seen of a journey's one scenario, which then went as it must. */
export interface SeenBefore {
  readonly outcome: Outcome;
  readonly seconds: number;
}

/**
 * What real components did with the same files, in the same programs, under the same harness. Only for files that were made wrong on purpose: what
 * the library writes is run every time. The prediction and the judgement are made anew.
 *
 * @param folder of the scenario, tampered with
 * @param gapSeconds the bound that the plan printed, which decides when a gap is no change of leaders any more
 */
export function seenBefore(journey: Journey, folder: string, gapSeconds: number | undefined): KeptAnswer<SeenBefore> {
  return new KeptAnswer<SeenBefore>(questionOf(journey, folder, gapSeconds));
}

/** All that decides what is seen. */
export function questionOf({ scenarios, creationSeconds }: Journey, folder: string, gapSeconds: number | undefined): Question {
  const harness = [...readTree(E2E)].filter(([path]) => /\.(ts|py)$/.test(path) && !path.endsWith('.test.ts'));
  const requirements = readFileSync(join(E2E, '..', 'test', 'moto', 'requirements.txt'), 'utf8');
  return {
    consumer: `e2e-${scenarios[0].name}`,
    version: createHash('sha256').update(JSON.stringify([harness, requirements])).digest('hex'),
    args: [...Object.values(MIGRATION).map(binary => basename(goBinary(binary))), String(creationSeconds), String(gapSeconds)],
    files: new Map(['dist', 'nodes'].flatMap(part => [...readTree(join(folder, part))].flatMap(([path, text]): [string, string][] =>
      isOfThisRun(path) ? [] : [[`${part}/${path}`, text]]))),
  };
}

/** The cloud config names the address and the ids of a cloud that is made anew for each run; indexes have its sum. */
function isOfThisRun(path: string): boolean {
  return path.endsWith('/cloud.conf') || path.endsWith('.json');
}
