/** Annotation of a static pod: where its kubeconfig comes from, since no output of ours holds it. */
export const KUBECONFIG_ANNOTATION = 'ccm-migration/kubeconfig';
/** Annotation of a pod in a management cluster: the user that its kubeconfig is in the cluster that it serves. */
export const KUBECONFIG_USER_ANNOTATION = 'ccm-migration/kubeconfig-user';
/** Values of the first. */
export const MADE_BY_PLAN = 'made-by-plan';
export const ON_NODE = 'on-node';
