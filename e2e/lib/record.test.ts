import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keep, Record } from './record';
import { writeResults } from './results';
import { Row } from './row';

const KNOWN = { scenarios: ['rolling', 'downtime', 'by-hand'], releases: ['1.26.15', '1.37.1'] };

const row = (scenario: string, commit: string, gaps: readonly number[], problems: readonly string[] = []): Row => ({
  scenario,
  title: `how ${scenario} goes`,
  strategy: 'leader-migration',
  commit,
  seconds: 60,
  predicted: { overlapping: [], starving: [] },
  gapSeconds: 37.6,
  seen: { overlapping: [], starving: [], handovers: 2, gaps, afterWaking: 0, contested: 0, duplicates: 0 },
  problems,
});

const found = (...rows: readonly Row[]): Record => ({ rows, accepted: [], standIns: {}, versions: ['etcd 3.4.23'] });

describe('what is kept of runs', () => {
  let folder: string;
  beforeEach(() => { folder = mkdtempSync(join(tmpdir(), 'ccm-migration-record-')); });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('is of each scenario what it did last, in the order of the page; one that there is no more goes', () => {
    const file = join(folder, 'deeper', 'record.json');
    keep(file, found(row('by-hand', 'aaaaaaa', [1]), row('forgotten', 'aaaaaaa', [1]), row('rolling', 'aaaaaaa', [2])), {
      ...KNOWN, scenarios: [...KNOWN.scenarios, 'forgotten'],
    });
    const accepted = [{ release: '1.37.1', accepted: 720, refused: 0, commit: 'bbbbbbb' }];
    const all = keep(file, { ...found(row('rolling', 'bbbbbbb', [3])), accepted, standIns: { 'ccm 1.27.10': '1.27.0' } }, KNOWN);
    expect(all.rows.map(({ scenario, commit }) => `${scenario} ${commit}`)).toEqual(['rolling bbbbbbb', 'by-hand aaaaaaa']);
    expect(all).toMatchObject({ accepted, standIns: { 'ccm 1.27.10': '1.27.0' } });
    const text = readFileSync(file, 'utf8');
    keep(file, found(), KNOWN);
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  it('is what the page says, each row with its commit; what was never run is named, and a failure is neither hidden nor measured', () => {
    writeResults(folder, found(row('rolling', 'aaaaaaa', [1, 9.5])), KNOWN);
    writeResults(folder, found(row('downtime', 'bbbbbbb+', [99], ['it failed'])), KNOWN);
    const page = readFileSync(join(folder, 'e2e-results.md'), 'utf8');
    expect(page).toMatch(/^\| rolling \| .* \| 9\.5 \| 37\.6 \| .* \| as expected \| 60 \| aaaaaaa \|$/m);
    expect(page).toMatch(/^\| downtime \| .* \| FAILED \| 60 \| bbbbbbb\+ \|$/m);
    expect(page).toContain('- downtime FAILED: it failed\n');
    expect(page).toContain('Not run yet: by-hand.');
    expect(page).toContain('| leader-migration | 2 | 9.5 | 9.5 | 9.5 |');
    expect(readFileSync(join(folder, 'e2e-gaps.svg'), 'utf8')).not.toContain('downtime');
  });
});
