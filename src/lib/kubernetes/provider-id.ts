/**
 * Whether the AWS cloud-controller-manager can read a provider ID: `aws:///eu-central-1a/i-0123`, or the instance id alone.
 * k8s.io/cloud-provider-aws@v1.36.1 pkg/providers/v1/instances.go:50-58.
 */
export function isAwsProviderId(text: string): boolean {
  return /^(aws:\/\/\/[a-z0-9-]*\/)?i-[0-9a-f]+$/.test(text);
}
