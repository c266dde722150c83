import type { k8s } from 'cdk8s-plus-27';

/** Security contexts of a cloud-controller-manager. What is not given is left out, so that the image and the API server's defaults decide. */
export interface CcmSecurityOptions {
  /**
   * Security context of the pod. Files of the node that it mounts must be readable for its user.
   * @default - none
   */
  readonly pod?: k8s.PodSecurityContext;
  /**
   * Security context of the container.
   * @default - none
   */
  readonly container?: k8s.SecurityContext;
}
