
/** Flags that no program but a controller manager has, `--cloud-provider` aside, which those in the table of other programs have too. */
export const FLAGS_THAT_TELL = new Set(['cloud-provider', 'configure-cloud-routes', 'allocate-node-cidrs', 'use-service-account-credentials',
  'cloud-config', 'enable-leader-migration', 'leader-migration-config', 'external-cloud-volume-plugin', 'cluster-signing-cert-file',
  'node-monitor-grace-period', 'concurrent-service-syncs', 'route-reconciliation-period']);

/** Other components of Kubernetes have these as well as `--cloud-provider`. */
export const NOT_ALONE = /^(?:cloud-config|cluster-signing-cert-file)$/;

/**
 * Images of a cloud-controller-manager that are not called one, by the end of their repository: github.com/kubernetes/cloud-provider-vsphere
 * charts/vsphere-cpi/values.yaml, before v1.28 and from it on. Its Helm chart calls the container `vsphere-cpi`, and names no program.
 */
export const CCM_IMAGE = /(^|\/)(cloud-provider-vsphere|cpi\/release\/manager)$/;

/** Programs that are a controller manager, or have one within. */
export const PROGRAMS_WITH_MANAGERS = ['kube-controller-manager', 'cloud-controller-manager', 'aws-cloud-controller-manager', 'hyperkube', 'k3s',
  'rke2', 'k0s', 'kubelite'];

/** Programs that start the one that is named after them. */
export const WRAPPERS = /^(go-runner|tini|dumb-init|catatonit|hyperkube|env|nice|ionice|chrt|exec|setsid|nohup)$/;
