import { OperatorRights } from '../rights';
import { OperatorRule } from '../rule';

/** Of every role that an operator is given. */
export const OPERATOR_ROLE = 'ccm-migration-operator';

const GROUP = 'rbac.authorization.k8s.io';

/** The rights in the cluster as roles to bind: one for the whole cluster, and one for each namespace. */
export function operatorRoles({ rules, urls }: Pick<OperatorRights, 'rules' | 'urls'>): object {
  const namespaces = [...new Set(rules.flatMap(({ namespace }) => namespace ?? []))].sort();
  const wide = rules.filter(({ namespace }) => namespace === undefined).map(ruleOf);
  return {
    apiVersion: 'v1',
    kind: 'List',
    items: [
      ...wide.length + urls.length === 0 ? []
        : [{ ...named('ClusterRole'), rules: [...wide, ...urls.length === 0 ? [] : [{ nonResourceURLs: [...urls], verbs: ['get'] }]] }],
      ...namespaces.map(namespace => ({ ...named('Role', namespace), rules: rules.filter(rule => rule.namespace === namespace).map(ruleOf) })),
    ],
  };
}

function named(kind: string, namespace?: string): object {
  return { apiVersion: `${GROUP}/v1`, kind, metadata: { name: OPERATOR_ROLE, ...namespace === undefined ? {} : { namespace } } };
}

function ruleOf({ apiGroup, resource, names, verbs }: OperatorRule): object {
  return { apiGroups: [apiGroup], resources: [resource], ...names === undefined ? {} : { resourceNames: [...names] }, verbs: [...verbs] };
}
