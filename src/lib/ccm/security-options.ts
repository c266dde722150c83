import type { k8s } from 'cdk8s-plus-27';

/** Security contexts of a cloud-controller-manager. What is not given is left out, so that the image and the API server's defaults decide. */
export interface CcmSecurityOptions {
  /**
   * Security context of the pod, in place of the default. Files of the node that it mounts must be readable for its user.
   * @default - `RuntimeDefault` as seccomp profile, and user 65532, not root, where it mounts no file of the node
   */
  readonly pod?: k8s.PodSecurityContext;
  /**
   * Security context of the container, in place of the default.
   * @default - read-only root, no capabilities, no privilege escalation
   */
  readonly container?: k8s.SecurityContext;
}
