import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DeclaredGap } from './declared-gap';

const ALL = { from: 0, to: 1_000 };

/** Kinds of steps; those of `declared` have a gap that the plan declares. */
const TITLES = { a: 'a', stop: 'stop {node}', c: 'c {node}', start: 'start {node}', e: 'e' };
const kinds = (declared: readonly string[]) => Object.fromEntries(Object.entries(TITLES).map(([kind, title]) => [
  kind, { title, changes: [], undo: [], gap: declared.includes(kind) ? { declared: true } : {} },
]));
const STEPS = [{ kind: 'a' }, { kind: 'stop', node: 'x' }, { kind: 'c', node: 'y' }, { kind: 'start', node: 'x' }, { kind: 'e' }];

describe('a declared gap', () => {
  const project = mkdtempSync(join(tmpdir(), 'ccm-declared-'));
  afterAll(() => rmSync(project, { recursive: true }));
  const write = (declared: readonly string[]) => writeFileSync(join(project, 'plan.json'), JSON.stringify({ kinds: kinds(declared), steps: STEPS }));
  beforeEach(() => write(['stop', 'start']));

  /** What begins, and when. */
  const spans = (begun: readonly (readonly [string, number])[]) => {
    const gap = new DeclaredGap();
    for (const [title, now] of begun) gap.begins(project, title, now);
    return gap.spans(ALL);
  };

  it.each<[string, readonly (readonly [string, number])[], readonly object[]]>([
    ['there', [['a', 1], ['stop x', 2], ['c y', 3], ['start x', 4], ['e', 5]], [{ from: 2, to: 5 }]],
    ['back', [['Take back: e', 1], ['Take back: start x', 2], ['Take back: stop x', 3], ['Take back: a', 4]], [{ from: 2, to: 4 }]],
    ['there, and there again after a run that died', [['stop x', 2], ['a', 3], ['stop x', 4], ['e', 5]], [{ from: 2, to: 5 }]],
    ['there, and back after a run that died', [['stop x', 2], ['Take back: e', 3], ['Take back: a', 4]], [{ from: 2, to: 4 }]],
    ['of a run that never ended', [['stop x', 2], ['Say what fails', 3]], [{ from: 2, to: 1_000 }]],
    ['of nothing that declares it', [['a', 2], ['e', 3]], []],
  ])('lasts from the first step that declares it to the last: %s', (_, begun, expected) => expect(spans(begun)).toEqual(expected));

  it('is none where no step declares it', () => {
    write([]);
    expect(spans([['a', 1], ['stop x', 2], ['e', 5]])).toEqual([]);
  });

  it('ends with its way', () => {
    const gap = new DeclaredGap();
    gap.begins(project, 'start x', 4);
    gap.ends(7);
    expect([gap.spans(ALL), gap.spans({ from: 8, to: 9 })]).toEqual([[{ from: 4, to: 7 }], []]);
  });
});
