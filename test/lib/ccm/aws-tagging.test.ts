import { AwsCcm } from '../../../src/lib/ccm/aws-ccm';
import { AwsTaggingOptions, taggingFlags } from '../../../src/lib/ccm/aws-tagging';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';

const TAGS = { a: '1' };

function flags(options: AwsTaggingOptions | undefined, { release = 'v1.36.1', controllers }: { release?: string; controllers?: string } = {}) {
  return taggingFlags(options, release, controllers);
}

describe('the tagging controller', () => {
  it('is off where it is not asked for', () => {
    expect(flags(undefined)).toEqual({});
    expect(flags(undefined, { controllers: '*,-route' })).toEqual({});
  });

  it.each<[string, AwsTaggingOptions, string | undefined, Record<string, string>]>([
    ['tags alone', { tags: { b: '2', a: '1' } }, undefined, { controllers: '*,tagging', tags: 'a=1,b=2', resources: 'instance' }],
    ['a value with =', { tags: { a: 'x=y' } }, undefined, { controllers: '*,tagging', tags: 'a=x=y', resources: 'instance' }],
    ['other controllers off', { tags: TAGS }, '*,-route', { controllers: '*,-route,tagging', tags: 'a=1', resources: 'instance' }],
    ['itself named already', { tags: TAGS }, 'tagging,*', { controllers: 'tagging,*', tags: 'a=1', resources: 'instance' }],
    ['all of it', { tags: TAGS, rateLimit: 0.5, burstLimit: 0, concurrentNodeSyncs: 2, enableBatching: true }, undefined, {
      'controllers': '*,tagging',
      'tags': 'a=1',
      'resources': 'instance',
      'tagging-controller-rate-limit': '0.5',
      'tagging-controller-burst-limit': '0',
      'tagging-controller-concurrent-node-syncs': '2',
      'tagging-controller-enable-batching': 'true',
    }],
  ])('has flags for %s', (_, options, controllers, expected) => {
    expect(flags(options, { controllers })).toEqual(expected);
  });

  it.each<[string, AwsTaggingOptions, { release?: string; controllers?: string }, string]>([
    ['a release without it', { tags: TAGS }, { release: 'v1.22.0' },
      'tagging.tags needs flag \'--tags\', which v1.22.0 of the AWS cloud-controller-manager does not have; it has no tagging controller'],
    ['a release without batches', { tags: TAGS, enableBatching: true }, { release: 'v1.27.10' },
      'tagging.enableBatching needs flag \'--tagging-controller-enable-batching\', which v1.27.10 of the AWS cloud-controller-manager does not '
        + 'have; its flags: '
      + '\'--resources\', \'--tagging-controller-burst-limit\', \'--tagging-controller-rate-limit\', \'--tags\''],
    ['a limit without tags, in plain JavaScript', { burstLimit: 1 } as unknown as AwsTaggingOptions, {},
      'tagging.tags has no tag, and the tagging controller does not start without one; give one, or leave `tagging` out'],
    ['a rate below 0', { tags: TAGS, rateLimit: -1 }, {}, 'tagging.rateLimit is -1; give a number from 0'],
    ['half a node', { tags: TAGS, burstLimit: 0.5 }, {}, 'tagging.burstLimit is 0.5; give a whole number from 0'],
    ['no worker', { tags: TAGS, concurrentNodeSyncs: 0 }, {}, 'tagging.concurrentNodeSyncs is 0; give a whole number from 1'],
    ['no tag', { tags: {} }, {}, 'tagging.tags has no tag, and the tagging controller does not start without one; give one, or leave `tagging` out'],
    ['a comma', { tags: { a: '1,2' } }, {},
      'tagging.tags \'a\' = \'1,2\' cannot be written as a flag; accepted: a key that is not empty, no comma, quote or line break, and no \'=\' in '
        + 'the key'],
    ['a key of AWS', { tags: { 'aws:x': '1' } }, {}, 'tagging.tags \'aws:x\' has a prefix that AWS keeps for itself; give a key that does not start '
      + 'with \'aws:\''],
    ['a list that turns it off', { tags: TAGS }, { controllers: '*,-tagging' },
      'tagging is given, but flag \'controllers\' is \'*,-tagging\', which turns the tagging controller off; leave one of them out'],
  ])('fails with %s', (_, options, situation, message) => {
    expect(() => flags(options, situation)).toThrow(new Error(message));
  });

  it('is turned on beside the controllers that the user lists', () => {
    const ccm = AwsCcm.of({ tagging: { tags: TAGS }, run: { flags: { controllers: '*,-service' } } });
    expect(ccm._release({ kubernetesVersion: KubernetesVersion.of('1.27.16'), leaderMigration: false }).flags)
      .toEqual({ controllers: '*,-service,tagging', tags: 'a=1', resources: 'instance' });
  });
});
