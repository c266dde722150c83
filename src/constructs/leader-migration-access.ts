import { Construct } from 'constructs';
import { writeObject } from './api-object';
import { DEFAULT_LEADER_NAME } from '../lib/facts/built-in-default';
import { LOCK_NAMESPACE } from '../lib/facts/locks';
import { CCM, KCM } from '../lib/kubernetes/component';
import { KubernetesVersion } from '../lib/kubernetes/kubernetes-version';
import { RbacSubject } from '../lib/kubernetes/rbac-rule';
import { LeaseAccess, leaseAccessObjects } from '../lib/rbac/lease-access';
import { LeaseAccessMode } from '../lib/rbac/lease-access-mode';

/** Options for `LeaderMigrationAccess`. */
export interface LeaderMigrationAccessProps {
  /**
   * Version of kube-controller-manager that bids for the migration lock: N.
   * @default - no kube-controller-manager bids for it
   */
  readonly kcmVersion?: KubernetesVersion;
  /**
   * Version of the cloud-controller-manager that bids for the migration lock: N+1.
   * @default - no cloud-controller-manager bids for it (phase `n`)
   */
  readonly ccmVersion?: KubernetesVersion;
  /**
   * How access is given.
   * @default LeaseAccessMode.ADDITIVE
   */
  readonly mode?: LeaseAccessMode;
  /**
   * Name of the migration Lease.
   * @default 'cloud-provider-extraction-migration'
   */
  readonly leaderName?: string;
  /**
   * Namespace of the Lease: the `--leader-elect-resource-namespace` of both components.
   * @default 'kube-system'
   */
  readonly namespace?: string;
  /**
   * Who the cloud-controller-manager is.
   * @default - the service account `cloud-controller-manager` in kube-system
   */
  readonly ccmSubject?: RbacSubject;
  /**
   * Whether the cloud-controller-manager may already create Leases in the namespace.
   * @default true - the Role of its main Lease allows it
   */
  readonly ccmCanCreateLeases?: boolean;
  /**
   * Whether the phase still uses the Lease (all but `disabled`).
   * @default true
   */
  readonly granted?: boolean;
}

/**
 * Access to the migration Lease for both components (phases `n`, `mixed` and `n-plus-1`). Without it they take their main lock and then silently
 * never start the migrated controllers.
 *
 * @see https://kubernetes.io/docs/tasks/administer-cluster/controller-manager-leader-migration/#grant-access-to-migration-lease
 * @example
 * new LeaderMigrationAccess(this, 'Access', { kcmVersion: KubernetesVersion.V1_26, ccmVersion: KubernetesVersion.V1_27 });
 */
export class LeaderMigrationAccess extends Construct {
  public constructor(scope: Construct, id: string, props: LeaderMigrationAccessProps) {
    super(scope, id);
    const common = {
      mode: props.mode ?? LeaseAccessMode.ADDITIVE,
      leaseName: props.leaderName ?? DEFAULT_LEADER_NAME,
      namespace: props.namespace ?? LOCK_NAMESPACE,
      granted: props.granted ?? true,
      ccmSubject: props.ccmSubject ?? { kind: 'ServiceAccount', name: 'cloud-controller-manager', namespace: LOCK_NAMESPACE },
    };
    // Every release lets kube-controller-manager create Leases, by its ClusterRole.
    if (props.kcmVersion) this.add('Kcm', { ...common, component: KCM, version: props.kcmVersion, createGranted: true });
    if (props.ccmVersion) this.add('Ccm', { ...common, component: CCM, version: props.ccmVersion, createGranted: props.ccmCanCreateLeases ?? true });
  }

  private add(prefix: string, access: LeaseAccess): void {
    for (const { id, manifest } of leaseAccessObjects(access)) writeObject(this, `${prefix}${id}`, manifest);
  }
}
