import { confirm, emptyRecord, forget, formatRecord, intend, parseRecord, settle } from '../../../src/lib/tags/record';
import { planRemoval } from '../../../src/lib/tags/removal';

const tag = (resourceId: string, key = 'k', value = 'v') => ({ resourceId, key, value });
const empty = emptyRecord('prod', 'us-east-1');

describe('record', () => {
  it('survives being written and read, byte for byte', () => {
    const record = confirm(intend(empty, [tag('i-2'), tag('i-1', 'a"b', 'ü')]), [tag('i-2')]);
    const text = formatRecord(record);
    expect(parseRecord(text, 'r.json')).toEqual(record);
    expect(formatRecord(parseRecord(text, 'r.json'))).toBe(text);
    expect(parseRecord(formatRecord(empty), 'r.json')).toEqual(empty);
  });

  it('takes an intended tag that is there as added by the earlier run, and one with another value not', () => {
    const settled = settle(intend(empty, [tag('i-1'), tag('i-2'), tag('i-3')]), [tag('i-1'), tag('i-2', 'k', 'other')]);
    expect(settled.entries.map(entry => [entry.resourceId, entry.state])).toEqual([['i-1', 'added'], ['i-2', 'intended'], ['i-3', 'intended']]);
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
    ['{"format":"x"}', /format is 'x', not 'ccm-migration-tags\/v1'/],
    ['{"format":"ccm-migration-tags/v1"}', /clusterId or region is missing/],
    ['{"format":"ccm-migration-tags/v1","clusterId":"a","region":"b","entries":[{"resourceId":"i-1"}]}', /entries\[0\] needs/],
  ])('fails on %j', (text, expected) => {
    expect(() => parseRecord(text, 'r.json')).toThrow(expected);
  });
});

describe('planRemoval', () => {
  it('removes what is as it was left, and nothing else', () => {
    const record = intend(empty, [tag('i-1'), tag('i-2'), tag('i-3')]);
    expect(planRemoval(record, [tag('i-1'), tag('i-2', 'k', 'changed'), tag('i-4')])).toEqual({
      remove: [tag('i-1')], gone: [tag('i-3')], changed: [{ ...tag('i-2'), now: 'changed' }],
    });
  });
});
