
/** Groups of inventories: kubespray calls them kube_control_plane and kube-master, others otherwise. */
export const HOST_GROUP = new RegExp('^(?:(?:k8s|kube|kubernetes|rke2|k3s|k0s|cluster)[-_]?)?(?:control[-_]?planes?|masters?|controllers?)'
  + '(?:[-_]?(?:nodes?|hosts?))?$|^(?:rke2|k3s)[-_]?servers?$', 'i');

/** What control-plane components are reached at, by the name of a Service. */
export const CONTROL_PLANE_SERVICE = /^(?:.*-)?(?:kube-(?:apiserver|controller-manager|scheduler)|kube-prometheus-stack-kube-\w+)$/;

export const MACHINE_APIS = /^(?:cluster\.x-k8s\.io|machine\.openshift\.io|cluster\.k8s\.io)\//;
