import type { k8s } from 'cdk8s-plus-27';

/** One rule of a Role or ClusterRole. */
export type RbacRule = k8s.PolicyRule;

/** Who a binding grants to. */
export type RbacSubject = k8s.Subject;

/** A subject as a binding writes it, with the API group each kind needs. */
export function renderSubject(subject: RbacSubject): object {
  return subject.kind === 'ServiceAccount'
    ? { apiGroup: '', kind: subject.kind, name: subject.name, namespace: subject.namespace }
    : { apiGroup: 'rbac.authorization.k8s.io', kind: subject.kind, name: subject.name };
}
