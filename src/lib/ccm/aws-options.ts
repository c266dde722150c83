import { awsV2Additions, awsV2Provider } from './aws-v2-options';
import { CcmOptions } from './ccm-options';
import { CcmVolume } from './volume';
import { CcmEnvVar } from './workload-options';
import { AWS_CCM_TAGGING_CONTROLLER, awsCcmRelease } from '../facts/ccm-releases';
import { imdsHopLimitNote } from '../migration/node-name';

/** What can be set on the AWS cloud-controller-manager only. */
export interface AwsCcmOptions {
  /**
   * IAM role that it takes on with a token of its ServiceAccount (IRSA). The cluster's issuer must be an identity provider of the account.
   * @default - the instance role of its node
   */
  readonly awsRoleArn?: string;
  /**
   * Audience of that token, as the trust policy of the role has it.
   * @default 'sts.amazonaws.com'
   */
  readonly awsRoleTokenAudience?: string;
  /**
   * Secret, in its namespace, with the keys `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`.
   * @default - the instance role of its node
   */
  readonly awsCredentialsSecret?: string;
  /**
   * Tags that the tagging controller puts on the instance of each node. Given, the controller is turned on.
   * @default - the tagging controller is off
   */
  readonly taggingTags?: { readonly [key: string]: string };
  /**
   * Nodes per second that the tagging controller works on.
   * @default - not limited
   */
  readonly taggingRateLimit?: number;
  /**
   * Nodes that the tagging controller may work on at once beyond that rate.
   * @default - not limited
   */
  readonly taggingBurstLimit?: number;
  /**
   * Nodes that the tagging controller works on side by side.
   * @default 1
   */
  readonly taggingConcurrentNodeSyncs?: number;
  /**
   * Whether the tagging controller puts tags on several instances with one call.
   * @default - the release's default
   */
  readonly taggingEnableBatching?: boolean;
  /**
   * Opt-in to the second AWS provider, `--cloud-provider=aws/v2`, for the cluster of this name: pre-alpha, for new clusters, in releases up to 1.28, and not with
   * Leader Migration. It only initializes and deletes nodes: no load balancers, no routes. Writes `ENABLE_ALPHA_V2=true` and its YAML configuration. Every instance
   * needs the tag `kubernetes.io/cluster/<name>=owned`, or its node is deleted. The verifier warns of it (`aws-v2-provider`).
   * @default - the provider `aws`
   */
  readonly alphaV2ClusterName?: string;
}

/** Where the SDK finds the token: kops' place for it. */
const TOKEN_FOLDER = '/var/run/secrets/amazonaws.com/';
/** A day, as kops asks for; the kubelet renews the token after 80 % of it. */
const TOKEN_SECONDS = 86400;
/** On the workload, where the reviewer of a manifest without host network sees what its instances need. */
const HOP_LIMIT_ANNOTATION = 'ccm-migration/imds-hop-limit';

/**
 * The same options with what is AWS's own said in general terms: flags, environment and volumes.
 *
 * @param release tag of the release, which decides the flags of the tagging controller
 * @throws if two options contradict each other, or the release lacks what one needs
 */
export function withAwsOptions<T extends Partial<CcmOptions>>(options: T & AwsCcmOptions, release: string): T {
  const provider = awsV2Provider(options, release, options.leaderMigration ?? options.leaderMigrationConfig !== undefined);
  const v2 = provider && awsV2Additions(provider, options);
  const own = credentials(options);
  const [env, volumes] = [[...own.env, ...v2?.env ?? []], [...own.volumes, ...v2?.volumes ?? []]];
  const flags = { ...taggingFlags(options, release), ...v2?.flags };
  const note = imdsHopLimitNote(options.hostNetwork ?? true);
  return {
    ...options,
    ...note === undefined ? {} : { annotations: { [HOP_LIMIT_ANNOTATION]: note, ...options.annotations } },
    ...env.length === 0 ? {} : { env: [...options.env ?? [], ...env] },
    ...volumes.length === 0 ? {} : { volumes: [...options.volumes ?? [], ...volumes] },
    ...Object.keys(flags).length === 0 ? {} : { flags: { ...options.flags, ...flags } },
  };
}

const AWS_PROPS = [
  'awsRoleArn', 'awsRoleTokenAudience', 'awsCredentialsSecret',
  'taggingTags', 'taggingRateLimit', 'taggingBurstLimit', 'taggingConcurrentNodeSyncs', 'taggingEnableBatching', 'alphaV2ClusterName',
] as const;

/** @throws if one of them is given for another component than upstream's, whose flags and SDK are not known */
export function refuseAwsOptions(options: AwsCcmOptions, other: string): void {
  const given = AWS_PROPS.find(prop => options[prop] !== undefined);
  if (given) throw new Error(`${given} is given with ${other}, but only upstream's AWS image is known to understand it; say the same with \`flags\`, \`env\` and \`volumes\``);
}

