import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DeclaredGap, declaredSteps } from './declared-gap';

const NONE = { gap: {} };
const DECLARED = { gap: { declared: true } } as const;
const ALL = { from: 0, to: 1_000 };

describe('a declared gap', () => {
  const project = mkdtempSync(join(tmpdir(), 'ccm-declared-'));
  afterAll(() => rmSync(project, { recursive: true }));
  beforeAll(() => writeFileSync(join(project, 'plan.json'), JSON.stringify({ steps: [NONE, DECLARED, NONE, DECLARED, NONE] })));

  /** What begins, and when. */
  const spans = (begun: readonly (readonly [string, number])[]) => {
    const gap = new DeclaredGap();
    for (const [title, now] of begun) gap.begins(project, title, now);
    return gap.spans(ALL);
  };

  it('is that of the steps from the first to the last that declare it', () => {
    expect(declaredSteps([NONE, DECLARED, NONE, DECLARED, NONE])).toEqual({ first: 2, last: 4 });
    expect(declaredSteps([NONE])).toBeUndefined();
  });

  it.each<[string, readonly (readonly [string, number])[], readonly object[]]>([
    ['there', [['01 a', 1], ['02 b', 2], ['03 c', 3], ['04 d', 4], ['05 e', 5]], [{ from: 2, to: 5 }]],
    ['back', [['Back: 05 e', 1], ['Back: 04 d', 2], ['Back: 02 b', 3], ['Back: 01 a', 4]], [{ from: 2, to: 4 }]],
    ['there, and there again after a run that died', [['02 b', 2], ['01 a', 3], ['02 b', 4], ['05 e', 5]], [{ from: 2, to: 5 }]],
    ['there, and back after a run that died', [['02 b', 2], ['back: 05 e', 3], ['back: 01 a', 4]], [{ from: 2, to: 4 }]],
    ['of a run that never ended', [['02 b', 2], ['Say what fails', 3]], [{ from: 2, to: 1_000 }]],
    ['of nothing that declares it', [['01 a', 2], ['05 e', 3]], []],
  ])('lasts %s', (_, begun, expected) => expect(spans(begun)).toEqual(expected));

  it('ends with its way', () => {
    const gap = new DeclaredGap();
    gap.begins(project, '04 d', 4);
    gap.ends(7);
    expect([gap.spans(ALL), gap.spans({ from: 8, to: 9 })]).toEqual([[{ from: 4, to: 7 }], []]);
  });
});
