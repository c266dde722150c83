import { Ccm } from './ccm';
import { ClusterNetworkOptions } from './network-options';

/** What a cloud-controller-manager is, and what it must know of the cluster. */
export interface CcmProps {
  /**
   * The cloud-controller-manager, which says the cloud too: `AwsCcm`, or `CustomCcm` for any other cloud or image.
   * @default AwsCcm.of()
   */
  readonly ccm?: Ccm;
  /**
   * The cluster's network, as both components must say it.
   * @default - from the manifests of N, where a `Migration` has them; else none of it is passed, and no cloud routes are made
   */
  readonly network?: ClusterNetworkOptions;
  /**
   * Path of the cloud config on the node, mounted read-only at the same path.
   * @default - from the manifests of N, where a `Migration` has them; else none
   */
  readonly cloudConfigPath?: string;
}
