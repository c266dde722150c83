import { whoAnswered } from './who-answered';

const ENDED = { started: 25_472, exit: { at: 25_800 } };
const RUNS = { started: 25_760 };

test('of two that were started within a second, the one that ended before it was asked did not answer', () => {
  expect(whoAnswered([ENDED, RUNS], 25_000, 36_000)).toBe(RUNS);
});

test('while both run, the one that was started when the answer says has the port', () => {
  const old = { started: 1_000, exit: { at: 36_500 } };
  expect(whoAnswered([old, RUNS], 1_200, 36_000)).toBe(old);
  expect(whoAnswered([old, RUNS], 25_100, 36_000)).toBe(RUNS);
});

test('no process answered where none runs', () => {
  expect(whoAnswered([ENDED], 25_000, 36_000)).toBeUndefined();
});
