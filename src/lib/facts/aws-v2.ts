/** What the second AWS provider needs to start, as it is read by releases that have it (`AwsCcmRelease.providers`). */
export const AWS_V2 = {
  /** Value of `--cloud-provider`. */
  cloudProvider: 'aws/v2',
  /** Anything but `true` ends the process: `aws/v2 cloud provider requires environment variable ENABLE_ALPHA_V2=true to be set`. */
  switch: { name: 'ENABLE_ALPHA_V2', value: 'true' },
  /** First and only form of its configuration, YAML. */
  configApiVersion: 'config.aws.io/v1alpha1',
  configKind: 'AWSCloudConfig',
  source: 'k8s.io/cloud-provider-aws@v1.27.0 and v1.28.1 cmd/aws-cloud-controller-manager/main.go:98 (v1.28.1:104), '
    + 'pkg/providers/v2/cloud.go:88-135, pkg/apis/config/v1alpha1',
} as const;

/**
 * Tags by which it finds instances. Its types.go documents `kubernetes.io/cluster=<name>`, but its code filters by `tag:kubernetes.io/cluster/<name>`
 * with the value `owned`, and a node whose instance is not found is deleted. The documented one is harmless, and for people.
 */
export function awsV2Tags(clusterName: string): { readonly documented: string; readonly required: string; readonly source: string } {
  return {
    documented: `kubernetes.io/cluster=${clusterName}`,
    required: `kubernetes.io/cluster/${clusterName}=owned`,
    source: 'k8s.io/cloud-provider-aws@v1.28.1 pkg/apis/config/v1alpha1/types.go:40 (documented); pkg/providers/v2/tags.go:122, '
      + 'instances.go:161-164 (filter)',
  };
}
