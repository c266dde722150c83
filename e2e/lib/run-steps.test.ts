import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { begins, begunBy, isKillPoint, stagesOf, stepsOf, titlesBack } from './run-steps';
import { collectionFiles } from '../../src/files/collection';
import { makePlan } from '../../src/lib/plan/plan';
import { renderJson } from '../../src/lib/plan/render/json';
import { writeTree } from '../../test/golden';
import { appFiles } from '../../test/lib/plan/app-fixture';
import { replacedFiles } from '../../test/lib/plan/replaced/replaced-app';

const result = makePlan(appFiles(), 'not-started', 'n-plus-1');
if ('refused' in result) throw new Error('refused');
const { plan } = result;
const folder = mkdtempSync(join(tmpdir(), 'ccm-run-steps-'));
const project = join(folder, 'plan');
beforeAll(() => writeTree(new Map([
  ['plan/plan.json', renderJson(result)], ...[...collectionFiles()].map(([path, text]) => [`collection/${path}`, text] as const),
]), folder));
afterAll(() => rmSync(folder, { recursive: true }));

describe('steps of a run', () => {
  it('are those of the plan, each with a title of its own', () => {
    expect(stepsOf(project).map(({ title }) => title)).toEqual(plan.steps.map(({ title }) => title));
    expect(new Set(stepsOf(project).map(({ title }) => title)).size).toBe(plan.steps.length);
    expect(titlesBack(project)).toEqual(plan.steps.filter(({ undo }) => undo.length > 0).map(({ title }) => `Take back: ${title}`).reverse());
  });

  it('that are done once for each node of a group say which turn it is, as a run does', () => {
    const replacing = makePlan(replacedFiles(), 'n', 'n-plus-1');
    if ('refused' in replacing) throw new Error('refused');
    writeTree(new Map([['plan.json', renderJson(replacing)]]), join(folder, 'replacing'));
    const turns = stepsOf(join(folder, 'replacing')).filter(({ isTurn }) => isTurn).map(({ title }) => title);
    expect(turns.slice(0, 3)).toEqual([
      'Let a node of version N+1 join group control-plane (1 of 3)', 'Let a node of version N leave group control-plane (1 of 3)',
      'Let a node of version N+1 join group control-plane (2 of 3)',
    ]);
    expect(turns.slice(6).map(title => title.slice(-'(1 of 2)'.length))).toEqual(['(1 of 2)', '(2 of 2)']);
  });

  it('are begun between the plays that look, and the end', () => {
    const stages = stagesOf(project);
    const first = stages.indexOf(plan.steps[0].title);
    expect(stages.slice(0, first)).toEqual(expect.arrayContaining(['Look at the nodes', 'Take the lock']));
    expect(stages.slice(first, first + plan.steps.length)).toEqual(plan.steps.map(({ title }) => title));
    expect(stages.slice(first + plan.steps.length)).toEqual(['See that everything is taken back', 'End']);
  });
});

describe('a line of a run', () => {
  it.each([
    ['PLAY [Take the lock] *****', 'Take the lock'],
    ['TASK [cdk8s.ccm_migration.step : Upgrade a to 1.27.16] ***', 'Upgrade a to 1.27.16'],
    ['ok: [a]', undefined],
  ])('says what begins: %s', (line, begun) => expect(begunBy(line)).toBe(begun));

  it('is where an operator is killed, so many lines after a step of that whole name began', () => {
    const isThere = isKillPoint({ stage: 'Upgrade a', lines: 2 });
    const lines = ['TASK [Upgrade ab] **', 'TASK [step]', 'TASK [cdk8s.ccm_migration.step : Upgrade a] **', 'ok: [a]', '', 'TASK [put]', 'ok: Put'];
    expect(lines.map(isThere)).toEqual([false, false, false, false, false, true, true]);
    expect(lines.map(begins('Upgrade a'))).toEqual([true, false, true, false, false, false, false]);
  });
});
