import { Assumption } from './assumptions';
import { firstOfEach } from '../kubernetes/once-for';
import type { EditedFile } from '../migration/output-layout';
import { CounterExample } from '../proof/counterexample';
import { Answer } from '../proof/judgement';
import { Severity } from '../rules/rule';
import { InertKindClaim } from '../view/model';

/** A finding as every format shows it. */
export interface ReportedFinding {
  readonly rule: string;
  readonly severity: Severity;
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly message: string;
  readonly fix: string;
  /** Whether the rule cannot say that it is one: what decides is not in the input. */
  readonly undecided?: boolean;
}

/** Something that could not be read or known, and on which a promise depends. */
export interface ReportedUnknown {
  readonly file: string;
  readonly line: number;
  readonly what: string;
  /** A line for each thing that it is about, where it is about several. */
  readonly lines?: readonly string[];
  readonly why: string;
  readonly fix: string;
  /** Lines to add to the file of accepted findings, where that is a remedy. */
  readonly rows?: readonly string[];
}

/** One of the two promises. */
export interface ReportedPromise {
  readonly verdict: Answer;
  /** The same for programs that know two answers; null: unknown. */
  readonly holds: boolean | null;
  readonly counterexamples: readonly ReportedCounterExample[];
  /** Of an unknown one: what has to be read or said for an answer. */
  readonly unknown: readonly ReportedUnknown[];
}

/** A counter-example, and where to begin to read: the process at which its fix begins. */
export interface ReportedCounterExample extends CounterExample {
  /** Whether a rule has an error for what causes it; not printed. */
  readonly isOfRule?: boolean;
  readonly file: string;
  readonly line: number;
}

/** Something that replaces nodes, and the mix of nodes that it can reach. What is not there is not known. */
export interface ReportedRollout {
  readonly object: string;
  readonly role: 'control-plane' | 'worker' | 'unknown';
  readonly nodes?: number;
  /** Old and new ones together. */
  readonly most?: number;
  readonly leastReady?: number;
  /** Of an unknown number of nodes: how many are away at once. */
  readonly share?: string;
  /** Why a bound is not known. */
  readonly unknown?: string;
  /** All of it in one sentence. */
  readonly text: string;
  readonly file: string;
  readonly line: number;
}

/** What was looked at, for people. */
export interface Seen {
  /** Folders of nodes that are alike, and what was found in each. */
  readonly nodes: readonly { readonly label: string; readonly found: readonly string[] }[];
  /** Workloads of the cluster: their object, component and place. */
  readonly workloads: readonly { readonly object: string; readonly component: string; readonly file: string; readonly line: number }[];
  /** What replaces nodes. */
  readonly rollouts: readonly ReportedRollout[];
  /** What the user says. */
  readonly assumed: readonly string[];
  /** What was not looked at, and why. */
  readonly passedOver: readonly { readonly file: string; readonly what: string }[];
  /** What was synthesized and is another text now, with the file that has its sum. Undefined: none. */
  readonly edited?: readonly EditedFile[];
  /** Where the input has several states that follow each other, each checked by itself: `phase mixed`, and the file that says so. */
  readonly phases?: readonly { readonly name: string; readonly file: string }[];
  /** Nodes, and controller managers that differ; of several states, those of each. */
  readonly counts: { readonly nodes: number; readonly processes: number };
}

/** A finding or an acceptance of one, and why it does not count. */
export interface AcceptedFinding extends ReportedFinding {
  readonly reason: string;
}

/** What `verify` says. */
export interface VerifyResult {
  readonly exclusivity: ReportedPromise;
  readonly liveness: ReportedPromise;
  /** Sorted by file, line and rule. */
  readonly findings: readonly ReportedFinding[];
  /** Findings that a user accepted. */
  readonly accepted: readonly AcceptedFinding[];
  /** Kinds of objects that are taken to be inert, as the user says. */
  readonly takenAsInert: readonly InertKindClaim[];
  /** Controllers that no process runs in some mix because the input itself says so. */
  readonly declaredGaps: readonly string[];
  readonly seen: Seen;
  /** What an answer `holds` takes for granted. */
  readonly assumptions: readonly Assumption[];
}

export type FailOn = 'error' | 'warning';

/** Whether the command ends with exit code 1: a promise that does not certainly hold, or a finding of that severity. */
export function isRefused({ exclusivity, liveness, findings }: VerifyResult, failOn: FailOn): boolean {
  const failing: readonly Severity[] = failOn === 'warning' ? ['error', 'warning'] : ['error'];
  return [exclusivity, liveness].some(({ verdict }) => verdict !== 'holds') || findings.some(({ severity }) => failing.includes(severity));
}

/** What is taken for granted of the promises that hold. */
export function granted({ assumptions, ...result }: VerifyResult): readonly Assumption[] {
  const held = (['exclusivity', 'liveness'] as const).filter(name => result[name].verdict === 'holds');
  return assumptions.filter(({ promise }) => held.some(name => promise === name || promise === 'both'));
}

/** What both promises wait for, each once. */
export function unknowns({ exclusivity, liveness }: VerifyResult): readonly ReportedUnknown[] {
  return firstOfEach([...exclusivity.unknown, ...liveness.unknown], ({ file, line, what }) => JSON.stringify([file, line, what]));
}
