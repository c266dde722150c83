/**
 * The two components that can run the cloud controllers, by the names that Kubernetes compares in a
 * LeaderMigrationConfiguration (k8s.io/controller-manager pkg/leadermigration/migrator.go).
 */
export type ControllerManager = 'kube-controller-manager' | 'cloud-controller-manager';

export const KCM = 'kube-controller-manager';
export const CCM = 'cloud-controller-manager';

/** Everything whose command line the migration touches. */
export type Component = ControllerManager | 'kube-apiserver' | 'kube-scheduler' | 'kubelet';
