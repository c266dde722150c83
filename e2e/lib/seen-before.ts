import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { Outcome } from './outcome';
import { Journey } from './scenario';
import { goBinaryPath } from '../../scripts/go-binary';
import { collectionFiles } from '../../src/files/collection';
import { KeptAnswer, Question } from '../../test/answers';
import { readTree } from '../../test/golden';
import { MIGRATION } from '../binaries';

const E2E = resolve(__dirname, '..');
const ROOT = resolve(E2E, '..');
const TEST = join(ROOT, 'test');

/** What was seen of the one scenario of a journey, which went as it must. */
export interface SeenBefore {
  readonly outcome: Outcome;
  readonly seconds: number;
}

/**
 * What real components did with the same files, in the same programs, under the same harness. The prediction and the judgement are made anew.
 *
 * @param folder of the scenario, tampered with
 * @param gapSeconds the bound that the plan printed, which decides when a gap is no change of leaders any more
 */
export function seenBefore(journey: Journey, folder: string, gapSeconds: number | undefined): KeptAnswer<SeenBefore> {
  return new KeptAnswer<SeenBefore>(questionOf(journey, folder, gapSeconds));
}

/** All that decides what is seen. */
export function questionOf(
  { scenarios: [{ name, title }], creationSeconds, tamper }: Journey, folder: string, gapSeconds: number | undefined,
): Question {
  const harness = [...readTree(E2E)].filter(([path]) => /\.(ts|py)$/.test(path) && !path.endsWith('.test.ts'));
  const requirements = ['moto/requirements.txt', 'ansible/requirements.txt', 'ansible/at_start.py']
    .map(file => readFileSync(join(TEST, file), 'utf8'));
  return {
    consumer: `e2e-${name}`,
    version: createHash('sha256').update(JSON.stringify([harness, requirements, tamper ? [] : acting()])).digest('hex'),
    args: [title, ...Object.values(MIGRATION).map(binary => basename(goBinaryPath(binary))), String(creationSeconds), String(gapSeconds)],
    files: new Map(['dist', 'nodes'].flatMap(part => [...readTree(join(folder, part))].flatMap(([path, text]): [string, string][] =>
      isOfThisRun(path) ? [] : [[`${part}/${path}`, text]]))),
  };
}

/**
 * What acts on the cluster besides the files: playbooks, and the command line that they call. The rules only read, and what they say of the files is
 * predicted anew. Files that were made wrong on purpose are put there by the harness alone.
 */
function acting(): readonly (readonly [string, string])[] {
  const sources = [...readTree(join(ROOT, 'src'))].filter(([path]) => !path.startsWith('lib/rules/'));
  const locked = ['package-lock.json', readFileSync(join(ROOT, 'package-lock.json'), 'utf8')] as const;
  return [...sources, ...collectionFiles(), locked];
}

/** The cloud config names the address and the ids of a cloud that is made anew for each run; indexes have its sum. */
function isOfThisRun(path: string): boolean {
  return path.endsWith('/cloud.conf') || path.endsWith('.json');
}
