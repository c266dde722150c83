import * as fc from 'fast-check';
import { batchesOf, ResourceTag, splitBatch } from '../../../src/lib/tags/batches';

const wanted = fc.uniqueArray(fc.record({
  resourceId: fc.integer({ min: 0, max: 2_500 }).map(n => `i-${n}`),
  key: fc.constantFrom('a', 'b', 'c'),
  value: fc.constantFrom('1', '2'),
}), { selector: tag => `${tag.resourceId} ${tag.key}`, minLength: 0, maxLength: 4_000 });

function flat(batches: ReturnType<typeof batchesOf>): string[] {
  return batches.flatMap(({ ids, tags }) => ids.flatMap(id => tags.map(tag => `${id} ${tag.key}=${tag.value}`))).sort();
}

describe('batchesOf', () => {
  it('loses nothing, doubles nothing and makes ceil(n / 1000) calls per distinct set, whatever is wanted', () => {
    fc.assert(fc.property(wanted, tags => {
      const batches = batchesOf(tags);
      expect(flat(batches)).toEqual(tags.map(tag => `${tag.resourceId} ${tag.key}=${tag.value}`).sort());
      const sets = new Map<string, number>();
      for (const id of new Set(tags.map(tag => tag.resourceId))) {
        const set = tags.filter(tag => tag.resourceId === id).map(tag => `${tag.key}=${tag.value}`).sort().join();
        sets.set(set, (sets.get(set) ?? 0) + 1);
      }
      expect(batches).toHaveLength([...sets.values()].reduce((sum, n) => sum + Math.ceil(n / 1_000), 0));
      expect(Math.max(0, ...batches.map(batch => batch.ids.length))).toBeLessThanOrEqual(1_000);
    }), { numRuns: 25, seed: 6 });
  });

  it('gives the same batches for any order of the same tags', () => {
    const tags: ResourceTag[] = ['i-3', 'i-1', 'i-2'].flatMap(
      resourceId => [{ resourceId, key: 'b', value: '1' }, { resourceId, key: 'a', value: '1' }],
    );
    expect(batchesOf(tags)).toEqual(batchesOf([...tags].reverse()));
  });
});

describe('splitBatch', () => {
  const batch = { tags: [{ key: 'a', value: '1' }], ids: ['i-1', 'i-2', 'i-3', 'i-4', 'i-5'] };
  const ids = (message: string) => splitBatch(batch, message).map(part => part.ids);

  it('isolates the ids that the message names', () => {
    expect(ids("The instance IDs 'i-2, i-4' do not exist")).toEqual([['i-1', 'i-3', 'i-5'], ['i-2'], ['i-4']]);
  });

  it('halves where the message names none', () => {
    expect(ids('one of them is bad')).toEqual([['i-1', 'i-2', 'i-3'], ['i-4', 'i-5']]);
  });
});
