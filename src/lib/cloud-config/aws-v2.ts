import { awsCcmRelease } from '../facts/ccm-releases';

/** Options for `AwsV2Provider`. */
export interface AwsV2ProviderProps {
  /** Tag of the cloud-controller-manager, for example `v1.28.11`. */
  readonly release: string;
  /** Name of the cluster: unique in the account, and in the tag of every resource. */
  readonly clusterName: string;
  /** Whether the cluster is moved with Leader Migration. */
  readonly leaderMigration: boolean;
}

/**
 * What a cloud-controller-manager needs that is started with the second AWS provider, `--cloud-provider=aws/v2`. Pre-alpha, an opt-in: read `warning`.
 *
 * @see https://github.com/kubernetes/cloud-provider-aws/tree/v1.27.0/pkg/providers/v2
 * @example
 * const v2 = new AwsV2Provider({ release: 'v1.28.11', clusterName: 'prod-eu', leaderMigration: false });
 */
export class AwsV2Provider {
  /** Value of `--cloud-provider`. */
  public readonly cloudProvider: string = 'aws/v2';
  /** Environment variables, without which the process exits. */
  public readonly environment: { [name: string]: string } = { ENABLE_ALPHA_V2: 'true' };
  /** Text of its cloud config: YAML; the INI of the other provider is not read. */
  public readonly cloudConfig: string;
  /** Tags of every resource of the cluster, `key=value`. */
  public readonly tags: string[];
  /** What this provider lacks, for the reviewer of a change. */
  public readonly warning: string = '--cloud-provider=aws/v2 is pre-alpha: it only initializes and deletes nodes, runs no service and no route controller, and is '
    + 'gone from v1.29.0 on; leave it before that upgrade';

  /** @throws with Leader Migration, and where the release no longer has the provider */
  public constructor({ release, clusterName, leaderMigration }: AwsV2ProviderProps) {
    if (!awsCcmRelease(release).providers.includes('aws/v2')) {
      throw new Error(`--cloud-provider=aws/v2 does not exist in cloud-controller-manager ${release}: the provider was deleted in v1.29.0, although its messages `
        + 'and documentation still name it; use aws');
    }
    if (leaderMigration) {
      // k8s.io/cloud-provider-aws@v1.27.0 pkg/providers/v2/cloud.go:234,249: LoadBalancer() and Routes() return false
      throw new Error('--cloud-provider=aws/v2 cannot be used with Leader Migration: it has no load balancers and no routes, so the service and route controllers '
        + 'that kube-controller-manager hands over would run nowhere, and it finds resources by other tags; use aws');
    }
    if (!/^[\w.:/=+@-]{1,106}$/.test(clusterName)) {
      throw new Error(`clusterName is '${clusterName}'; accepted: 1 to 106 letters, digits and _.:/=+-@, as it stands in tags`);
    }
    this.cloudConfig = `apiVersion: config.aws.io/v1alpha1\nkind: AWSCloudConfig\nconfig:\n  clusterName: ${JSON.stringify(clusterName)}\n`;
    // The first is what its types.go asks for, the second what its tags.go looks for.
    this.tags = [`kubernetes.io/cluster=${clusterName}`, `kubernetes.io/cluster/${clusterName}=owned`];
  }
}
