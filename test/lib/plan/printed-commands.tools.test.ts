import { spawnSync } from 'node:child_process';
import { appFiles } from './app-fixture';
import { makePlan } from '../../../src/lib/plan/plan';
import { PlanStateName, STATES } from '../../../src/lib/plan/state';

const FILES = appFiles();
const PAIRS = STATES.flatMap(from => STATES.filter(to => to !== from).map((to): [PlanStateName, PlanStateName] => [from, to]));

it.each(PAIRS.filter(([from, to]) => to !== 'disabled' || from === 'n-plus-1'))('what a runbook prints from %s to %s is shell', (from, to) => {
  const result = makePlan(FILES, from, to);
  if ('refused' in result) throw new Error(result.refused.reason);
  const commands = result.plan.steps.flatMap(({ before, run, proof, undo }) => [...before, ...run, ...proof, ...undo]).map(({ text }) => text);
  const { status, stderr } = spawnSync('bash', ['-n'], { input: commands.join('\n\n'), encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
});
