import { AWS_V2, awsV2Tags } from '../facts/aws-v2';
import { awsCcmRelease } from '../facts/ccm-releases';
import { controllerKey } from '../facts/controllers';
import { CCM } from '../kubernetes/component';

/** Options for `AwsV2Provider`. */
export interface AwsV2ProviderProps {
  /** Tag of the cloud-controller-manager, for example `v1.28.11`. */
  readonly release: string;
  /** Name of the cluster: unique in the account, and in the tag of every instance. */
  readonly clusterName: string;
  /** Whether the cluster is moved with Leader Migration. */
  readonly leaderMigration: boolean;
}

/** Why a reviewer should think twice; the verifier says the same of any manifest. */
export const AWS_V2_WARNING = '--cloud-provider=aws/v2 is pre-alpha, made for new clusters, and gone from v1.29.0 on: it only initializes and '
  + 'deletes nodes, and keeps no '
  + 'load balancer and no route';

/**
 * What a cloud-controller-manager needs that is started with the second AWS provider, `--cloud-provider=aws/v2`. Pre-alpha, an opt-in: read
 * `warning`. `AwsCloudControllerManager` and `CloudControllerMigration` write all of it when they are given `alphaV2ClusterName`.
 *
 * @see https://github.com/kubernetes/cloud-provider-aws/tree/v1.27.0/pkg/providers/v2
 * @example
 * const v2 = new AwsV2Provider({ release: 'v1.28.11', clusterName: 'prod-eu', leaderMigration: false });
 */
export class AwsV2Provider {
  /** Value of `--cloud-provider`. */
  public readonly cloudProvider: string = AWS_V2.cloudProvider;
  /** Environment variables, without which the process exits. */
  public readonly environment: { [name: string]: string } = { [AWS_V2.switch.name]: AWS_V2.switch.value };
  /** Text of its cloud config: YAML; the INI of the other provider is not read. */
  public readonly cloudConfig: string;
  /**
   * Tags of every instance of the cluster, `key=value`: the one that is documented, and the one that the code looks for. A node whose instance lacks
   * that one, or has it with the value `shared`, is deleted.
   */
  public readonly tags: string[];
  /** Controllers that it has nothing to run with: excluded in `--controllers`, so that the gap is declared. */
  public readonly controllersOff: string[];
  /** What this provider lacks, for the reviewer of a change. */
  public readonly warning: string = AWS_V2_WARNING;

  /** @throws with Leader Migration, and where the release no longer has the provider */
  public constructor({ release, clusterName, leaderMigration }: AwsV2ProviderProps) {
    const { providers, linkedMinor } = awsCcmRelease(release);
    if (!providers.includes(AWS_V2.cloudProvider)) {
      throw new Error(`--cloud-provider=aws/v2 does not exist in cloud-controller-manager ${release}: the provider was deleted in v1.29.0, although `
        + 'its messages '
        + 'and documentation still name it; use aws');
    }
    if (leaderMigration) {
      // k8s.io/cloud-provider-aws@v1.27.0 pkg/providers/v2/cloud.go:234,249: LoadBalancer() and Routes() return false
      throw new Error('--cloud-provider=aws/v2 cannot be used with Leader Migration: it has no load balancers and no routes, so the service and '
        + 'route controllers '
        + 'that kube-controller-manager hands over would run nowhere, and it finds resources by other tags; use aws');
    }
    if (!/^[\w.:/=+@-]{1,106}$/.test(clusterName)) {
      throw new Error(`clusterName is '${clusterName}'; accepted: 1 to 106 letters, digits and _.:/=+-@, as it stands in tags`);
    }
    this.cloudConfig = `apiVersion: ${AWS_V2.configApiVersion}\nkind: ${AWS_V2.configKind}\nconfig:\n  clusterName: ${JSON.stringify(clusterName)}\n`;
    const { documented, required } = awsV2Tags(clusterName);
    this.tags = [documented, required];
    this.controllersOff = (['service', 'route'] as const).map(controller => controllerKey(CCM, controller, linkedMinor)!);
  }
}
