import { Figure, FIGURE_NAMES, FIGURES } from '../../bench/figures';
import { json } from '../../bench/output';
import { benchmarksPage } from '../../bench/page';
import { together } from '../../bench/spread';
import { Page } from '../pages';

const { text } = new Page('docs/benchmarks.md');

/** Cells of a row: `\`verify\` | 1.62 | 1.60 to 1.70 | 2 | yes |  | a control plane ...`. */
function rowsOf(page: string): readonly (readonly string[])[] {
  return page.split('\n').filter(line => line.startsWith('| `')).map(line => line.slice(2, -2).split(' | ').map(cell => cell.trim()));
}

const rows = rowsOf(text);

describe('the page of benchmarks', () => {
  it('has a row for each figure of the bench, with its goal, and no other', () => {
    const goals = rows.map(([name, , , atMost, , , about]) => [name, atMost, about]);
    expect(goals).toStrictEqual(FIGURE_NAMES.map(name => [`\`${name}\``, `${FIGURES[name].atMost}`, FIGURES[name].about]));
  });

  it('has the median of the runs between the smallest and the largest of them', () => {
    for (const [name, value, runs] of rows) {
      const [least, most] = runs.split(' to ').map(Number);
      expect([name, least <= Number(value) && Number(value) <= most]).toStrictEqual([name, true]);
    }
  });

  it('says that a goal is met where it is', () => {
    // What is shown is rounded: at the goal itself it can be either.
    const clear = rows.filter(([, value, , atMost]) => Number(value).toFixed(2) !== Number(atMost).toFixed(2));
    expect(clear.length).toBeGreaterThan(20);
    for (const [name, value, , atMost, met] of clear) expect([name, met]).toStrictEqual([name, Number(value) <= Number(atMost) ? 'yes' : '**no**']);
  });

  it('names the commit that was measured, without changes, and all units', () => {
    expect(text).not.toContain('undefined');
    expect(text).toMatch(/^Commit `[0-9a-f]{7,40}`\. Node v/m);
  });

  it('is what the bench writes of its figures', () => {
    const values = Object.fromEntries(FIGURE_NAMES.map(name => [name, { value: 1, here: (FIGURES[name] as Figure).here && 2 }]));
    const written = benchmarksPage(together([values, values, values]), '`0123456`', 'Node v1');
    const withoutValues = (page: string) => page.replace(/^(\| `.*?` \|).*/gm, '$1').replace(/^Commit .*/m, '').replace(/[\d.]+ MB for each/, '');
    expect(withoutValues(text)).toBe(withoutValues(written));
  });
});

describe('three runs', () => {
  const verify = (value: number) => ({ verify: { value } });

  it('are a figure with their median, which the goal is about', () => {
    const [{ name, value, runs, isMet }] = together([verify(5), verify(1.5), verify(1.25)]);
    expect({ name, value, runs, isMet }).toStrictEqual({ name: 'verify', value: 1.5, runs: [5, 1.5, 1.25], isMet: true });
  });

  it('miss the goal by their median', () => {
    expect(together([verify(5), verify(1.5), verify(2.25)])[0].isMet).toBe(false);
  });

  it('fails if one of them lacks a figure', () => {
    expect(() => together([verify(1), {}, verify(1)])).toThrow('\'verify\' was not measured in each run');
  });
});

describe('the JSON of the bench', () => {
  it('has value, goal, unit and whether it is met by the name of each figure, with the runs', () => {
    const runs = [2, 1.25, 1.5].map(value => ({ 'verify-growth': { value }, 'fleet-files': { value: 10 * value, here: value } }));
    expect(JSON.parse(json(together(runs)))).toStrictEqual({
      'fleet-files': {
        value: 15,
        goal: '<= 12',
        met: false,
        unit: 'ratio',
        runs: [20, 12.5, 15],
        spread: { min: 12.5, median: 15, max: 20 },
        onThisMachine: { value: 1.5, unit: 's' },
      },
      'verify-growth': {
        value: 1.5, goal: '<= 1.15', met: false, unit: 'exponent', runs: [2, 1.25, 1.5], spread: { min: 1.25, median: 1.5, max: 2 },
      },
    });
  });
});
