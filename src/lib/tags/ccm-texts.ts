import { CLUSTER_KEY_PREFIX, LEGACY_CLUSTER_KEY } from './keys';

/** A text of the cloud-controller-manager: Go's format string as it stands in its source, and where. */
export interface CcmText {
  readonly format: string;
  readonly source: string;
}

const MODULE = 'k8s.io/cloud-provider-aws@v1.36.1';

/** The same in the in-tree provider and in all releases since 1.20 where not said otherwise. */
export const CCM_TEXTS = {
  noTag: { format: 'Tag %q nor %q not found; Kubernetes may behave unexpectedly.', source: `${MODULE} pkg/providers/v1/tags.go:99` },
  noClusterId: { format: 'AWS cloud failed to find ClusterID', source: `${MODULE} pkg/providers/v1/tags.go:83` },
  twoClusterTags: { format: 'Found multiple cluster tags with prefix %s (%q and %q)', source: `${MODULE} pkg/providers/v1/tags.go:116` },
  legacyMismatch: { format: 'clusterID tags did not match: %q vs %q', source: `${MODULE} pkg/providers/v1/tags.go:72` },
  taggedGroups: {
    format: 'Multiple tagged security groups found for instance %s; ensure only the k8s security group is tagged; the tagged groups were %v',
    source: `${MODULE} pkg/providers/v1/aws.go:2883`,
  },
  untaggedGroups: {
    format: 'Multiple untagged security groups found for instance %s; ensure the k8s security group is tagged',
    source: `${MODULE} pkg/providers/v1/aws.go:2891`,
  },
  noRouteTable: { format: 'unable to find route table for AWS cluster: %s', source: `${MODULE} pkg/providers/v1/aws_routes.go:60` },
  twoRouteTables: { format: 'found multiple matching AWS route tables for AWS cluster: %s', source: `${MODULE} pkg/providers/v1/aws_routes.go:64` },
  subnetTie: { format: 'Found multiple subnets in AZ %q; choosing %q between subnets %q and %q', source: `${MODULE} pkg/providers/v1/aws.go:1739` },
  noSubnets: { format: 'could not find any suitable subnets for creating the ELB', source: `${MODULE} pkg/providers/v1/aws.go:2437` },
} as const satisfies Record<string, CcmText>;

/** Go's `fmt.Sprintf` for the verbs that the texts use: `%q` quotes, `%s` and `%v` do not. */
export function sprintf(text: CcmText, ...values: readonly string[]): string {
  let index = 0;
  return text.format.replace(/%[qsv]/g, verb => {
    const value = values[index++];
    return verb === '%q' ? JSON.stringify(value) : value;
  });
}

/** The log line and the error of a CCM that finds no cluster tag. */
export function noTagText(): string {
  return `${sprintf(CCM_TEXTS.noTag, LEGACY_CLUSTER_KEY, `${CLUSTER_KEY_PREFIX}...`)}\n${CCM_TEXTS.noClusterId.format}`;
}
