import { AwsCcmOptions, refuseAwsOptions, withAwsOptions } from '../../../src/lib/ccm/aws-options';
import { CcmOptions } from '../../../src/lib/ccm/ccm-options';

function flags(options: AwsCcmOptions & Partial<CcmOptions>, release = 'v1.36.1') {
  return withAwsOptions(options, release).flags;
}

describe('the tagging controller', () => {
  it('is off without tags', () => {
    expect(flags({ flags: { 'leader-elect': 'true' } })).toEqual({ 'leader-elect': 'true' });
    expect(flags({})).toBeUndefined();
  });

  it.each<[string, AwsCcmOptions & Partial<CcmOptions>, Record<string, string>]>([
    ['tags alone', { taggingTags: { b: '2', a: '1' } }, { controllers: '*,tagging', tags: 'a=1,b=2', resources: 'instance' }],
    ['a value with =', { taggingTags: { a: 'x=y' } }, { controllers: '*,tagging', tags: 'a=x=y', resources: 'instance' }],
    ['other controllers off', { taggingTags: { a: '1' }, flags: { controllers: '*,-route' } }, { controllers: '*,-route,tagging', tags: 'a=1', resources: 'instance' }],
    ['itself named already', { taggingTags: { a: '1' }, flags: { controllers: 'tagging,*' } }, { controllers: 'tagging,*', tags: 'a=1', resources: 'instance' }],
    ['all of it', { taggingTags: { a: '1' }, taggingRateLimit: 0.5, taggingBurstLimit: 0, taggingConcurrentNodeSyncs: 2, taggingEnableBatching: true }, {
      'controllers': '*,tagging',
      'tags': 'a=1',
      'resources': 'instance',
      'tagging-controller-rate-limit': '0.5',
      'tagging-controller-burst-limit': '0',
      'tagging-controller-concurrent-node-syncs': '2',
      'tagging-controller-enable-batching': 'true',
    }],
  ])('has flags for %s', (_, options, expected) => {
    expect(flags(options)).toEqual(expected);
  });

  it.each<[string, AwsCcmOptions & Partial<CcmOptions>, string, string]>([
    ['a release without it', { taggingTags: { a: '1' } }, 'v1.22.0', 'taggingTags needs flag \'--tags\', which v1.22.0 of the AWS cloud-controller-manager does not have; it has no tagging controller'],
    ['a release without batches', { taggingTags: { a: '1' }, taggingEnableBatching: true }, 'v1.27.10',
      'taggingEnableBatching needs flag \'--tagging-controller-enable-batching\', which v1.27.10 of the AWS cloud-controller-manager does not have; its flags: '
      + '\'--resources\', \'--tagging-controller-burst-limit\', \'--tagging-controller-rate-limit\', \'--tags\''],
    ['a limit without tags', { taggingBurstLimit: 1 }, 'v1.36.1', 'taggingBurstLimit is given, but the tagging controller is off without `taggingTags`; give the tags, or leave it out'],
    ['a rate below 0', { taggingTags: { a: '1' }, taggingRateLimit: -1 }, 'v1.36.1', 'taggingRateLimit is -1; give a number from 0'],
    ['half a node', { taggingTags: { a: '1' }, taggingBurstLimit: 0.5 }, 'v1.36.1', 'taggingBurstLimit is 0.5; give a whole number from 0'],
    ['no worker', { taggingTags: { a: '1' }, taggingConcurrentNodeSyncs: 0 }, 'v1.36.1', 'taggingConcurrentNodeSyncs is 0; give a whole number from 1'],
    ['no tag', { taggingTags: {} }, 'v1.36.1', 'taggingTags has no tag, and the tagging controller does not start without one; give one, or leave it out'],
    ['a comma', { taggingTags: { a: '1,2' } }, 'v1.36.1', 'taggingTags \'a\' = \'1,2\' cannot be written as a flag; accepted: a key that is not empty, no comma, quote or line break, and no \'=\' in the key'],
    ['a key of AWS', { taggingTags: { 'aws:x': '1' } }, 'v1.36.1', 'taggingTags \'aws:x\' has a prefix that AWS keeps for itself; give a key that does not start with \'aws:\''],
    ['a list that turns it off', { taggingTags: { a: '1' }, flags: { controllers: '*,-tagging' } }, 'v1.36.1',
      'taggingTags are given, but flag \'controllers\' is \'*,-tagging\', which turns the tagging controller off; leave one of them out'],
  ])('fails with %s', (_, options, release, message) => {
    expect(() => flags(options, release)).toThrow(new Error(message));
  });
});

