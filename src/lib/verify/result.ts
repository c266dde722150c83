import { CounterExample } from '../proof/counterexample';
import { commandLineNotUnderstood } from '../rules/command-line-not-understood';
import { Severity } from '../rules/rule';
import { versionUnknown } from '../rules/version-unknown';

/** A finding as every format shows it. */
export interface ReportedFinding {
  readonly rule: string;
  readonly severity: Severity;
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly message: string;
  readonly fix: string;
}

/** One of the two promises. */
export interface ReportedPromise {
  readonly holds: boolean;
  readonly counterexamples: readonly ReportedCounterExample[];
}

/** A counter-example, and where to begin to read: the first process in it. */
export interface ReportedCounterExample extends CounterExample {
  readonly file: string;
  readonly line: number;
}

/** What `verify` says. */
export interface VerifyResult {
  readonly exclusivity: ReportedPromise;
  readonly liveness: ReportedPromise;
  /** Sorted by file, line and rule. */
  readonly findings: readonly ReportedFinding[];
  /** What was looked at, for people. */
  readonly seen: { readonly kinds: readonly string[]; readonly workloads: readonly string[] };
}

/** Rules whose findings say that something is left out of the proof. */
const LEAVE_OUT: ReadonlySet<string> = new Set([commandLineNotUnderstood.id, versionUnknown.id]);

/** Whether the promises are about a part of the input only: the rest could not be read, and its findings say why. */
export function isPartial({ findings }: VerifyResult): boolean {
  return findings.some(({ rule }) => LEAVE_OUT.has(rule));
}

export type FailOn = 'error' | 'warning';

/** Whether the command ends with exit code 1. */
export function isRefused({ exclusivity, liveness, findings }: VerifyResult, failOn: FailOn): boolean {
  const failing: readonly Severity[] = failOn === 'warning' ? ['error', 'warning'] : ['error'];
  return !exclusivity.holds || !liveness.holds || findings.some(({ severity }) => failing.includes(severity));
}
