import { App, Chart } from 'cdk8s';
import { Secret } from 'cdk8s-plus-27';
import { AwsCcm } from '../../../src/lib/ccm/aws-ccm';
import { AwsCredentials } from '../../../src/lib/ccm/aws-credentials';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';

const ROLE = 'arn:aws:iam::123456789012:role/ccm';

describe('credentials', () => {
  it('of the instance role need nothing in the pod', () => {
    expect(AwsCredentials.instanceRole()).toMatchObject({ _kind: 'instance-role', _env: [], _volumes: [] });
  });

  it('come from a role by a projected token', () => {
    const { _kind, _env, _volumes } = AwsCredentials.webIdentity(ROLE);
    expect(_kind).toBe('web-identity');
    expect(_env).toEqual([
      { name: 'AWS_ROLE_ARN', value: ROLE },
      { name: 'AWS_WEB_IDENTITY_TOKEN_FILE', value: '/var/run/secrets/amazonaws.com/token' },
    ]);
    expect(_volumes).toEqual([{
      volume: {
        name: 'token-amazonaws-com',
        projected: { sources: [{ serviceAccountToken: { audience: 'sts.amazonaws.com', expirationSeconds: 86400, path: 'token' } }] },
      },
      mounts: [{ name: 'token-amazonaws-com', mountPath: '/var/run/secrets/amazonaws.com/', readOnly: true }],
    }]);
  });

  it('have the audience of the trust policy in the token', () => {
    expect(JSON.stringify(AwsCredentials.webIdentity(ROLE, 'mine')._volumes)).toContain('"audience":"mine"');
  });

  it('have the region of the cluster for STS', () => {
    expect(AwsCredentials.webIdentity(ROLE, undefined, 'eu-central-1')._env[0]).toEqual({ name: 'AWS_REGION', value: 'eu-central-1' });
  });

  it.each(['eu-central-1a', 'Frankfurt', ''])("fail with '%s' for a region", region => {
    expect(() => AwsCredentials.webIdentity(ROLE, undefined, region))
      .toThrow(`region '${region}' is not a region of AWS; give one like 'eu-central-1'`);
  });

  describe('of a web identity without a region', () => {
    const asKeys = (keys: Readonly<Record<string, string>>) => (key: string) => keys[key];

    it('take it from the cloud config, for any release', () => {
      const { _env } = AwsCredentials.webIdentity(ROLE)._in('v1.36.1', asKeys({ Region: 'us-east-1' }));
      expect(_env[0]).toEqual({ name: 'AWS_REGION', value: 'us-east-1' });
    });

    it.each<[string, Readonly<Record<string, string>>, boolean]>([
      ['v1.30.3', {}, false], ['v1.30.4', {}, true], ['v1.31.8', {}, true], ['v1.31.9', {}, false], ['v1.32.3', {}, true], ['v1.32.4', {}, false],
      ['v1.28.11', { RoleARN: ROLE }, false], ['v1.29.9', { RoleARN: ROLE }, true], ['v1.31.9', { RoleARN: ROLE }, true],
      ['v1.37.1', { RoleARN: ROLE }, true], ['v1.37.1', {}, false],
    ])('are refused where %s with the cloud config %j asks STS without one: %p', (release, keys, isRefused) => {
      const made = () => AwsCredentials.webIdentity(ROLE)._in(release, asKeys(keys));
      if (isRefused) expect(made).toThrow(/^the AWS cloud-controller-manager v[\d.]+ has a web identity and no region: .*; give the region as /);
      else expect(made()._env).toHaveLength(2);
    });

    it.each(['AWS_REGION', 'AWS_DEFAULT_REGION', 'AWS_ENDPOINT_URL_STS'])('have it where the container is given %s besides', name => {
      const given = [{ name, valueFrom: { configMapKeyRef: { name: 'aws', key: 'it' } } }];
      expect(AwsCredentials.webIdentity(ROLE)._in('v1.31.8', asKeys({ Region: 'us-east-1' }), given)._env).toHaveLength(2);
      const ccm = AwsCcm.of({ release: 'v1.31.8', credentials: AwsCredentials.webIdentity(ROLE), run: { pod: { env: given } } });
      expect(() => ccm._release({ kubernetesVersion: KubernetesVersion.of('1.31'), leaderMigration: false })).not.toThrow();
    });

    it('are no matter of other credentials', () => {
      expect(AwsCredentials.instanceRole()._in('v1.31.8', asKeys({ Region: 'us-east-1' }))._env).toEqual([]);
    });
  });

  it.each([
    ['its name', () => 'ccm'],
    ['itself', () => new Secret(new Chart(new App(), 'c'), 's', { metadata: { name: 'ccm' } })],
  ])('come from a Secret, by %s', (_, secret) => {
    const { _kind, _env, _volumes } = AwsCredentials.secret(secret());
    expect(_kind).toBe('secret');
    expect(_env).toEqual(['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'].map(
      key => ({ name: key, valueFrom: { secretKeyRef: { name: 'ccm', key } } }),
    ));
    expect(_volumes).toEqual([]);
  });

  it.each(['ccm', 'arn:aws:iam::123456789012:user/ccm', 'arn:aws:iam::1:role/ccm'])("fail with '%s' for a role", roleArn => {
    expect(() => AwsCredentials.webIdentity(roleArn)).toThrow(new Error(
      `roleArn '${roleArn}' is not the ARN of an IAM role; give one like 'arn:aws:iam::123456789012:role/name'`));
  });

  it.each(['arn:aws-cn:iam::123456789012:role/ccm',
    'arn:aws-us-gov:iam::123456789012:role/path/ccm'])('take the role %s of another partition', roleArn => {
    expect(AwsCredentials.webIdentity(roleArn)._env[0].value).toBe(roleArn);
  });
});
