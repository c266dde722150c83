import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CorpusInput, ownInputs, rowOf, upstreamInputs } from './corpus';
import { sample } from '../../sample';
import { describeUpstream } from '../../upstream';

const isUpdate = Boolean(process.env.UPDATE_GOLDEN) && !process.env.CI;
/** Of other projects one folder of so many is read here; the deep tests, and who updates the table, read all. */
const SHARE = isUpdate ? 1 : Number(process.env.VERDICTS_SHARE ?? 4);

/** The table of verdicts, committed: rewritten with UPDATE_GOLDEN=1, and its diff is read. */
function compare(name: string, inputs: ReadonlyMap<string, CorpusInput>, share = 1): Readonly<Record<string, string>> {
  const file = join(__dirname, 'verdicts', `${name}.json`);
  const drawn = sample([...inputs].map(([key, input]) => ({ name: key, input })), 'verdicts', share);
  const rows = Object.fromEntries(drawn.map(({ name: key, input }) => [key, rowOf(input)]));
  if (isUpdate) writeFileSync(file, `${JSON.stringify(Object.fromEntries([...inputs.keys()].map(key => [key, rows[key]])), null, 2)}\n`);
  const committed = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, string>>;
  expect(Object.keys(committed).sort()).toEqual([...inputs.keys()].sort());
  expect(rows).toEqual(Object.fromEntries(Object.keys(rows).map(key => [key, committed[key]])));
  return committed;
}

describe('the table of verdicts', () => {
  let folder: string;
  beforeAll(() => { folder = mkdtempSync(join(tmpdir(), 'verdicts-')); });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('has every example and golden output, none of whose examples is unknown', () => {
    const examples = Object.entries(compare('own', ownInputs(folder))).filter(([name]) => name.startsWith('examples/'));
    const unknown = examples.filter(([, row]) => !row.startsWith('exclusivity holds, liveness holds'));
    expect(unknown).toEqual([]);
  }, 120_000);
});

describeUpstream('the table of verdicts of other projects', () => {
  it('has every folder of the corpus, and each unknown has its reason', () => {
    const rows = Object.values(compare('upstream', upstreamInputs(), SHARE));
    for (const row of rows) expect(row).toMatch(/^refused: |; |^exclusivity (holds|broken), liveness (holds|broken)$/);
  }, 300_000);
});