function credentials(options: AwsCcmOptions): { readonly env: readonly CcmEnvVar[]; readonly volumes: readonly CcmVolume[] } {
  const { awsRoleArn, awsCredentialsSecret: secretName } = options;
  if (awsRoleArn !== undefined && secretName !== undefined) {
    throw new Error('awsRoleArn and awsCredentialsSecret are both given, and the SDK would use the Secret and say nothing; leave one of them out');
  }
  if (awsRoleArn === undefined && options.awsRoleTokenAudience !== undefined) throw new Error('awsRoleTokenAudience is given without `awsRoleArn`; give the role that the token is for');
  if (secretName !== undefined) return { env: ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'].map(name => ({ name, secretName })), volumes: [] };
  if (awsRoleArn === undefined) return { env: [], volumes: [] };
  if (!/^arn:aws[a-z-]*:iam::\d{12}:role\/[\w+=,.@/-]+$/.test(awsRoleArn)) {
    throw new Error(`awsRoleArn '${awsRoleArn}' is not the ARN of an IAM role; give one like 'arn:aws:iam::123456789012:role/name'`);
  }
  return {
    env: [{ name: 'AWS_ROLE_ARN', value: awsRoleArn }, { name: 'AWS_WEB_IDENTITY_TOKEN_FILE', value: `${TOKEN_FOLDER}token` }],
    volumes: [CcmVolume.serviceAccountToken('token-amazonaws-com', options.awsRoleTokenAudience ?? 'sts.amazonaws.com', TOKEN_SECONDS, { mountPath: TOKEN_FOLDER })],
  };
}

function taggingFlags(options: AwsCcmOptions & Partial<CcmOptions>, release: string): Record<string, string> {
  const { taggingTags } = options;
  if (taggingTags === undefined) {
    const given = (['taggingRateLimit', 'taggingBurstLimit', 'taggingConcurrentNodeSyncs', 'taggingEnableBatching'] as const).find(prop => options[prop] !== undefined);
    if (given) throw new Error(`${given} is given, but the tagging controller is off without \`taggingTags\`; give the tags, or leave it out`);
    return {};
  }
  checkNumbers(options);
  const wanted: [string, string, string | undefined][] = [
    ['tags', 'taggingTags', tagList(taggingTags)],
    ['resources', 'taggingTags', 'instance'], // the only one that any release supports (pkg/controllers/options/resources.go)
    ['tagging-controller-rate-limit', 'taggingRateLimit', text(options.taggingRateLimit)],
    ['tagging-controller-burst-limit', 'taggingBurstLimit', text(options.taggingBurstLimit)],
    ['tagging-controller-concurrent-node-syncs', 'taggingConcurrentNodeSyncs', text(options.taggingConcurrentNodeSyncs)],
    ['tagging-controller-enable-batching', 'taggingEnableBatching', text(options.taggingEnableBatching)],
  ];
  const known = awsCcmRelease(release).taggingFlags;
  const flags: Record<string, string> = { controllers: withTagging(options.flags?.controllers) };
  for (const [name, prop, value] of wanted) {
    if (value === undefined) continue;
    if (!known.includes(name)) {
      throw new Error(`${prop} needs flag '--${name}', which ${release} of the AWS cloud-controller-manager does not have; `
        + (known.length === 0 ? 'it has no tagging controller' : `its flags: ${known.map(flag => `'--${flag}'`).join(', ')}`));
    }
    flags[name] = value;
  }
  return flags;
}

/** What its validation demands: pkg/controllers/options/tagging_controller.go, Validate, and the types of the flags. */
function checkNumbers({ taggingRateLimit, taggingBurstLimit, taggingConcurrentNodeSyncs }: AwsCcmOptions): void {
  if (taggingRateLimit !== undefined && !(taggingRateLimit >= 0)) throw new Error(`taggingRateLimit is ${taggingRateLimit}; give a number from 0`);
  for (const [prop, value, least] of [['taggingBurstLimit', taggingBurstLimit, 0], ['taggingConcurrentNodeSyncs', taggingConcurrentNodeSyncs, 1]] as const) {
    if (value !== undefined && !(Number.isInteger(value) && value >= least)) throw new Error(`${prop} is ${value}; give a whole number from ${least}`);
  }
}

/** `--controllers` with the tagging controller, which `*` does not turn on. */
function withTagging(controllers: string = '*'): string {
  const names = controllers.split(',');
  if (names.includes(`-${AWS_CCM_TAGGING_CONTROLLER}`)) {
    throw new Error(`taggingTags are given, but flag 'controllers' is '${controllers}', which turns the tagging controller off; leave one of them out`);
  }
  return names.includes(AWS_CCM_TAGGING_CONTROLLER) ? controllers : `${controllers},${AWS_CCM_TAGGING_CONTROLLER}`;
}

function tagList(tags: Readonly<Record<string, string>>): string {
  const entries = Object.entries(tags).sort(([a], [b]) => (a < b ? -1 : 1));
  if (entries.length === 0) throw new Error('taggingTags has no tag, and the tagging controller does not start without one; give one, or leave it out');
  for (const [key, value] of entries) {
    // pflag's StringToString reads a CSV line of pairs, each split at its first '='.
    if (key === '' || /[,="\n]/.test(key) || /[,"\n]/.test(value)) {
      throw new Error(`taggingTags '${key}' = '${value}' cannot be written as a flag; accepted: a key that is not empty, no comma, quote or line break, and no '=' in the key`);
    }
    if (/^aws:/i.test(key)) throw new Error(`taggingTags '${key}' has a prefix that AWS keeps for itself; give a key that does not start with 'aws:'`);
  }
  return entries.map(([key, value]) => `${key}=${value}`).join(',');
}

function text(value: number | boolean | undefined): string | undefined {
  return value === undefined ? undefined : String(value);
}
