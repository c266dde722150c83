/**
 * AWS releases whose main sets --cloud-provider=aws before the flags are validated: k8s.io/cloud-provider-aws@v1.20.0-alpha.0
 * cmd/aws-cloud-controller-manager/main.go:94-99.
 */
const SETS_AWS: readonly string[] = ['v1.20.0-alpha.0'];

/** The cloud of an AWS release that is given none; undefined: it ends. */
export function defaultCloud(awsRelease: string | undefined): string | undefined {
  return awsRelease !== undefined && SETS_AWS.includes(awsRelease) ? 'aws' : undefined;
}
