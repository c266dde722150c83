import { ofRelease } from './counterexample';
import { honouredLeaseDuration } from '../facts/locks';
import { LockSet, lockNames } from '../model/lock';
import { allLocks, Process } from '../model/process';

/** A candidate that can take a lock while its holder still acts. Milliseconds. */
export interface TimingViolation {
  readonly holder: Process;
  readonly candidate: Process;
  readonly locks: LockSet;
  /** How long the holder can go on after its last renewal: retryPeriod + renewDeadline. */
  readonly holderStopsAfter: number;
  /** How long the candidate waits after the last renewal that it saw. */
  readonly candidateWaits: number;
  readonly message: string;
  readonly fix: string;
}

/**
 * How long a candidate leaves a lock alone that is not renewed: its own leaseDuration, or from client-go 0.27 the one that the holder wrote, which is
 * in whole seconds (k8s.io/client-go@v0.27.16 tools/leaderelection/leaderelection.go:318).
 */
export function waitsFor(candidate: Process, holder: Process): number {
  return honouredLeaseDuration(candidate.version) === 'candidate' ? candidate.durations.lease : Math.floor(holder.durations.lease / 1000) * 1000;
}

export function stopsAfter(holder: Process): number {
  return holder.durations.retryPeriod + holder.durations.renewDeadline;
}

/** Each ordered pair that shares a lock and breaks the rule; a process and its own replicas are such a pair. */
export function timingViolations(processes: readonly Process[]): readonly TimingViolation[] {
  return processes.flatMap(holder => processes.flatMap(candidate => violation(holder, candidate)));
}

function violation(holder: Process, candidate: Process): readonly TimingViolation[] {
  const shared = new Set([...allLocks(holder)].filter(element => allLocks(candidate).has(element)));
  const holderStopsAfter = stopsAfter(holder);
  const candidateWaits = waitsFor(candidate, holder);
  if (shared.size === 0 || holderStopsAfter < candidateWaits) return [];
  const words = describe(holder, candidate, shared, holderStopsAfter, candidateWaits);
  return [{ holder, candidate, locks: shared, holderStopsAfter, candidateWaits, ...words }];
}

function describe(holder: Process, candidate: Process, shared: LockSet, stops: number, waits: number): { message: string; fix: string } {
  return {
    message: `${holder.label}: ${holder.component} ${ofRelease(holder)} can act for ${stops / 1000} s after its last renewal of `
      + `${lockNames(shared).join(', ')} (retryPeriod + renewDeadline), but ${candidate.label}: ${candidate.component} `
      + `${ofRelease(candidate)} takes it after ${waits / 1000} s`,
    fix: 'give every process that shares a lock the same --leader-elect-lease-duration, --leader-elect-renew-deadline and '
      + '--leader-elect-retry-period, '
      + 'with retryPeriod + renewDeadline below leaseDuration (15s, 10s and 2s are the defaults)',
  };
}
