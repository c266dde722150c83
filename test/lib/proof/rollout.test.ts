import { controlPlaneMix, leastReady, mostNodes, RolloutBounds, takesAll, worse } from '../../../src/lib/proof/rollout';

type Away = RolloutBounds['unavailable'];
const group = (nodes: number | undefined, unavailable: Away, surge?: number): RolloutBounds => ({ nodes, unavailable, surge });
const left = (groups: readonly RolloutBounds[], isSerial = false, atLeast = 0) => controlPlaneMix({ groups, isSerial, atLeast }).left;

it('says how many members there are, and how many of them are away at once', () => {
  expect(controlPlaneMix({ groups: [group(1, 1), group(2, 1)], isSerial: false, atLeast: 5 })).toEqual({ members: 5, away: 2, left: 'enough' });
  expect(controlPlaneMix({ groups: [group(undefined, 0)], isSerial: false, atLeast: 5 })).toEqual({ members: undefined, away: 0, left: 'enough' });
});

/** Every mix that a controller reaches which adds and takes one node at a time, and stays within its bounds; the slow way. */
function reached(n: number, s: number, u: number): { readonly most: number; readonly least: number } {
  const seen = new Set<string>();
  const open = [[n, 0, 0]]; // old ones, new ones that are ready, new ones that are not yet
  let [most, least] = [n, n];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [old, ready, coming] = next;
    if (seen.has(next.join())) continue;
    seen.add(next.join());
    [most, least] = [Math.max(most, old + ready + coming), Math.min(least, old + ready)];
    if (old + ready + coming < n + s && ready + coming < n) open.push([old, ready, coming + 1]);
    if (coming > 0) open.push([old, ready + 1, coming - 1]);
    if (old > 0 && old + ready - 1 >= n - u) open.push([old - 1, ready, coming]);
  }
  return { most, least };
}

describe('what a rollout reaches', () => {
  it('is what a controller reaches that goes through all mixes within its bounds', () => {
    for (let n = 1; n <= 5; n++) {
      for (let s = 0; s <= n; s++) {
        for (let u = s === 0 ? 1 : 0; u <= n; u++) {
          const bounds = group(n, u, s);
          expect({ n, s, u, most: mostNodes(bounds), least: leastReady(bounds) }).toEqual({ n, s, u, ...reached(n, s, u) });
          expect(takesAll(bounds)).toBe(reached(n, s, u).least === 0);
        }
      }
    }
  });

  it.each<[string, RolloutBounds, boolean | undefined]>([
    ['none away, of any number', group(undefined, 0), false],
    ['all, of any number', group(undefined, 'all'), true],
    ['one of an unknown number', group(undefined, 1), undefined],
    ['an unknown share', group(3, undefined), undefined],
    ['more than there are', group(2, 5), true],
    ['a group without nodes', group(0, 1), false],
    ['all of a group without nodes', group(0, 'all'), false],
  ])('says whether none is left: %s', (_, bounds, expected) => expect(takesAll(bounds)).toBe(expected));

  it.each<[string, RolloutBounds, number | undefined, number | undefined]>([
    ['an unknown number', group(undefined, 1, 1), undefined, undefined],
    ['an unknown share', group(3, undefined, 1), 4, undefined],
    ['an unknown surge', group(3, 1), undefined, 2],
    ['all that there are', group(3, 'all', 0), 3, 0],
  ])('counts what is known: %s', (_, bounds, most, least) => expect([mostNodes(bounds), leastReady(bounds)]).toEqual([most, least]));

  it.each<[string, RolloutBounds, RolloutBounds, RolloutBounds]>([
    ['the larger share', group(3, 1), group(3, 2), group(3, 2)],
    ['all of the first', group(3, 'all'), group(3, 2), group(3, 'all')],
    ['all of the second', group(3, 1), group(3, 'all'), group(3, 'all')],
    ['what is not known of the first', group(3, undefined), group(3, 'all'), group(3, undefined)],
    ['what is not known of the second', group(3, 1), group(3, undefined), group(3, undefined)],
    ['the number that only the second says', group(undefined, 1), group(3, 1), group(3, 1)],
  ])('takes the worse of two: %s', (_, one, other, expected) => expect(worse(one, other)).toEqual(expected));
});

describe('a control plane while its nodes are replaced', () => {
  it.each<[string, Parameters<typeof left>, ReturnType<typeof left>]>([
    ['one of three', [[group(3, 1)]], 'enough'],
    ['two of three', [[group(3, 2)]], 'no-quorum'],
    ['three of three', [[group(3, 3)]], 'none'],
    ['one of two', [[group(2, 1)]], 'no-quorum'],
    ['two of five', [[group(5, 2)]], 'enough'],
    ['one of one', [[group(1, 1)]], 'none'],
    ['none of one', [[group(1, 0)]], 'enough'],
    ['none of an unknown number', [[group(undefined, 0)]], 'enough'],
    ['one of an unknown number', [[group(undefined, 1)]], 'unknown'],
    ['all of an unknown number', [[group(undefined, 'all')]], 'none'],
    ['an unknown share', [[group(3, undefined)]], 'unknown'],
    ['three groups of one, one after the other', [[group(1, 1), group(1, 1), group(1, 1)], true], 'enough'],
    ['three groups of one, at once', [[group(1, 1), group(1, 1), group(1, 1)]], 'none'],
    ['two of three groups of one, at once', [[group(1, 1), group(1, 1), group(1, 0)]], 'no-quorum'],
    ['one after the other, one of them of an unknown number', [[group(1, 1), group(undefined, 'all')], true], 'unknown'],
    ['all of a group, beside nodes of no group', [[group(1, 1)], false, 3], 'enough'],
    ['the larger of two groups, one after the other', [[group(3, 3), group(1, 0)], true], 'no-quorum'],
    ['the only group of an unknown number, one after the other', [[group(undefined, 'all')], true], 'none'],
    ['all of two groups of unknown numbers, at once', [[group(undefined, 'all'), group(undefined, 'all')]], 'none'],
    ['all of one of two groups of unknown numbers, at once', [[group(undefined, 'all'), group(undefined, 1)]], 'unknown'],
    ['groups of which the first has an unknown number', [[group(undefined, 1), group(1, 1)]], 'unknown'],
  ])('keeps enough or not: %s', (_, given, expected) => expect(left(...given)).toBe(expected));
});
