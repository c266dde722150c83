import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ioIn } from './simulated-project';
import { main } from '../../src/cli/main';
import { ANSWERS, UpgradeAnswer } from '../../src/lib/upgrade/answer';

const REPORTS = join(__dirname, '..', 'fixtures', 'ccm-upgrade-reports');

/** An upgrade that somebody reported in public, and how it should have been answered before. */
interface UpgradeReport {
  readonly folder: string;
  readonly url: string;
  readonly from: string;
  readonly to: string;
  /** That the cluster does not say what it runs. */
  readonly fromIsGiven?: true;
  readonly happened: string;
  /** `says`: expressions, each of which something in the answer matches, with its id if it stands in the way. */
  readonly expected: { readonly verdict: 'may go' | 'must not go' | 'cannot say'; readonly says: readonly string[] };
  /** Where upstream's code says so. */
  readonly because: string;
  /** Why it is not answered so yet. */
  readonly missed?: string;
}

interface Answer {
  readonly from: string;
  readonly answer: UpgradeAnswer;
  readonly differences: readonly { readonly says: string; readonly todo?: string; readonly hindrance?: { readonly id: string } }[];
}

const TABLE = JSON.parse(readFileSync(join(REPORTS, 'expected.json'), 'utf8')) as readonly UpgradeReport[];

async function answerTo({ folder, from, to, fromIsGiven }: UpgradeReport): Promise<Answer> {
  const io = ioIn(REPORTS);
  await main(['upgrade', folder, ...fromIsGiven ? ['--from', from] : [], '--to', to, '--format', 'json'], io);
  expect(io.text.err).toBe('');
  return JSON.parse(io.text.out) as Answer;
}

describe('upgrades that were reported in public', () => {
  it('are ten, each with its cluster', () => {
    expect(TABLE.map(({ folder }) => folder)).toEqual(readdirSync(REPORTS).filter(name => name !== 'expected.json').sort());
    expect(new Set(TABLE.map(({ url }) => url)).size).toBe(10);
  });

  it.each(TABLE.map(report => [`${report.folder}, ${report.from} to ${report.to}`, report] as const))('%s', async (_, report) => {
    const { from, answer: said, differences } = await answerTo(report);
    const sentences = differences.map(({ says, todo = '', hindrance }) => `${hindrance?.id ?? ''} ${says}. ${todo}`);
    const unsaid = report.expected.says.filter(one => !sentences.some(text => new RegExp(one).test(text)));
    const answer = { from, verdict: ANSWERS[said], unsaid };
    const expected = { from: report.from, verdict: report.expected.verdict, unsaid: [] };
    // What is mended has to leave the list of what is missed.
    if (report.missed === undefined) expect(answer).toEqual(expected);
    else expect(answer).not.toEqual(expected);
  });
});
