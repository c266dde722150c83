/**
 * State of the whole control plane during the migration. Rollback is the same phases walked back.
 *
 * @see https://kubernetes.io/docs/tasks/administer-cluster/controller-manager-leader-migration/
 */
export enum MigrationPhase {
  /** All nodes run version N: kube-controller-manager runs the cloud controllers, with Leader Migration on. */
  N = 'n',
  /** Nodes of version N and of version N+1 exist; whichever component holds the migration lock runs the cloud controllers. */
  MIXED = 'mixed',
  /** All nodes run version N+1; cloud-controller-manager still has Leader Migration on, so that a rollback is possible. */
  N_PLUS_1 = 'n-plus-1',
  /** Leader Migration is off: the steady state of a cloud-controller-manager on every release. */
  DISABLED = 'disabled',
}

/** All phases, forward. */
export const MIGRATION_PHASES: readonly MigrationPhase[] = [
  MigrationPhase.N, MigrationPhase.MIXED, MigrationPhase.N_PLUS_1, MigrationPhase.DISABLED,
];
