import { parse } from 'yaml';
import { AwsV2Provider } from '../../../src/lib/cloud-config/aws-v2';

const options = { release: 'v1.28.11', clusterName: 'prod-eu', leaderMigration: false };

describe('aws/v2', () => {
  it('has its switch, its own configuration, its tags and a warning', () => {
    const settings = new AwsV2Provider(options);
    expect(settings.environment).toEqual({ ENABLE_ALPHA_V2: 'true' });
    expect(parse(settings.cloudConfig)).toEqual({ apiVersion: 'config.aws.io/v1alpha1', kind: 'AWSCloudConfig', config: { clusterName: 'prod-eu' } });
    expect(settings.tags).toContain('kubernetes.io/cluster=prod-eu');
    expect(settings.warning).toContain('gone from v1.29.0 on');
  });

  it.each([
    [{ release: 'v1.29.0' }, 'does not exist in cloud-controller-manager v1.29.0: the provider was deleted in v1.29.0'],
    [{ leaderMigration: true }, 'cannot be used with Leader Migration: it has no load balancers and no routes'],
    [{ clusterName: 'a b' }, "clusterName is 'a b'"],
    [{ clusterName: '' }, "clusterName is ''"],
  ])('fails for %j', (wrong, message) => expect(() => new AwsV2Provider({ ...options, ...wrong })).toThrow(message));
});
