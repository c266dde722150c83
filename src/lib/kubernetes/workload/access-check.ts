import { Item, itemAt, itemsAt, lookAtMetadata, lookAtSelector, notEmpty } from '../pod/looks';
import { first, isObject, Json, Look, lookAt, refusedIf, Shape } from '../pod/shape';

/** Names of RBAC are parts of a path: `system:node`. */
const NAME = /^(?!\.\.?$)[^/%]+$/;

/**
 * Whether the API server takes a Role, a ClusterRole or a binding of one, but for whom and what a binding names: k8s.io/kubernetes@v1.20.15 and
 * v1.37.1 pkg/apis/rbac/validation/validation.go ValidateClusterRole, ValidatePolicyRule.
 */
export function lookAtAccess(kind: string, data: Json, shape: Shape): Look {
  const wrong = lookAt(data, shape, kind);
  if ((wrong !== undefined && 'refused' in wrong) || !isObject(data)) return wrong;
  const selectors = itemsAt(itemAt(data, 'aggregationRule'), 'clusterRoleSelectors');
  return first([
    lookAtMetadata(itemAt(data, 'metadata'), NAME),
    ...itemsAt(data, 'rules').flatMap((rule, index) => lookAtRule(rule, kind === 'Role', `rules[${index}]`)),
    refusedIf(isObject(data.aggregationRule) && selectors.length === 0, 'its aggregationRule selects nothing'),
    ...selectors.flatMap(selector => lookAtSelector(selector, 'aggregationRule.clusterRoleSelectors')),
  ]);
}

function lookAtRule(rule: Item, isNamespaced: boolean, path: string): readonly Look[] {
  const lacks = (key: string) => refusedIf(!notEmpty(rule[key]), `${path} has no ${key}`);
  return !notEmpty(rule.nonResourceURLs) ? ['verbs', 'apiGroups', 'resources'].map(lacks) : [
    lacks('verbs'),
    refusedIf(isNamespaced, `${path} has nonResourceURLs, which are of no namespace`),
    refusedIf(['apiGroups', 'resources', 'resourceNames'].some(key => notEmpty(rule[key])), `${path} has nonResourceURLs beside resources`),
  ];
}
