import type { Data } from '../../../../src/lib/edit/yaml/data';
import { dataDifference, lineDifference } from '../../../../src/lib/migration/replacement/difference';

describe('where two values differ', () => {
  it.each<[Data, Data]>([
    [{ a: 1, b: [1, { c: 2 }] }, { b: [1, { c: 2 }], a: 1 }],
    [[{ name: 'a', x: 1 }, { name: 'b' }], [{ name: 'b' }, { name: 'a', x: 1 }]],
    [[{ name: 'v', mountPath: '/a' }, { name: 'v', mountPath: '/b' }], [{ name: 'v', mountPath: '/b' }, { name: 'v', mountPath: '/a' }]],
    [null, null], [[], []],
  ])('is nowhere in %j and %j', (here, there) => {
    expect(dataDifference(here, there)).toBeUndefined();
  });

  it.each<[Data, Data, object]>([
    [{ a: { b: 1 } }, { a: { b: 2 } }, { here: ['a', 'b'], there: ['a', 'b'] }],
    [{ a: 1 }, { a: 1, b: 2 }, { here: [], there: ['b'] }],
    [{ a: null }, {}, { here: ['a'], there: [] }],
    [{ a: [] }, { a: {} }, { here: ['a'], there: ['a'] }],
    [[1, 2], [2, 1], { here: [0], there: [0] }],
    [[{ name: 'a', x: 1 }, { name: 'b' }], [{ name: 'b' }, { name: 'a', x: 2 }], { here: [0, 'x'], there: [1, 'x'] }],
    // Names that are not of one item each identify none.
    [[{ name: 'a', x: 1 }, { name: 'a', x: 2 }], [{ name: 'a', x: 2 }, { name: 'a', x: 1 }], { here: [0, 'x'], there: [0, 'x'] }],
  ])('is found in %j and %j', (here, there, place) => {
    expect(dataDifference(here, there)).toStrictEqual(place);
  });

  it('is a line that says something, and the end of a text that has no more of them', () => {
    const isSaid = (line: string) => line !== '';
    expect(lineDifference('a\n\n b\n', 'a\nb', isSaid)).toBeUndefined();
    expect(lineDifference('a\n\nb\n', 'a\nc\n', isSaid)).toStrictEqual({ here: 3, there: 2 });
    expect(lineDifference('a\nb', 'a', isSaid)).toStrictEqual({ here: 2, there: 1 });
  });
});
