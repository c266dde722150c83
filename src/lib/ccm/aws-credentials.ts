import type { ISecret, k8s } from 'cdk8s-plus-27';
import { MountedVolume, serviceAccountToken } from './volume';

/** Where the SDK finds the token: kops' place for it. */
const TOKEN_FOLDER = '/var/run/secrets/amazonaws.com/';
/** A day, as kops asks for; the kubelet renews the token after 80 % of it. */
const TOKEN_SECONDS = 86400;
const KEYS = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'];

/** What the AWS cloud-controller-manager calls AWS with. */
export class AwsCredentials {
  /** The instance role of its node. */
  public static instanceRole(): AwsCredentials {
    return new AwsCredentials('instance-role', [], []);
  }

  /**
   * An IAM role that it takes on with a token of its ServiceAccount (IRSA). The cluster's issuer must be an identity provider of the account.
   *
   * @param roleArn the role
   * @param audience audience of the token, as the trust policy of the role has it; default `sts.amazonaws.com`
   * @throws if it is not the ARN of a role
   */
  public static webIdentity(roleArn: string, audience?: string): AwsCredentials {
    if (!/^arn:aws[a-z-]*:iam::\d{12}:role\/[\w+=,.@/-]+$/.test(roleArn)) {
      throw new Error(`roleArn '${roleArn}' is not the ARN of an IAM role; give one like 'arn:aws:iam::123456789012:role/name'`);
    }
    return new AwsCredentials(
      'web-identity',
      [{ name: 'AWS_ROLE_ARN', value: roleArn }, { name: 'AWS_WEB_IDENTITY_TOKEN_FILE', value: `${TOKEN_FOLDER}token` }],
      [serviceAccountToken('token-amazonaws-com', audience ?? 'sts.amazonaws.com', TOKEN_SECONDS, TOKEN_FOLDER)],
    );
  }

  /**
   * A Secret with the keys `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`.
   *
   * @param secret in the namespace of the workload: itself, or its name
   */
  public static secret(secret: ISecret | string): AwsCredentials {
    const name = typeof secret === 'string' ? secret : secret.name;
    return new AwsCredentials('secret', KEYS.map(key => ({ name: key, valueFrom: { secretKeyRef: { name, key } } })), []);
  }

  /** @internal `instance-role`, `web-identity` or `secret` */
  public readonly _kind: string;
  /** @internal */
  public readonly _env: readonly k8s.EnvVar[];
  /** @internal */
  public readonly _volumes: readonly MountedVolume[];

  private constructor(kind: string, env: readonly k8s.EnvVar[], volumes: readonly MountedVolume[]) {
    this._kind = kind;
    this._env = env;
    this._volumes = volumes;
  }
}