describe('credentials', () => {
  it('come from a role by a projected token', () => {
    const { env, volumes } = withAwsOptions<Partial<CcmOptions>>({ awsRoleArn: 'arn:aws:iam::123456789012:role/ccm', env: [{ name: 'X', value: 'y' }] } as Partial<CcmOptions>, 'v1.36.1');
    expect(env).toEqual([
      { name: 'X', value: 'y' },
      { name: 'AWS_ROLE_ARN', value: 'arn:aws:iam::123456789012:role/ccm' },
      { name: 'AWS_WEB_IDENTITY_TOKEN_FILE', value: '/var/run/secrets/amazonaws.com/token' },
    ]);
    expect(volumes!.map(volume => volume._volume())).toEqual([{
      name: 'token-amazonaws-com',
      projected: { sources: [{ serviceAccountToken: { audience: 'sts.amazonaws.com', expirationSeconds: 86400, path: 'token' } }] },
    }]);
  });

  it('come from a Secret', () => {
    expect(withAwsOptions({ awsCredentialsSecret: 'ccm' } as Partial<CcmOptions>, 'v1.36.1').env).toEqual([
      { name: 'AWS_ACCESS_KEY_ID', secretName: 'ccm' }, { name: 'AWS_SECRET_ACCESS_KEY', secretName: 'ccm' },
    ]);
  });

  it.each<[string, AwsCcmOptions, string]>([
    ['both', { awsRoleArn: 'arn:aws:iam::123456789012:role/a', awsCredentialsSecret: 'b' },
      'awsRoleArn and awsCredentialsSecret are both given, and the SDK would use the Secret and say nothing; leave one of them out'],
    ['a name for an ARN', { awsRoleArn: 'ccm' }, 'awsRoleArn \'ccm\' is not the ARN of an IAM role; give one like \'arn:aws:iam::123456789012:role/name\''],
    ['an audience alone', { awsRoleTokenAudience: 'x' }, 'awsRoleTokenAudience is given without `awsRoleArn`; give the role that the token is for'],
  ])('fail with %s', (_, options, message) => {
    expect(() => withAwsOptions(options as Partial<CcmOptions>, 'v1.36.1')).toThrow(new Error(message));
  });
});

it('say what the instances need where the pods are not on the host network, beside the annotations of the user', () => {
  const { annotations } = withAwsOptions<Partial<CcmOptions>>({ hostNetwork: false, annotations: { a: '1' } }, 'v1.36.1');
  expect(annotations).toEqual({ 'a': '1', 'ccm-migration/imds-hop-limit': expect.stringMatching(/hop limit of at least 2 .*--http-put-response-hop-limit 2/) });
  expect(withAwsOptions<Partial<CcmOptions>>({}, 'v1.36.1').annotations).toBeUndefined();
});

it('are refused for another image', () => {
  expect(() => refuseAwsOptions({}, 'x')).not.toThrow();
  expect(() => refuseAwsOptions({ taggingBurstLimit: 0 }, 'cloud \'gce\'')).toThrow(new Error(
    'taggingBurstLimit is given with cloud \'gce\', but only upstream\'s AWS image is known to understand it; say the same with `flags`, `env` and `volumes`'));
});
