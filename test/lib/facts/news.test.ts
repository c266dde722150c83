import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { LINES, newsOf, unreadOf } from '../../../scripts/facts/news';
import { yaml } from '../../../src/lib/edit/yaml/load';
import { ANSIBLE_CORES } from '../../../src/lib/facts/ansible-core';
import { KOPS_RELEASES } from '../../../src/lib/facts/kops';

const ROOT = resolve(__dirname, '../../..');

describe.each(LINES.map(line => [line.name, line] as const))('a new release of %s', (name, line) => {
  const newest = line.readAt.map(tag => tag.slice(1).split('.').map(Number)).sort(([a, b, c], [d, e, f]) => a - d || b - e || c - f).at(-1)!;
  const [major, minor, patch] = newest;

  it.each([
    ['minor', [`v${major}.${minor + 1}.0`, `v${major}.${minor + 1}.3`, `v${major}.${minor + 2}.0-rc.1`], `v${major}.${minor + 1}.3`],
    ['patch', [`v${major}.${minor}.${patch + 1}`], `v${major}.${minor}.${patch + 1}`],
  ])('%s is named, with what is to be done', (_, published, tag) => {
    expect(unreadOf(line, [...line.readAt, ...published])).toStrictEqual([
      `${name} ${tag} is out and unread, the last that was read is v${newest.join('.')}: ${line.todo}`,
    ]);
  });
  it('is none where nothing is younger', () => expect(unreadOf(line, [...line.readAt, 'v0.1.0'])).toStrictEqual([]));
});

describe('what is out and unread', () => {
  const line = { name: 'x', readAt: ['v1.1.0', 'v1.1.4', 'v1.2.3'], todo: 'y', published: () => [] };
  const published = ['v1.0.9', 'v1.1.5', 'v1.2.2', 'v1.10.0', 'v1.3.1', 'v1.3.0'];
  it.each([
    [true, 'x v1.1.5, v1.3.1, v1.10.0 are out and unread, the last that was read is v1.2.3: y'],
    [false, 'x v1.3.1, v1.10.0 are out and unread, the last that was read is v1.2.3: y'],
  ])('of older minors too where patches say something new: %s', (byPatch, said) =>
    expect(unreadOf({ ...line, byPatch }, published)).toStrictEqual([said]));

  it('is said of each project, whatever becomes of another', () => expect(newsOf([
    { name: 'a', unread: () => { throw new Error('go does not start'); } },
    { name: 'b', unread: () => ['b 2 is out'] },
    { name: 'c', unread: () => [] },
  ])).toStrictEqual({ news: ['b 2 is out'], unknown: ['not known whether a has younger releases: go does not start'] }));
});

describe('minors of ansible-core', () => {
  it('are those that the playbooks take, and the pinned one is the first', () => {
    const role = join(ROOT, 'collection/ansible_collections/cdk8s/ccm_migration/roles/settings/defaults/main.yaml');
    const { ansible_minors: taken } = yaml().parse(readFileSync(role, 'utf8')) as { readonly ansible_minors: readonly string[] };
    expect(ANSIBLE_CORES.map(({ release }) => release)).toStrictEqual(taken);
    const pinned = /^ansible-core==(.*)$/m.exec(readFileSync(join(ROOT, 'test/ansible/requirements.txt'), 'utf8'))![1];
    expect(ANSIBLE_CORES[0].readAt).toStrictEqual([`v${pinned}`]);
  });
});

it('images of kops are read to a release of their minor', () => {
  for (const { release, readAt, ccmImages } of KOPS_RELEASES()) {
    const [whole, last] = readAt.map(tag => tag.split('.'));
    expect([`v${release}`, `v${release}`]).toStrictEqual([whole, last].map(parts => parts.slice(0, 2).join('.')));
    expect(Math.max(Number(whole[2]), ...ccmImages.map(({ from }) => from))).toBeLessThanOrEqual(Number(last[2]));
  }
});
