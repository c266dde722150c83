import { awsCcmRelease } from '../facts/ccm-releases';

/** What `--cloud-provider=aws/v2` is asked for. */
export interface AwsV2Options {
  /** Tag of the cloud-controller-manager. */
  readonly release: string;
  /** Name of the cluster: unique in the account, and in the tag of every resource. */
  readonly clusterName: string;
  /** Whether the migration uses Leader Migration. */
  readonly leaderMigration: boolean;
}

/** What a cloud-controller-manager with `aws/v2` needs. */
export interface AwsV2Settings {
  readonly cloudProvider: 'aws/v2';
  readonly environment: { readonly ENABLE_ALPHA_V2: 'true' };
  /** YAML; the INI of the other provider is not read. */
  readonly cloudConfig: string;
  /** Tags of every resource of the cluster, `key=value`. */
  readonly tags: readonly string[];
  readonly warning: string;
}

/**
 * Settings of the second AWS provider (k8s.io/cloud-provider-aws@v1.27.0 pkg/providers/v2), an opt-in.
 *
 * @throws with Leader Migration, and where the release no longer has it
 */
export function awsV2Settings({ release, clusterName, leaderMigration }: AwsV2Options): AwsV2Settings {
  if (!awsCcmRelease(release).providers.includes('aws/v2')) {
    throw new Error(`--cloud-provider=aws/v2 does not exist in cloud-controller-manager ${release}: the provider was deleted in v1.29.0, although its messages and `
      + 'documentation still name it; use aws');
  }
  if (leaderMigration) {
    // cloud.go:234,249: LoadBalancer() and Routes() return false
    throw new Error('--cloud-provider=aws/v2 cannot be used with Leader Migration: it has no load balancers and no routes, so the service and route controllers '
      + 'that kube-controller-manager hands over would run nowhere, and it finds resources by other tags; use aws');
  }
  if (!/^[\w.:/=+@-]{1,106}$/.test(clusterName)) {
    throw new Error(`clusterName is '${clusterName}'; accepted: 1 to 106 letters, digits and _.:/=+-@, as it stands in tags`);
  }
  return {
    cloudProvider: 'aws/v2',
    environment: { ENABLE_ALPHA_V2: 'true' },
    cloudConfig: `apiVersion: config.aws.io/v1alpha1\nkind: AWSCloudConfig\nconfig:\n  clusterName: ${JSON.stringify(clusterName)}\n`,
    // The first is what its types.go asks for, the second what its tags.go looks for.
    tags: [`kubernetes.io/cluster=${clusterName}`, `kubernetes.io/cluster/${clusterName}=owned`],
    warning: '--cloud-provider=aws/v2 is pre-alpha: it only initializes and deletes nodes, runs no service and no route controller, and is gone from v1.29.0 on; '
      + 'leave it before that upgrade',
  };
}
