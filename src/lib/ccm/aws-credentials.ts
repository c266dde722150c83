import type { ISecret, k8s } from 'cdk8s-plus-27';
import { MountedVolume, serviceAccountToken } from './volume';
import { REGION_VARIABLES, STS_ENDPOINT_VARIABLES, WEB_IDENTITY_VARIABLE } from '../facts/ccm-environment';
import { FaultCondition, faultsOf } from '../facts/ccm-faults';
import { conditionMet } from '../facts/fault-condition';

/** Where the SDK finds the token: kops' place for it. */
const TOKEN_FOLDER = '/var/run/secrets/amazonaws.com/';
/** A day, as kops asks for; the kubelet renews the token after 80 % of it. */
const TOKEN_SECONDS = 86400;
const [REGION] = REGION_VARIABLES;
/** Faults that show without one. */
const WITHOUT_REGION: readonly FaultCondition[] = ['web-identity-without-region', 'assumed-role-of-web-identity'];
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
   * @param region region of the cluster (`eu-central-1`), which becomes `AWS_REGION`. Some releases ask STS without a region where it is left out, as
   * all that take on the `RoleARN` of a cloud config do; they are refused then. Default: `Region` of the cloud config that is written
   * @throws if it is not the ARN of a role, or not a region
   */
  public static webIdentity(roleArn: string, audience?: string, region?: string): AwsCredentials {
    if (!/^arn:aws[a-z-]*:iam::\d{12}:role\/[\w+=,.@/-]+$/.test(roleArn)) {
      throw new Error(`roleArn '${roleArn}' is not the ARN of an IAM role; give one like 'arn:aws:iam::123456789012:role/name'`);
    }
    if (region !== undefined && !/^[a-z]{2,}(?:-[a-z]+)+-\d+$/.test(region)) {
      throw new Error(`region '${region}' is not a region of AWS; give one like 'eu-central-1'`);
    }
    return new AwsCredentials(
      'web-identity',
      [
        ...region === undefined ? [] : [{ name: REGION, value: region }], { name: 'AWS_ROLE_ARN', value: roleArn },
        { name: WEB_IDENTITY_VARIABLE, value: `${TOKEN_FOLDER}token` },
      ],
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

  /**
   * The same, with the region of the cloud config where it needs one and has none.
   *
   * @internal
   * @param release that is run with it
   * @param cloudConfigKey a key of section `[Global]` of its cloud config
   * @param env variables that its container has besides
   * @throws if the release does not come by a region on its own
   */
  public _in(release: string, cloudConfigKey: (key: string) => string | undefined, env: readonly k8s.EnvVar[] = []): AwsCredentials {
    const isTold = [...this._env, ...env].some(({ name }) => [...REGION_VARIABLES, ...STS_ENDPOINT_VARIABLES].includes(name));
    if (this._kind !== 'web-identity' || isTold) return this;
    const region = cloudConfigKey('Region');
    if (region !== undefined) return new AwsCredentials(this._kind, [{ name: REGION, value: region }, ...this._env], this._volumes);
    const cluster = { webIdentityWithoutRegion: true, assumesRole: cloudConfigKey('RoleARN') !== undefined };
    const fault = faultsOf(release).find(({ when }) => WITHOUT_REGION.includes(when) && conditionMet(when, cluster) === 'yes');
    if (fault === undefined) return this;
    throw new Error(`the AWS cloud-controller-manager ${release} has a web identity and no region: ${fault.says}; give the region as third argument `
      + 'of AwsCredentials.webIdentity');
  }
}
