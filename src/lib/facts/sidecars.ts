/**
 * Init containers with `restartPolicy: Always`, which their pod does not wait for. Before it is on by default, the field is dropped or refused:
 * k8s.io/kubernetes@v1.28.15 and v1.29.15 pkg/features/kube_features.go SidecarContainers, pkg/api/pod/util.go dropDisabledFields.
 */
export const SIDECARS_SINCE = { minor: 29, source: 'k8s.io/kubernetes@v1.29.15 pkg/features/kube_features.go SidecarContainers' };

/** Whether an init container is left running, where the release knows how to. */
export function isSidecar({ restartPolicy }: { readonly restartPolicy?: unknown }): boolean {
  return restartPolicy === 'Always';
}
