/** Security contexts of the pod and of its container. What is not given is left out, so that the image and the API server's defaults decide. */
export interface CcmSecurityOptions {
  /**
   * Whether the kubelet refuses to run it as root.
   * @default - not set
   */
  readonly podRunAsNonRoot?: boolean;
  /**
   * User id of the pod. The files of the node that it mounts must be readable for this user.
   * @default - the user of the image
   */
  readonly podRunAsUser?: number;
  /**
   * Group id of the pod.
   * @default - the group of the image
   */
  readonly podRunAsGroup?: number;
  /**
   * Group that owns mounted tokens and secrets.
   * @default - not set
   */
  readonly podFsGroup?: number;
  /**
   * Type of the seccomp profile, for example `RuntimeDefault`.
   * @default - not set
   */
  readonly podSeccompProfile?: string;
  /**
   * SELinux type, for example `spc_t` where a policy keeps containers from files of the node.
   * @default - not set
   */
  readonly podSeLinuxType?: string;
  /**
   * Whether the process may gain more privileges than its parent.
   * @default - not set
   */
  readonly allowPrivilegeEscalation?: boolean;
  /**
   * Whether the container's own file system is read-only.
   * @default - not set
   */
  readonly readOnlyRootFilesystem?: boolean;
  /**
   * Capabilities that the container gives up, for example `ALL`.
   * @default - not set
   */
  readonly dropCapabilities?: string[];
}
