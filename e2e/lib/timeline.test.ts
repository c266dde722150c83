import { followsPause, gaps, outside, overlaps, Run, within } from './timeline';

const run = (process: string, from: number, to: number, paused?: Run['paused']): Run => ({ controller: 'service', process, from, to, paused });

describe('overlaps', () => {
  it('finds none where one process ends before the next begins, even in the same instant', () => {
    expect(overlaps([run('a', 0, 10), run('b', 10, 20)])).toEqual([]);
  });

  it('finds the time that two processes share', () => {
    expect(overlaps([run('a', 0, 10), run('b', 9, 20)])).toEqual([{ controller: 'service', processes: ['a', 'b'], from: 9, to: 10 }]);
  });

  it('keeps controllers apart', () => {
    expect(overlaps([run('a', 0, 10), { ...run('b', 5, 20), controller: 'route' }])).toEqual([]);
  });

  it('does not count the time in which one of them was stopped, but counts the time after it woke', () => {
    expect(overlaps([run('a', 0, 50, [{ from: 10, to: 40 }]), run('b', 20, 60)]))
      .toEqual([{ controller: 'service', processes: ['a', 'b'], from: 40, to: 50 }]);
  });

  it('finds each pair of three', () => {
    expect(overlaps([run('a', 0, 10), run('b', 0, 10), run('c', 0, 10)])).toHaveLength(3);
  });
});

describe('followsPause', () => {
  const paused = [run('a', 0, 50, [{ from: 10, to: 40 }]), run('b', 20, 60)];

  it.each([
    ['within the window after a process woke', { from: 40, to: 50 }, 10, true],
    ['longer than the window', { from: 40, to: 50 }, 9, false],
    ['before the pause', { from: 5, to: 8 }, 10, false],
  ])('%s', (_, span, window, expected) => {
    expect(followsPause({ controller: 'service', processes: ['a', 'b'], ...span }, paused, window)).toBe(expected);
  });

  it('explains nothing about two processes that were never stopped', () => {
    expect(followsPause({ controller: 'service', processes: ['b', 'c'], from: 40, to: 41 }, paused, 10)).toBe(false);
  });
});

describe('gaps', () => {
  const during = { from: 0, to: 100 };

  it('finds the time before, between and after', () => {
    expect(gaps([run('a', 10, 20), run('b', 30, 90)], 'service', during).map(({ from, to }) => [from, to])).toEqual([[0, 10], [20, 30], [90, 100]]);
  });

  it('finds none where runs touch or overlap', () => {
    expect(gaps([run('a', 0, 60), run('b', 20, 40), run('c', 60, 120)], 'service', during)).toEqual([]);
  });

  it('counts the time in which the only runner was stopped', () => {
    expect(gaps([run('a', 0, 100, [{ from: 10, to: 30 }])], 'service', during).map(({ from, to }) => [from, to])).toEqual([[10, 30]]);
  });

  it('is the whole time for a controller that never ran', () => {
    expect(gaps([run('a', 0, 100)], 'route', during)).toEqual([{ controller: 'route', from: 0, to: 100 }]);
  });
});

describe('outside', () => {
  it.each<[string, readonly [number, number][], readonly [number, number][]]>([
    ['none', [], [[0, 100]]],
    ['one in the middle', [[40, 50]], [[0, 40], [50, 100]]],
    ['one that covers it', [[-10, 110]], []],
    ['two', [[0, 20], [60, 100]], [[20, 60]]],
    ['one elsewhere', [[200, 300]], [[0, 100]]],
  ])('%s', (_, others, left) => {
    expect(outside({ from: 0, to: 100 }, others.map(([from, to]) => ({ from, to }))).map(({ from, to }) => [from, to])).toEqual(left);
  });
});

describe('within', () => {
  it('takes of each run what lies in a time, and leaves out the rest', () => {
    expect(within([run('a', 0, 10), run('b', 10, 40), run('c', 40, 50)], { from: 15, to: 30 })).toEqual([run('b', 15, 30)]);
  });
});
