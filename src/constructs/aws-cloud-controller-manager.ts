import { Construct } from 'constructs';
import { CloudControllerManager, CloudControllerManagerProps } from './cloud-controller-manager';
import { CloudProvider } from '../lib/ccm/cloud-provider';

/**
 * The AWS cloud-controller-manager, under upstream's names, labels and selector (phases `mixed`, `n-plus-1` and `disabled`).
 *
 * @see https://github.com/kubernetes/cloud-provider-aws
 * @example
 * new AwsCloudControllerManager(this, 'Ccm', { kubernetesVersion: KubernetesVersion.of('1.34.3') });
 *
 * // Pre-alpha, for new clusters up to 1.28: the second provider, with its switch and its own configuration.
 * new AwsCloudControllerManager(this, 'Alpha', {
 *   kubernetesVersion: KubernetesVersion.of('1.28.15'),
 *   ccm: AwsCcm.of({ alphaV2ClusterName: 'lab', run: { metadata: { name: 'ccm-v2' } } }),
 * });
 */
export class AwsCloudControllerManager extends CloudControllerManager {
  /** @throws if `ccm` is not that of AWS, or two settings contradict each other */
  public constructor(scope: Construct, id: string, props: CloudControllerManagerProps) {
    if (props?.ccm && props.ccm._cloud.name !== CloudProvider.AWS.name) {
      throw new Error(`ccm is that of cloud '${props.ccm._cloud}'; give AwsCcm.of(...), or use CloudControllerManager`);
    }
    super(scope, id, props);
  }
}
