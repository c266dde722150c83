import { CommandLine } from './command-line';
import { EndCause } from './end-cause';
import { LockSet, lockSet, NO_LOCK } from './lock';
import { DEFAULT_LOCK_DURATIONS, DEFAULT_LOCK_KIND, LOCK_NAMESPACE, LockKind, MAIN_LOCK_NAMES, mainLockKinds } from '../facts/locks';
import { ControllerManager } from '../kubernetes/component';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/** `--leader-elect-*` of one process, in milliseconds. Its migration lock uses the same. */
export interface Durations {
  readonly lease: number;
  readonly renewDeadline: number;
  readonly retryPeriod: number;
}

/** How a process elects a leader. */
export interface Election {
  /** `--leader-elect`. */
  readonly enabled: boolean;
  readonly namespace: string;
  readonly mainLock: LockSet;
  readonly durations: Durations;
  /** Why the process ends before it holds anything. */
  readonly problem?: EndCause;
}

/** Least ratio of renewDeadline to retryPeriod: k8s.io/client-go@v0.26.15 tools/leaderelection/leaderelection.go:69, JitterFactor. */
const JITTER_FACTOR = 1.2;

export function readElection(component: ControllerManager, version: KubernetesVersion, line: CommandLine): Election {
  const enabled = line.bool('leader-elect', true);
  const namespace = line.text('leader-elect-resource-namespace', LOCK_NAMESPACE);
  const name = line.text('leader-elect-resource-name', MAIN_LOCK_NAMES[component]);
  const kind = line.text('leader-elect-resource-lock', DEFAULT_LOCK_KIND);
  const durations = {
    lease: line.duration('leader-elect-lease-duration', DEFAULT_LOCK_DURATIONS.leaseDurationSeconds * 1000),
    renewDeadline: line.duration('leader-elect-renew-deadline', DEFAULT_LOCK_DURATIONS.renewDeadlineSeconds * 1000),
    retryPeriod: line.duration('leader-elect-retry-period', DEFAULT_LOCK_DURATIONS.retryPeriodSeconds * 1000),
  };
  if (!enabled) return { enabled, namespace, mainLock: NO_LOCK, durations };
  const kinds = mainLockKinds(version);
  if (!kinds.includes(kind as LockKind)) {
    const text = `--leader-elect-resource-lock=${kind} does not work in ${version.minorVersion} (it works with ${kinds.join(', ')})`;
    return { enabled, namespace, mainLock: NO_LOCK, durations, problem: { concern: 'lock-kind', text, flags: ['leader-elect-resource-lock'] } };
  }
  return { enabled, namespace, mainLock: lockSet(kind as LockKind, namespace, name), durations, problem: durationCause(durations) };
}

const DURATION_FLAGS = ['leader-elect-lease-duration', 'leader-elect-renew-deadline', 'leader-elect-retry-period'];

function durationCause(durations: Durations): EndCause | undefined {
  const text = durationProblem(durations);
  return text === undefined ? undefined : { concern: 'durations', text, flags: DURATION_FLAGS };
}

/** NewLeaderElector refuses these, before the first bid. */
function durationProblem({ lease, renewDeadline, retryPeriod }: Durations): string | undefined {
  if (lease <= renewDeadline) return 'leaseDuration must be greater than renewDeadline';
  if (renewDeadline <= JITTER_FACTOR * retryPeriod) return 'renewDeadline must be greater than retryPeriod*JitterFactor';
  return retryPeriod <= 0 ? 'retryPeriod must be greater than zero' : undefined;
}
