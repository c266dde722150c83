import { App, Chart } from 'cdk8s';
import { Secret } from 'cdk8s-plus-27';
import { AwsCredentials } from '../../../src/lib/ccm/aws-credentials';

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
