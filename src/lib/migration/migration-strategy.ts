/** How the cloud controllers move. All but Leader Migration have a declared gap: a time in which nobody runs them. */
export enum MigrationStrategy {
  /** Both components run the controllers under one migration lock: no gap but the time a lock takes to change hands. */
  LEADER_MIGRATION = 'leader-migration',
  /**
   * `--controllers` switches the three controllers off in every kube-controller-manager of N, and the cloud-controller-manager starts only when all
   * nodes run N+1 (the way of KKP and KubeOne). Gap: phases `n` and `mixed`.
   */
  CONTROLLERS_OFF_THEN_ON = 'controllers-off-then-on',
  /** Every kube-controller-manager is stopped, flags change, everything starts again. Also for one node. Gap: the whole change. */
  DOWNTIME = 'downtime',
}
