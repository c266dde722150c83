/** Namespaces that Kyverno is installed to leave alone: kyverno/kyverno charts/kyverno/values.yaml, config.resourceFilters and config.webhooks. */
export const KYVERNO_LEAVES_OUT: readonly string[] = ['kube-system', 'kube-public', 'kube-node-lease', 'kyverno'];

/**
 * Fields of a ClusterPolicy beside its rules, and the values with which each of these is applied when an object is made or changed, or the object is
 * refused: https://kyverno.io/docs/policy-types/cluster-policy/policy-settings/.
 */
export const PLAIN_POLICY: { readonly [field: string]: ((value: unknown) => boolean) | undefined } = {
  admission: value => value === true,
  background: () => true,
  emitWarning: () => true,
  failurePolicy: value => value === 'Fail',
  schemaValidation: () => true,
  validationFailureAction: () => true,
  webhookTimeoutSeconds: () => true,
};
