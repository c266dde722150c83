import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from './pages';

/** Folders of plans of examples whose runbook and report are beside each other. */
const PLANS = readdirSync(join(ROOT, 'examples'), { recursive: true, encoding: 'utf8' })
  .filter(path => /^[\w-]+\/bundles\/plan\/[^/]+\/report\.md$/.test(path)).map(path => dirname(path)).sort();

/** What a text says, of the first of these that it has. */
const said = (text: string, pattern: RegExp): string | undefined => pattern.exec(text)?.slice(1).find(group => group !== undefined);

it('there are plans that are compared', () => expect(PLANS.length).toBeGreaterThan(5));

describe.each(PLANS)('the figures of %s', folder => {
  const [runbook, report] = ['runbook.md', 'report.md'].map(name => readFileSync(join(ROOT, 'examples', folder, name), 'utf8'));
  it.each<[string, RegExp]>([
    ['how often the leader is stopped', /leader is stopped \(at most (once|\d+ times)\)|may no controller run\?.*at most (1 time|\d+ times)/],
    ['how long there is none then', /No process runs the cloud controllers \| less than ([\d.]+) s|may no controller run\?.*less than ([\d.]+) s/i],
    ['how many control-plane nodes change', /steps on (\d+) control-plane node|(\d+) control-plane nodes of group|, on (\d+) control-plane node/],
    ['how many workers change', /(\d+) workers?, by node group|workers of group workers are replaced by shares, about (\d+)|and (\d+) workers?/],
  ])('are the same in runbook and report: %s', (_what, pattern) => {
    const [one, other] = [runbook, report].map(text => said(text, pattern)?.replace('1 time', 'once'));
    expect(other).toBe(one);
  });
});
