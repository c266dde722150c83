import { hasSince, Release } from './since';

/** What changed in the code of the AWS cloud-controller-manager between tags, and no program can read. */
export interface AwsCcmChange {
  /** First releases with it, one per line of releases that got it on its own: see `hasSince`. */
  readonly since: readonly string[];
  /** Releases beside these that have it, and whose successors lost it again. */
  readonly also?: readonly string[];
  /** Tags in whose sources it was confirmed. What a newer one does is not known. */
  readonly readAt: readonly string[];
  /** Each of the first releases was read, and the tag before it. */
  readonly source: string;
}

const READ_AT = ['v1.36.1', 'v1.37.0', 'v1.37.1'];

/** Every such change, by what a release then does. */
export const AWS_CCM_CHANGES = {
  isBuiltOnSdkV2: {
    since: ['1.29.9', '1.30.10', '1.31.9', '1.32.4', '1.33.1'],
    readAt: READ_AT,
    source: 'kubernetes/cloud-provider-aws go.mod, pkg/providers/v1/config/config.go',
  },
  // gcfg is wrapped in `FatalOnly`: data for an unknown section or key is ignored without a word. All before stop with it.
  ignoresUnknownKeys: {
    since: ['1.23.18', '1.24.16', '1.25.12', '1.26.7', '1.27.3', '1.28.2'],
    readAt: READ_AT,
    source: 'kubernetes/cloud-provider-aws pkg/providers/v1/aws.go, readAWSCloudConfig; v1.37.0 aws.go:541',
  },
  hasNoAwsV2: {
    since: ['1.29.0'],
    readAt: READ_AT,
    source: 'kubernetes/cloud-provider-aws cmd/aws-cloud-controller-manager/main.go; pkg/providers/v2 deleted',
  },
  findsInstanceIdNames: {
    since: ['1.22.0'],
    readAt: READ_AT,
    source: 'kubernetes/cloud-provider-aws pkg/providers/v1/aws.go, nodeNameToInstanceID; v1.37.0 aws.go:3667',
  },
  findsInstanceIdNamesWithDomain: {
    since: ['1.26.11', '1.28.0'],
    also: ['1.27.2'],
    readAt: READ_AT,
    source: 'kubernetes/cloud-provider-aws pkg/providers/v1/aws.go, nodeNameToInstanceID',
  },
  // `AddIndexers` of client-go panics at an error of the index function: k8s.io/client-go@v0.26.15 tools/cache/thread_safe_store.go:153.
  indexesNodesByInstance: {
    since: ['1.23.0'],
    readAt: READ_AT,
    source: 'kubernetes/cloud-provider-aws pkg/providers/v1/aws.go, InstanceIDIndexFunc, in no tag before v1.23.0; v1.27.1 aws.go:842',
  },
  takesAnyProviderId: {
    since: ['1.23.20', '1.24.19', '1.25.15', '1.26.11', '1.27.6', '1.28.0'],
    readAt: READ_AT,
    source: 'kubernetes/cloud-provider-aws pkg/providers/v1/aws.go, InstanceIDIndexFunc, which logs since then; each tag was read; #746, #1210',
  },
  tagsAtCreation: {
    since: ['1.23.0'],
    readAt: READ_AT,
    source: 'kubernetes/cloud-provider-aws pkg/providers/v1/aws.go at v1.23.0 and at v1.22.8, the tag before; v1.37.0 aws.go:1601',
  },
  // The two before, which were never promoted, are for amd64 alone.
  isBuiltForArm64: {
    since: ['1.20.1', '1.21.1'],
    readAt: READ_AT,
    source: 'kubernetes/cloud-provider-aws cloudbuild.yaml of each tag from v1.20.0 to v1.37.0: --platform=linux/amd64,linux/arm64',
  },
  // The releases before speak v1alpha1, and nothing else: plugin.go compares exactly.
  pluginSpeaksV1: {
    since: ['1.27.1'],
    readAt: READ_AT,
    source: 'kubernetes/cloud-provider-aws v1.27.0 cmd/ecr-credential-provider/plugin.go:80, v1.27.1 the same line',
  },
} satisfies Readonly<Record<string, AwsCcmChange>>;

/** Whether a release of the AWS cloud-controller-manager has a change. */
export function hasChange(release: Release, change: keyof typeof AWS_CCM_CHANGES): boolean {
  const { since, also = [] }: AwsCcmChange = AWS_CCM_CHANGES[change];
  return hasSince(release, since) || also.includes(`1.${release.minor}.${release.patch}`);
}
