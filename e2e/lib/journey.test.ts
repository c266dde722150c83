import { judged } from './journey';
import { Outcome } from './outcome';
import { Scenario } from './scenario';

const SCENARIO: Scenario = { name: 'a', title: 'a', run: () => Promise.resolve(), judge: () => ['as the scenario says'] };
const EXPECTED = { predicted: { overlapping: ['route'], starving: [] } };

it('a scenario is judged by itself, by the prediction, and by the model', () => {
  const runs = [{ controller: 'service', process: 'unknown', from: 0, to: 1 }];
  const outcome = { overlaps: [], starving: ['service'], trace: { processes: [], held: [], runs } } as unknown as Outcome;
  expect(judged(SCENARIO, EXPECTED, outcome).problems).toStrictEqual([
    'as the scenario says',
    'no process came to run service, which was not predicted',
    'route was predicted to run twice, and was not seen to',
    'unknown ran service, and what it was started with was not recorded',
  ]);
});
