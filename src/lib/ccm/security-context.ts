import type { k8s } from 'cdk8s-plus-27';
import { CcmSecurityOptions } from './security-options';
import { MountedVolume } from './volume';

/** A user without a name on any image: that of the `nonroot` images of distroless. */
const NON_ROOT = 65532;

/** What a controller manager needs: it opens ports above 1024, and writes no file. */
const CONTAINER: k8s.SecurityContext = { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] }, readOnlyRootFilesystem: true };

/** Security contexts of the pod and its container: what is given, whole; else the defaults, or none where fields that are not given are left out. */
export function securityContexts(
  { pod, container }: CcmSecurityOptions, volumes: readonly MountedVolume[], recommended: boolean,
): CcmSecurityOptions {
  return { pod: pod ?? (recommended ? podContext(volumes) : undefined), container: container ?? (recommended ? CONTAINER : undefined) };
}

/**
 * Who may read a file of a node is not known here, and one with a secret of a cloud, or a kubeconfig, is for root only: a pod that mounts files of
 * its node keeps the user of its image.
 */
function podContext(volumes: readonly MountedVolume[]): k8s.PodSecurityContext {
  const seccompProfile = { type: 'RuntimeDefault' };
  if (volumes.some(({ volume }) => volume.hostPath !== undefined)) return { seccompProfile };
  return { runAsNonRoot: true, runAsUser: NON_ROOT, seccompProfile };
}
