// Stryker disable all: prose for RULES.md, which is compared whole
/** What the promise of "one runner at a time" does not cover, in the words of the user documentation. One item per paragraph, Markdown. */
export const LIMITS_OF_THE_PROMISE: readonly string[] = [
  'A lease is not a fencing token. Two processes never both hold a lock in the API, but a holder that was paused (SIGSTOP, a paused virtual '
    + 'machine) can act '
  + 'for up to retryPeriod + renewDeadline (12 s by default) after it wakes, and one whose last renewal was answered slowly for up to about 2 s '
    + 'after a takeover.',
  'A Lease that is deleted or restored by hand opens the same window.',
  'Requests that were already sent to the cloud complete.',
  'Clock skew between nodes does not matter; a clock that runs at another rate does.',
  'The configuration file is read only at start. A static pod does not restart when only a file that it mounts changes.',
  'Nothing is claimed for kubelets.',
];

/** How long no process runs a controller, for the defaults 15 s, 10 s and 2 s, with a healthy API. Markdown. */
export const GAPS_WITH_DEFAULTS = [
  'J = retryPeriod x 2.2, L = leaseDuration.',
  '',
  '| what happens | longest time without a runner | defaults |',
  '|---|---|---|',
  '| the holder is killed or stopped (nothing is released on SIGTERM) or its node is lost; the successor already bids for that lock | L + 2J | 23.8 '
    + 's |',
  '| the same, and the successor must first win its main lock; S is its time to the first bid for the migration lock | (L + 2J) + S + (L + J) | '
    + '43.2 s + S |',
  '| the leader cannot renew: it stops at most retryPeriod + renewDeadline after its last renewal | that, or the rows above counted from that '
    + 'renewal | 12 s |',
].join('\n');
