import type { Duration } from 'cdk8s';
import { goDuration } from '../kubernetes/leader-election';

/**
 * How a cloud-controller-manager takes and keeps its locks, in every phase in which it runs. kube-controller-manager takes the same migration lock,
 * so the two must agree: a migration in which one could act while the other takes over is refused.
 *
 * @see https://kubernetes.io/docs/reference/command-line-tools-reference/kube-controller-manager/
 */
export interface LeaderElectionOptions {
  /**
   * How long a lock lasts that is not renewed.
   * @default - kube-controller-manager's where its manifests are handed in, else the component's, 15 s
   */
  readonly leaseDuration?: Duration;
  /**
   * How long the leader tries to renew before it stops. Shorter than `leaseDuration`.
   * @default - kube-controller-manager's where its manifests are handed in, else the component's, 10 s
   */
  readonly renewDeadline?: Duration;
  /**
   * How often a candidate tries. `renewDeadline` is longer than 1.2 of them.
   * @default - kube-controller-manager's where its manifests are handed in, else the component's, 2 s
   */
  readonly retryPeriod?: Duration;
}

/** The durations said as flags. */
export function leaderElectionFlags({ leaseDuration, renewDeadline, retryPeriod }: LeaderElectionOptions): Record<string, string> {
  const given = {
    'leader-elect-lease-duration': leaseDuration, 'leader-elect-renew-deadline': renewDeadline, 'leader-elect-retry-period': retryPeriod,
  };
  return Object.fromEntries(Object.entries(given).flatMap(([flag, duration]) => duration ? [[flag, goDuration(duration.toMilliseconds())]] : []));
}
