import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SCOPE } from './nothing-in-scope';
import { ASSUMPTIONS } from '../../../src/lib/verify/assumptions';
import { renderJson } from '../../../src/lib/verify/render/json';
import { renderMarkdown } from '../../../src/lib/verify/render/markdown';
import { renderSarif } from '../../../src/lib/verify/render/sarif';
import { renderText } from '../../../src/lib/verify/render/text';
import { check, KCM_26, node, SAFE } from '../rules/input';

const ids = (text: string) => ASSUMPTIONS.map(({ id }) => id).filter(id => text.includes(`\`${id}\``));

describe('what an answer takes for granted', () => {
  it('is a closed list, in JSON whatever the answers are', () => {
    const found = [check(SAFE), check({ old: node({ kcm: ['--no-such-flag'] }) })].map(result =>
      (JSON.parse(renderJson(result, SCOPE)) as { assumptions: { id: string; text: string }[] }).assumptions);
    expect(found[0].map(({ id }) => id)).toEqual(['input-is-whole', 'locks-work', 'pods-start', 'objects-exist', 'rights-suffice']);
    expect(found[1]).toEqual(found[0]);
    expect(found[0].every(one => Object.keys(one).join() === 'id,text' && one.text.endsWith('.'))).toBe(true);
  });

  it('is on the page of the proof, each by its id', () => {
    const page = readFileSync(join(__dirname, '../../../docs/explanation/proof.md'), 'utf8');
    expect(ids(page)).toEqual(ASSUMPTIONS.map(({ id }) => id));
  });

  it('is in SARIF too', () => {
    const { runs: [{ properties }] } = JSON.parse(renderSarif(check(SAFE), SCOPE)) as { runs: [{ properties: { assumptions: object[] } }] };
    expect(properties.assumptions).toHaveLength(ASSUMPTIONS.length);
  });

  it('is part of the verdict in words', () => {
    const text = renderText(check(SAFE), SCOPE);
    expect(text).toContain('exclusivity: holds (no controller runs twice, in any mix of these nodes, if nothing else runs a controller manager)');
    expect(text).toContain('whichever process wins the locks, if pods that are scheduled start and the API servers are up)');
  });

  it('is listed in Markdown for the promises that hold', () => {
    expect(ids(renderMarkdown(check(SAFE), SCOPE))).toHaveLength(5);
    const twice = check({ a: node({}), b: node({ kcm: [...KCM_26, '--leader-elect-resource-name=x'] }) });
    expect([twice.exclusivity.verdict, twice.liveness.verdict]).toEqual(['broken', 'holds']);
    expect(ids(renderMarkdown(twice, SCOPE))).toHaveLength(5);
    const ended = check({ old: node({ kcm: ['--cloud-provider=aws', '--no-such-flag'] }) });
    expect([ended.exclusivity.verdict, ended.liveness.verdict]).toEqual(['holds', 'broken']);
    expect(ids(renderMarkdown(ended, SCOPE))).toEqual(['input-is-whole', 'locks-work']);
    const unknown = check({ dist: SAFE.dist });
    expect(ids(renderMarkdown(unknown, SCOPE))).toEqual([]);
  });
});
