import { ControlPlaneIamPolicyProps } from '../../../src/lib/iam/iam-policy';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';

export const V1_26 = KubernetesVersion.of('1.26.15');

/** A control plane with every feature that calls AWS. */
export const EVERYTHING: ControlPlaneIamPolicyProps = {
  kubeControllerManager: V1_26, cloudControllerManager: 'v1.36.1', routes: true, taggingController: true, volumesOnCsi: false, fargate: true,
};
