/** Annotation of a static pod: where its kubeconfig comes from, since no output of ours holds it. */
export const KUBECONFIG_ANNOTATION = 'ccm-migration/kubeconfig';
/** Its values. */
export const MADE_BY_PLAN = 'made-by-plan';
export const ON_NODE = 'on-node';
