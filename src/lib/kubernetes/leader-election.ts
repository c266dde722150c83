/** The three flags whose values must agree between the holder of a lock and its candidates (design: timing rule). */
export const LEADER_ELECTION_DURATIONS = ['leader-elect-lease-duration', 'leader-elect-renew-deadline', 'leader-elect-retry-period'] as const;

/** A duration as Go's flag parser reads it: whole seconds where possible, else milliseconds. */
export function goDuration(milliseconds: number): string {
  return milliseconds % 1000 === 0 ? `${milliseconds / 1000}s` : `${milliseconds}ms`;
}
