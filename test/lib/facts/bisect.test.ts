import { bisect } from '../../../scripts/facts/bisect';
import { NotToBeHad } from '../../../scripts/facts/reader';

/** Bisects 1.30 with what its releases say, by number; `undefined`: its modules cannot be had. */
async function bisected(says: readonly (string | undefined)[], known: readonly string[] = []) {
  const asked: string[] = [];
  const { read, notToBeHad } = await bisect('1.30', says.length - 1, known, async release => {
    asked.push(release);
    return says[Number(release.split('.')[2])] ?? new NotToBeHad(`${release}: 403 Forbidden`);
  });
  const patches = (releases: readonly string[]) => releases.map(release => Number(release.split('.')[2]));
  return { read: patches(read), notToBeHad, asked: patches(asked).sort((a, b) => a - b) };
}

describe('the releases of a minor that have to be read', () => {
  it('are the first and the last where these say the same', async () =>
    expect(await bisected(['a', 'a', 'a', 'a'])).toEqual({ read: [0, 3], notToBeHad: {}, asked: [0, 3] }));

  it('are both sides of a change, found in few steps', async () => {
    const says = Array.from({ length: 17 }, (_, patch) => patch < 6 ? 'a' : 'b');
    expect(await bisected(says)).toEqual({ read: [0, 5, 6, 16], notToBeHad: {}, asked: [0, 4, 5, 6, 8, 16] });
  });

  it('are both sides of each of several changes', async () =>
    expect((await bisected(['a', 'b', 'b', 'c', 'c', 'c', 'd', 'd'])).read).toEqual([0, 1, 2, 3, 5, 6, 7]));

  it('are those around what cannot be had where a change is, which is named with the reason', async () => {
    expect(await bisected(['a', 'a', undefined, undefined, 'b', 'b'])).toEqual({
      read: [0, 1, 4, 5], notToBeHad: { '1.30.2': '1.30.2: 403 Forbidden', '1.30.3': '1.30.3: 403 Forbidden' }, asked: [0, 1, 2, 3, 4, 5],
    });
  });

  it('are without what cannot be had between two that say the same, since these speak for it', async () =>
    expect(await bisected(['a', 'a', undefined, 'a', 'a', 'b'])).toMatchObject({ read: [0, 4, 5], notToBeHad: {} }));

  it('begin and end with what can be had, and what is out before and after is named', async () => {
    expect(await bisected([undefined, 'a', 'a', undefined])).toEqual({
      read: [1, 2], notToBeHad: { '1.30.0': '1.30.0: 403 Forbidden', '1.30.3': '1.30.3: 403 Forbidden' }, asked: [0, 1, 2, 3],
    });
  });

  it('keep a value that came and went, once it was seen', async () => {
    const says = ['a', 'a', 'a', 'b', 'b', 'a', 'a', 'a'];
    expect((await bisected(says)).read).toEqual([0, 7]);
    expect((await bisected(says, ['1.30.0', '1.30.4', '1.30.7'])).read).toEqual([0, 2, 3, 4, 5, 7]);
    expect((await bisected(says, ['1.30.0', '1.30.2', '1.30.3', '1.30.4', '1.30.5', '1.30.7'])).asked).toEqual([0, 2, 3, 4, 5, 7]);
  });

  it('are none where nothing can be had', async () => {
    await expect(bisected([undefined, undefined])).rejects.toThrow('no release of Kubernetes 1.30 can be had, from 1.30.0 to 1.30.1');
  });
});
