import { FactTable } from './table';
import { CCM, ControllerManager, KCM } from '../kubernetes/component';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/** Values of `--leader-elect-resource-lock` and of `resourceLock` in a LeaderMigrationConfiguration. */
export type LockKind = 'leases' | 'endpoints' | 'configmaps' | 'endpointsleases' | 'configmapsleases';

/** Where both components keep their locks without `--leader-elect-resource-namespace`. The migration lock is in the process's own namespace too. */
export const LOCK_NAMESPACE = 'kube-system';

/** Kind of the main lock without `--leader-elect-resource-lock`: k8s.io/controller-manager config/v1alpha1/defaults.go:45, every minor. */
export const DEFAULT_LOCK_KIND: LockKind = 'leases';

/**
 * Name of each component's main lock: k8s.io/kubernetes@v1.26.15 KCM options.go:205, k8s.io/cloud-provider@v0.26.15 options/options.go:99, every
 * minor.
 */
export const MAIN_LOCK_NAMES: Readonly<Record<ControllerManager, string>> = { [KCM]: 'kube-controller-manager', [CCM]: 'cloud-controller-manager' };

/** Main locks of the control plane that a migration lock must not be called: the scheduler's is in the same namespace. */
export const RESERVED_LOCK_NAMES: readonly string[] = [...Object.values(MAIN_LOCK_NAMES), 'kube-scheduler'];

/** Election durations in seconds. The migration lock uses those of its process. */
export interface LockDurations {
  readonly leaseDurationSeconds: number;
  readonly renewDeadlineSeconds: number;
  readonly retryPeriodSeconds: number;
}

/** Durations without the `--leader-elect-*` flags: k8s.io/component-base config/v1alpha1/defaults.go, every minor. */
export const DEFAULT_LOCK_DURATIONS: LockDurations = { leaseDurationSeconds: 15, renewDeadlineSeconds: 10, retryPeriodSeconds: 2 };

/** Kinds that `--leader-elect-resource-lock` accepts and that client-go can then make. */
export const MAIN_LOCK_KINDS = new FactTable<readonly LockKind[]>('kinds of the main lock', [
  {
    from: '1.20',
    to: '1.23',
    readAt: ['1.20.15', '1.23.17'],
    value: ['endpoints', 'configmaps', 'leases', 'endpointsleases', 'configmapsleases'],
    source: 'k8s.io/client-go@v0.23.17 tools/leaderelection/resourcelock/interface.go:100-143',
  },
  {
    from: '1.24',
    to: '1.26',
    readAt: ['1.24.17', '1.26.15'],
    value: ['leases', 'endpointsleases', 'configmapsleases'],
    source: 'k8s.io/client-go@v0.24.17 tools/leaderelection/resourcelock/interface.go:193-209: "endpoints lock is removed, migrate to '
      + 'endpointsleases"',
  },
  {
    from: '1.27',
    readAt: ['1.27.16', '1.37.1'],
    value: ['leases'],
    source: 'k8s.io/controller-manager@v0.27.1 options/generic.go:108: resourceLock value must be "leases"',
  },
]);

/** Kinds of the migration lock: what validation lets through, and what then really locks. */
export interface MigrationLockKinds {
  readonly accepted: readonly LockKind[];
  /** The others pass validation and end the process with "error creating lock", but only after it has won its main lock. */
  readonly working: readonly LockKind[];
}

/** `undefined`: the release has no Leader Migration. */
export const MIGRATION_LOCK_KINDS = new FactTable<MigrationLockKinds | undefined>('kinds of the migration lock', [
  { from: '1.20', to: '1.20', readAt: ['1.20.15'], value: undefined, source: 'k8s.io/controller-manager@v0.20.15 has no pkg/leadermigration' },
  {
    from: '1.21',
    to: '1.23',
    readAt: ['1.21.14', '1.23.17'],
    value: { accepted: ['leases', 'endpoints'], working: ['leases', 'endpoints'] },
    source: 'k8s.io/controller-manager@v0.21.14 pkg/leadermigration/config/config.go, ValidateLeaderMigrationConfiguration',
  },
  {
    from: '1.24',
    readAt: ['1.24.17', '1.37.1'],
    value: { accepted: ['leases', 'endpoints'], working: ['leases'] },
    source: 'k8s.io/controller-manager@v0.32.13 pkg/leadermigration/config/config.go; k8s.io/client-go@v0.24.17 resourcelock/interface.go:193',
  },
]);

/**
 * Whose leaseDuration a candidate waits for after the last renewal it saw: its own flag, or the value that the holder wrote into the lock. Where the
 * two differ, a candidate of an old release can take a lock that its holder still thinks it has.
 */
export const HONOURED_LEASE_DURATION = new FactTable<'candidate' | 'holder'>('whose leaseDuration a candidate honours', [
  {
    from: '1.20',
    to: '1.26',
    readAt: ['1.20.15', '1.26.15'],
    value: 'candidate',
    source: 'k8s.io/client-go@v0.26.15 tools/leaderelection/leaderelection.go:350',
  },
  { from: '1.27', readAt: ['1.27.16', '1.37.1'], value: 'holder', source: 'k8s.io/client-go@v0.27.16 tools/leaderelection/leaderelection.go:347' },
]);

/** How a process that loses a lock, or is stopped, ends. */
export interface LockLoss {
  /** The status it exits with at the loss of either lock. */
  readonly exitStatus: number;
  /** The gate that makes kube-controller-manager release its locks on exit instead of leaving them held for a lease duration. */
  readonly releaseGate?: string;
}

export const LOCK_LOSS = new FactTable<LockLoss>('what the loss of a lock does', [
  {
    from: '1.20',
    to: '1.23',
    readAt: ['1.20.15', '1.23.17'],
    value: { exitStatus: 255 },
    source: 'k8s.io/kubernetes@v1.23.17 cmd/kube-controller-manager/app/controllermanager.go, klog.Fatalf',
  },
  {
    from: '1.24',
    to: '1.35',
    readAt: ['1.24.17', '1.35.4'],
    value: { exitStatus: 1 },
    source: 'k8s.io/kubernetes@v1.26.15 cmd/kube-controller-manager/app/controllermanager.go:294-319, klog.FlushAndExit',
  },
  {
    from: '1.36',
    readAt: ['1.36.3', '1.37.1'],
    value: { exitStatus: 1, releaseGate: 'ControllerManagerReleaseLeaderElectionLockOnExit' },
    source: 'k8s.io/kubernetes@v1.36.3 cmd/kube-controller-manager/app/controllermanager.go; kube-controller-manager only',
  },
]);

/** Kinds of main lock that work in this release. */
export function mainLockKinds(version: KubernetesVersion): readonly LockKind[] {
  return MAIN_LOCK_KINDS.at(version);
}

/** Kinds of migration lock of this release; `undefined` when it has no Leader Migration. */
export function migrationLockKinds(version: KubernetesVersion): MigrationLockKinds | undefined {
  return MIGRATION_LOCK_KINDS.at(version);
}

/** Whose leaseDuration a candidate of this release waits for. */
export function honouredLeaseDuration(version: KubernetesVersion): 'candidate' | 'holder' {
  return HONOURED_LEASE_DURATION.at(version);
}

/** The gate with which kube-controller-manager of this release gives its locks back when it stops; `undefined` when it cannot. */
export function releaseOnExitGate(version: KubernetesVersion): string | undefined {
  return LOCK_LOSS.at(version).releaseGate;
}
