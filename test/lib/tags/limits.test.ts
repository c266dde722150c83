import { checkClusterId, checkExtraTags, tagsOverLimit } from '../../../src/lib/tags/limits';

describe('checkClusterId', () => {
  it('accepts the longest id that a key can hold', () => {
    expect(() => checkClusterId('x'.repeat(106))).not.toThrow();
  });

  it.each([
    ['', /clusterId is ''/],
    ['kubernetes.io/cluster/prod', /give the id alone, 'prod'/],
    [' prod', /with space around it/],
    ['x'.repeat(107), /has 107 characters; a tag key has at most 128, which leaves 106/],
  ])('fails on %j', (id, expected) => {
    expect(() => checkClusterId(id)).toThrow(expected);
  });
});

describe('checkExtraTags', () => {
  it('accepts keys and values of the full length, counted in characters', () => {
    expect(() => checkExtraTags([{ key: '\u{1F600}'.repeat(128), value: 'v'.repeat(256) }, { key: 'team', value: '' }])).not.toThrow();
  });

  it.each([
    [{ key: 'AWS:x', value: '' }, /prefix 'aws:' is reserved for AWS/],
    [{ key: 'x', value: 'aws:y' }, /values that start with 'aws:'/],
    [{ key: 'kubernetes.io/cluster/other', value: 'owned' }, /reserved for the cluster tag/],
    [{ key: 'KubernetesCluster', value: 'x' }, /reserved for the legacy cluster tag/],
    [{ key: 'kubernetes.io/role/elb', value: '1' }, /reserved for the subnet roles/],
    [{ key: 'kops.k8s.io/instancegroup', value: 'x' }, /reserved for kops/],
    [{ key: '', value: 'x' }, /empty key/],
    [{ key: 'k'.repeat(129), value: '' }, /of 129 characters; at most 128/],
    [{ key: 'k', value: 'v'.repeat(257) }, /of 257 characters; at most 256/],
  ])('fails on %j', (tag, expected) => {
    expect(() => checkExtraTags([tag])).toThrow(expected);
  });

  it('fails on a key given twice', () => {
    expect(() => checkExtraTags([{ key: 'a', value: '1' }, { key: 'a', value: '2' }])).toThrow(/'a' twice/);
  });
});

describe('tagsOverLimit', () => {
  const present = (count: number) => new Map([...Array(count).keys()].map(n => [`k${n}`, '']));
  it.each([[49, ['a'], 0], [50, ['a'], 1], [50, ['k1'], 0], [50, ['aws:x'], 0]])('%d tags and %j give %d', (count, added, over) => {
    expect(tagsOverLimit(present(count), added)).toBe(over);
  });
});
