import { inTagRange } from './aws-ccm-tags';
import { generatedAwsCcm, generatedInTreeAwsKeys } from './generated';
import { perFeed } from './in-force';
import { lazy } from './lazy';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/** How the key is decoded: the Go type of the struct field. */
export type CloudConfigKeyType = 'string' | 'bool' | 'int32' | 'strings';

export interface CloudConfigKeyFact {
  readonly key: string;
  readonly type: CloudConfigKeyType;
  /** Known to the provider inside kube-controller-manager (the struct did not change in the releases that have it). */
  readonly inTree: boolean;
  /** First tags of the cloud-controller-manager that know it: one per line of releases that got it on its own. */
  readonly since: readonly string[];
  /** First tag without it, where it went for good. */
  readonly removedIn?: string;
}

/** First and last Kubernetes minor whose kube-controller-manager has the AWS provider, as numbers. */
export const inTreeAwsMinors = lazy<{ readonly first: number; readonly last: number }>(() => {
  const minors = generatedInTreeAwsKeys().flatMap(({ from, to }) => [from, to]).map(text => KubernetesVersion.of(text).minor);
  return { first: Math.min(...minors), last: Math.max(...minors) };
});

const TYPES: Readonly<Record<string, CloudConfigKeyType>> = { 'string': 'string', 'bool': 'bool', 'int32': 'int32', '[]string': 'strings' };

/** Keys of section [Global] that some reader knows, sorted. */
export const cloudConfigKeyFacts = perFeed((): readonly CloudConfigKeyFact[] => {
  const { tags, cloudConfigKeys } = generatedAwsCcm();
  const inTree = new Set(generatedInTreeAwsKeys().map(({ key }) => key));
  return [...new Set(cloudConfigKeys.map(({ key }) => key))].sort().map(key => {
    const rows = cloudConfigKeys.filter(row => row.key === key);
    const removedIn = tags[tags.indexOf(rows.at(-1)!.to) + 1];
    const since = rows.map(({ from }) => from);
    return { key, type: TYPES[rows[0].type], inTree: inTree.has(key), since, ...removedIn === undefined ? {} : { removedIn } };
  });
});

/** Keys of section [Global] that a tag of the AWS cloud-controller-manager knows, sorted. */
export function cloudConfigKeysOf(tag: string): readonly string[] {
  return generatedAwsCcm().cloudConfigKeys.filter(row => inTagRange(tag, row)).map(({ key }) => key);
}

/**
 * Section [ServiceOverride "..."]: the same in every reader (legacy-cloud-providers@v0.26.15 aws/aws.go:645, cloud-provider-aws@v1.36.1
 * config.go:134).
 */
export const SERVICE_OVERRIDE_KEYS = ['Service', 'Region', 'URL', 'SigningRegion', 'SigningMethod', 'SigningName'] as const;

/** What `Service` of a ServiceOverride must say for the client to find it; compared exactly. */
export interface ServiceOverrideName {
  readonly target: string;
  readonly sdkV1: string;
  readonly sdkV2: string;
}

/** Tags in whose sources the names below were read. */
export const SERVICE_OVERRIDE_NAMES_READ_AT: readonly string[] = ['v1.28.11', 'v1.36.1', 'v1.37.0', 'v1.37.1'];

/**
 * Source: v1.28.11 pkg/providers/v1/aws.go:750 (SDK v1 endpoint ids), v1.36.1 pkg/providers/v1/config/config.go:204,271,322,373,423 (SDK v2
 * ServiceID).
 */
export const SERVICE_OVERRIDE_NAMES: readonly ServiceOverrideName[] = [
  { target: 'EC2', sdkV1: 'ec2', sdkV2: 'EC2' },
  { target: 'classic load balancers', sdkV1: 'elasticloadbalancing', sdkV2: 'Elastic Load Balancing' },
  { target: 'network load balancers', sdkV1: 'elasticloadbalancing', sdkV2: 'Elastic Load Balancing v2' },
  { target: 'KMS', sdkV1: 'kms', sdkV2: 'KMS' },
  { target: 'instance metadata', sdkV1: 'ec2metadata', sdkV2: 'ec2imds' },
];

/** Services whose override the SDK v1 releases used, and the SDK v2 ones have no code for. */
export const SDK_V1_ONLY_SERVICES: readonly string[] = ['sts', 'autoscaling'];
