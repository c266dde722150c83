import { hasSince, parseRelease, partsOf } from '../../../src/lib/facts/since';

it.each([
  ['1.25', '1.25'], ['v1.25', '1.25'], ['v1.25.4', '1.25'], ['2.22.7', '2.22'], ['1', undefined], ['1.25.x', undefined], ['1.25.4-beta', undefined],
  ['', undefined], ['1.2500', undefined],
])('the minor of release %j is %s', (release, minor) => expect(partsOf(release).minor).toBe(minor));

it('the patch of a release is what it says', () => expect(['1.25', 'v1.25.4'].map(release => partsOf(release).patch)).toEqual([undefined, '4']));

it('a change that came to several minors is in those, from their patch on, and in all later ones', () => {
  const has = (tag: string) => hasSince(parseRelease(tag), ['1.26.7', '1.28.2']);
  expect(['v1.26.7', 'v1.28.2', 'v1.29.0'].filter(has)).toEqual(['v1.26.7', 'v1.28.2', 'v1.29.0']);
  expect(['v1.25.9', 'v1.26.6', 'v1.27.9', 'v1.28.1'].filter(has)).toEqual([]);
});
