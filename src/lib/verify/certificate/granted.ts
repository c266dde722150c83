import { Assumption, ASSUMPTIONS } from '../assumptions';

/** What a certificate takes for granted besides what every answer does: it states only some of the flags. */
const OF_CERTIFICATES: readonly Assumption[] = [
  {
    id: 'other-flags-accepted',
    promise: 'liveness',
    text: 'Flags that the certificate does not state end no process: verify has read them, and the checker has not.',
  },
  {
    id: 'durations-keep-apart',
    promise: 'exclusivity',
    text: 'The lease durations of processes that share a lock are such that no holder acts after another one has taken it: verify has compared '
      + 'them, and the checker has not.',
  },
];

/** What a certificate takes for granted. */
export const GRANTED: readonly Assumption[] = [...ASSUMPTIONS, ...OF_CERTIFICATES];
