import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { Outcome } from './outcome';
import { Journey } from './scenario';
import { migrationOf } from './synth';
import { goBinaryPath } from '../../scripts/go-binary';
import { KubeadmBundle, MigrationPlan, NodeFolder, PlanState } from '../../src';
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
  { scenarios: [{ name, title }], creationSeconds, tamper, choice }: Journey, folder: string, gapSeconds: number | undefined,
): Question {
  const harness = [...readTree(E2E)].filter(([path]) => /\.(ts|py)$/.test(path) && !path.endsWith('.test.ts'));
  const requirements = ['moto/requirements.txt', 'ansible/requirements.txt', 'ansible/at_start.py']
    .map(file => readFileSync(join(TEST, file), 'utf8'));
  const others = tamper ? [] : [...acting(), ...planned(folder, choice)];
  return {
    consumer: `e2e-${name}`,
    version: createHash('sha256').update(JSON.stringify([harness, requirements, others])).digest('hex'),
    args: [title, ...Object.values(MIGRATION).map(binary => basename(goBinaryPath(binary))), String(creationSeconds), String(gapSeconds)],
    files: new Map(['dist', 'nodes'].flatMap(part => [...readTree(join(folder, part))].flatMap(([path, text]): [string, string][] =>
      isOfThisRun(path) ? [] : [[`${part}/${path}`, text]]))),
  };
}

/** Sources that a command runs which playbooks call: each of these asks AWS. What the others would do stands in the files. */
const CALLED = /^(aws|files|lib\/(iam|tags|text))\/|^cli\/([^/]+$|commands\/(aws|tag)\b)/;

/** What acts on the cluster besides the files. Files that were made wrong on purpose are put there by the harness alone. */
function acting(): readonly (readonly [string, string])[] {
  const sources = [...readTree(join(ROOT, 'src'))].filter(([path]) => CALLED.test(path));
  const locked = ['package-lock.json', readFileSync(join(ROOT, 'package-lock.json'), 'utf8')] as const;
  return [...sources, ...collectionFiles(), locked];
}

/** The project of the way that a quick run takes, without the sums and the ids that its cloud decides. */
function planned(folder: string, choice: Journey['choice']): readonly (readonly [string, string])[] {
  const input = join(folder, 'input');
  const project = join(folder, 'planned');
  try {
    const [from, to] = [PlanState.NOT_STARTED, PlanState.N_PLUS_1];
    new MigrationPlan({ migration: migrationOf(input, choice), appDir: folder, from, to }).write(join(project, 'plan'));
    new KubeadmBundle({ migration: migrationOf(input, choice), configs: NodeFolder.readFiles(input) }).write(join(project, 'kubeadm'));
    return [...readTree(project)].filter(([path]) => !path.startsWith('plan/collection/') && !isOfThisRun(path, /\.md$/))
      .map(([path, text]) => [path, text.replace(/\b[0-9a-f]{12,64}\b/g, '<sum>').replaceAll(folder, '<folder>')]);
  } finally {
    rmSync(project, { recursive: true });
  }
}

/** The cloud config names the address and the ids of a cloud that is made anew for each run; indexes have its sum. */
function isOfThisRun(path: string, also = /\.json$/): boolean {
  return path.endsWith('/cloud.conf') || also.test(path);
}
