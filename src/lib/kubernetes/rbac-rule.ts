/** One rule of a Role or ClusterRole (rbac.authorization.k8s.io/v1 PolicyRule, resource rules only). */
export interface RbacRule {
  /** API groups; `''` is the core group. */
  readonly apiGroups: string[];
  /** Resources, for example `leases` or `nodes/status`. */
  readonly resources: string[];
  /** Verbs, for example `get`. */
  readonly verbs: string[];
  /**
   * Names of the objects the rule is limited to. Never limits `create`.
   * @default - all objects
   */
  readonly resourceNames?: string[];
}

/** Who a binding grants to. */
export interface RbacSubject {
  /** `User` or `ServiceAccount`. */
  readonly kind: string;
  /** Name of the user or service account. */
  readonly name: string;
  /**
   * Namespace of a service account.
   * @default - none: a user has no namespace
   */
  readonly namespace?: string;
}

/** A subject as a binding writes it, with the API group each kind needs. */
export function renderSubject(subject: RbacSubject): object {
  return subject.kind === 'ServiceAccount'
    ? { apiGroup: '', kind: subject.kind, name: subject.name, namespace: subject.namespace }
    : { apiGroup: 'rbac.authorization.k8s.io', kind: subject.kind, name: subject.name };
}
