/** How a component gets access to the migration Lease. */
export enum LeaseAccessMode {
  /** A Role and RoleBinding of our own beside those that exist. Nothing else is touched. */
  ADDITIVE = 'additive',
  /**
   * The way of the Kubernetes page, for users who must follow it.
   *
   * The rule is added to `system::leader-locking-kube-controller-manager`, whose own
   * rules stay (the page's merge patch drops them), and `system::leader-locking-cloud-controller-manager`, which no release has, is created.
   */
  BOOTSTRAP_ROLE_PATCH = 'bootstrap-role-patch',
  /** Nothing is written: another authorizer grants it. */
  NONE = 'none',
}
