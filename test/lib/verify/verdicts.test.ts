import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CorpusInput, ownInputs, rowOf, upstreamInputs } from './corpus';
import { describeUpstream } from '../../upstream';

/** The table of verdicts, committed: rewritten with UPDATE_GOLDEN=1, and its diff is read. */
function compare(name: string, inputs: ReadonlyMap<string, CorpusInput>): void {
  const file = join(__dirname, 'verdicts', `${name}.json`);
  const rows = Object.fromEntries([...inputs].map(([key, input]) => [key, rowOf(input)]));
  if (process.env.UPDATE_GOLDEN && !process.env.CI) writeFileSync(file, `${JSON.stringify(rows, null, 2)}\n`);
  expect(rows).toEqual(JSON.parse(readFileSync(file, 'utf8')));
}

describe('the table of verdicts', () => {
  let folder: string;
  beforeAll(() => { folder = mkdtempSync(join(tmpdir(), 'verdicts-')); });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('has every example and golden output, none of whose examples is unknown', () => {
    const inputs = ownInputs(folder);
    compare('own', inputs);
    const unknown = [...inputs].filter(([name]) => name.startsWith('examples/')).map(([name, input]) => [name, rowOf(input)]).filter(
      ([, row]) => !row.startsWith('exclusivity holds, liveness holds'),
    );
    expect(unknown).toEqual([]);
  }, 120_000);
});

describeUpstream('the table of verdicts of other projects', () => {
  it('has every folder of the corpus, and each unknown has its reason', () => {
    compare('upstream', upstreamInputs());
    const rows = JSON.parse(readFileSync(join(__dirname, 'verdicts', 'upstream.json'), 'utf8')) as Record<string, string>;
    for (const row of Object.values(rows)) expect(row).toMatch(/^refused: |; |^exclusivity (holds|broken), liveness (holds|broken)$/);
  }, 300_000);
});
