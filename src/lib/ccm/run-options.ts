import type { CcmAccessOptions } from './access-options';
import type { CcmAvailabilityOptions } from './availability-options';
import type { LeaderElectionOptions } from './leader-election-options';
import type { CcmMetadataOptions } from './metadata-options';
import type { CcmMonitoringOptions } from './monitoring-options';
import type { CcmPodOptions } from './pod-options';
import type { CcmSecurityOptions } from './security-options';
import type { CcmWorkload } from './workload-kind';

/** How a cloud-controller-manager runs, whatever the cloud. */
export interface CcmRunOptions {
  /**
   * Form in which it runs.
   * @default CcmWorkload.daemonSet()
   */
  readonly workload?: CcmWorkload;
  /**
   * More flags, by name without dashes; they win over those that other properties set.
   * @default - none
   */
  readonly flags?: { readonly [name: string]: string };
  /**
   * How it takes and keeps its locks.
   * @default - as kube-controller-manager, where its manifests are handed in
   */
  readonly leaderElection?: LeaderElectionOptions;
  /**
   * Its pod and container.
   * @default - see each option
   */
  readonly pod?: CcmPodOptions;
  /**
   * Security contexts.
   * @default - as little as it needs; see each option
   */
  readonly security?: CcmSecurityOptions;
  /**
   * Probes and disruption budget.
   * @default - see each option
   */
  readonly availability?: CcmAvailabilityOptions;
  /**
   * Objects for Prometheus.
   * @default - none
   */
  readonly monitoring?: CcmMonitoringOptions;
  /**
   * Labels and annotations.
   * @default - upstream's labels only
   */
  readonly metadata?: CcmMetadataOptions;
  /**
   * ServiceAccount, roles and bindings.
   * @default - a ServiceAccount of its own with the rights it needs
   */
  readonly access?: CcmAccessOptions;
  /**
   * Whether fields that are not given get this library's defaults, not the API server's.
   *
   * They are host network, DNS, priority, tolerations by version, API server endpoint, probes, spread over zones and security contexts.
   * @default true
   */
  readonly recommendedDefaults?: boolean;
}
