import { LeaderElectionProps } from './leader-election-props';
import { goDuration } from '../lib/kubernetes/leader-election';

/** The same with the durations said as flags; the user's own flags win. */
export function withLeaderElection<T extends LeaderElectionProps & { readonly flags?: { readonly [name: string]: string } }>(props: T): T {
  const { leaseDuration, renewDeadline, retryPeriod } = props;
  const flags: Record<string, string> = {};
  if (leaseDuration) flags['leader-elect-lease-duration'] = goDuration(leaseDuration.toMilliseconds());
  if (renewDeadline) flags['leader-elect-renew-deadline'] = goDuration(renewDeadline.toMilliseconds());
  if (retryPeriod) flags['leader-elect-retry-period'] = goDuration(retryPeriod.toMilliseconds());
  return Object.keys(flags).length === 0 ? props : { ...props, flags: { ...flags, ...props.flags } };
}
