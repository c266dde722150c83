import { calling, confirm, emptyRecord, forget, formatRecord, intend, parseRecord, settle } from '../../../src/lib/tags/record';
import { planRemoval } from '../../../src/lib/tags/removal';

const tag = (resourceId: string, key = 'k', value = 'v') => ({ resourceId, key, value });
const empty = emptyRecord('prod', 'us-east-1', ['k', 'a"b', 'other']);

describe('record', () => {
  it('survives being written and read, byte for byte', () => {
    const record = confirm(intend(empty, [tag('i-2'), tag('i-1', 'a"b', 'ü')]), [tag('i-2')]);
    const text = formatRecord(record);
    expect(parseRecord(text, 'r.json')).toEqual(record);
    expect(formatRecord(parseRecord(text, 'r.json'))).toBe(text);
    expect(parseRecord(formatRecord(empty), 'r.json')).toEqual(empty);
  });

  it('takes a tag as added by the earlier run only where its call was under way and it is there as it was to be', () => {
    const open = calling(intend(empty, ['i-1', 'i-2', 'i-3', 'i-4', 'i-5'].map(id => tag(id))), ['i-1', 'i-2', 'i-3'].map(id => tag(id)));
    const settled = settle(open, [tag('i-1'), tag('i-2', 'k', 'other'), tag('i-4')]);
    // i-4 was never called for, and is there: another client set it.
    expect(settled.entries.map(entry => [entry.resourceId, entry.state]))
      .toEqual([['i-1', 'added'], ['i-2', 'calling'], ['i-3', 'calling'], ['i-5', 'intended']]);
  });

  it('never claims what it did not intend', () => {
    expect(settle(empty, [tag('i-1')]).entries).toEqual([]);
  });

  it('forgets by resource and key', () => {
    expect(forget(intend(empty, [tag('i-1'), tag('i-1', 'other')]), [tag('i-1')]).entries.map(entry => entry.key)).toEqual(['other']);
  });

  it.each([
    ['', /not JSON/],
    ['[]', /not an object/],
    ['{"format":"x"}', /format is 'x', not 'ccm-migration-tags\/v2'/],
    ['{"format":"ccm-migration-tags/v2"}', /clusterId or region is missing/],
    ['{"format":"ccm-migration-tags/v2","clusterId":"a","region":"b"}', /extraKeys is not a list of tag keys/],
    ['{"format":"ccm-migration-tags/v2","clusterId":"a","region":"b","extraKeys":[],"entries":[{"resourceId":"i-1"}]}', /entries\[0\] needs/],
    ['{"format":"ccm-migration-tags/v2","clusterId":"a","region":"b","extraKeys":[],"entries":[]}', /it was edited since/],
  ])('fails on %j', (text, expected) => {
    expect(() => parseRecord(text, 'r.json')).toThrow(expected);
  });
});

describe('a record that was edited', () => {
  const text = formatRecord(confirm(empty, [tag('i-1')]));

  it.each([
    ['a key that is not the tool\'s', text.replace('"key":"k"', '"key":"Name"'),
      /entries\[0\] has the key 'Name', which this tool does not add for cluster 'prod'/],
    ['a key of another cluster', text.replace('"key":"k"', '"key":"kubernetes.io/cluster/other"'), /which this tool does not add for cluster 'prod'/],
    ['a key that the list of extra keys was given too', text.replace('"key":"k"', '"key":"Name"').replace('["k"', '["Name","k"'),
      /it was edited since/],
    ['another resource', text.replace('i-1', 'i-2'), /it was edited since/],
    ['another value', text.replace('"value":"v"', '"value":"w"'), /it was edited since/],
    ['another state', formatRecord(intend(empty, [tag('i-1')])).replace('intended', 'added'), /it was edited since/],
    ['no resource', text.replace('i-1', 'vol-1'), /entries\[0\]\.resourceId must be a resource that is tagged, got 'vol-1'/],
    ['no sum', text.replace(/ {2}"sum".*\n/, ''), /it was edited since/],
  ])('fails: %s', (_, edited, message) => {
    expect(edited).not.toBe(text);
    expect(() => parseRecord(edited, 'r.json')).toThrow(message);
  });

  it('shows what it quotes on one line, and writes what is not seen as an escape sequence', () => {
    expect(() => parseRecord(text.replace('"key":"k"', '"key":"a\\u001b[2J\\nb"'), 'r.json')).toThrow("has the key 'a\\x1b[2J\\nb', which");
    expect(formatRecord(confirm(empty, [tag('i-1', 'k', '\u202e')]))).toContain('"value":"\\u202e"');
  });
});

describe('planRemoval', () => {
  it('removes what is as it was left, and nothing else', () => {
    const record = confirm(empty, [tag('i-1'), tag('i-2'), tag('i-3')]);
    expect(planRemoval(record, [tag('i-1'), tag('i-2', 'k', 'changed'), tag('i-4')])).toEqual({
      remove: [tag('i-1')], gone: [tag('i-3')], uncertain: [], changed: [{ ...tag('i-2'), now: 'changed' }],
    });
  });

  it('leaves alone what was intended only, and what was never answered', () => {
    const record = calling(intend(empty, [tag('i-1'), tag('i-2')]), [tag('i-2')]);
    expect(planRemoval(record, [tag('i-1'), tag('i-2')])).toEqual({ remove: [], gone: [], uncertain: [tag('i-2')], changed: [] });
  });
});
