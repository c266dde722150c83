import { NodeRole } from '../kubernetes/node';
import { EndingRow } from '../migration/endings';
import { PlanStateName } from '../plan/state';
import { PrintedCounterExample } from '../proof/counterexample';
import type { UpgradeAnswer } from '../upgrade/answer';
import { Assumption } from '../verify/assumptions';
import { ReportedFinding } from '../verify/result';

/** What a reviewer has to see of a migration: as data, from which every format is written. */
export interface Report {
  readonly from: PlanStateName;
  readonly to: PlanStateName;
  readonly cluster: string | null;
  readonly cloud: string;
  readonly strategy: string;
  /** Releases of version N and N+1. */
  readonly releases: readonly [string, string];
  readonly controlPlane: readonly string[];
  readonly workers: readonly string[];
  /** Groups whose nodes are replaced; undefined: none is. */
  readonly replaced?: readonly { readonly group: string; readonly role: NodeRole; readonly count: number }[];
  readonly safe: boolean;
  /** `must-not`: a step or a finding of an error stands in the way. `cannot-say`: only what is not known does. */
  readonly answer: UpgradeAnswer;
  readonly steps: readonly ReportStep[];
  /** What the verdicts take for granted. */
  readonly assumptions: readonly Assumption[];
  /** What no verdict says anything about. */
  readonly limits: readonly string[];
}

/** The way from one state to the next, or back. */
export interface ReportStep {
  readonly from: PlanStateName;
  readonly to: PlanStateName;
  readonly objects: readonly ObjectChange[];
  readonly nodeFiles: readonly NodeFileChange[];
  readonly restarts: readonly Restart[];
  readonly processes: Readonly<Record<Moment, readonly ReportProcess[]>>;
  readonly verdict: ReportVerdict;
  readonly gap: ReportGap;
  /** Steps of the plan, those that do the same to several nodes once. */
  readonly actions: readonly { readonly name: string; readonly title: string; readonly why: string; readonly nodes: readonly string[] }[];
  /** What version N+1 takes away of what version N has, where nodes come to it for the first time. */
  readonly endings: readonly EndingRow[];
  /** Of the state that it leads to, as `verify` says them. */
  readonly findings: readonly ReportedFinding[];
  /** What is in the input and was not looked at. */
  readonly notLookedAt: readonly { readonly file: string; readonly what: string }[];
  /** What applying the state leaves behind: the plan deletes it, another tool or a person has to. */
  readonly toDelete: { readonly objects: readonly string[]; readonly nodeFiles: readonly string[] };
  /** How to take it back; null: it is refused, so there is nothing to take back. */
  readonly back: ReportBack | null;
}

/** Before a step, during it, and after it. */
export const MOMENTS = ['before', 'during', 'after'] as const;
export type Moment = typeof MOMENTS[number];

export type Change = 'added' | 'removed' | 'changed';

/** `put`: whatever was there before, which is not known. */
export type FileChange = Change | 'put';

/** An object of the manifests that comes, goes or changes. */
export interface ObjectChange {
  readonly change: Change;
  readonly object: string;
  readonly file: string;
  /** Lines with `+`, `-` or a blank before them; null: it may hold a secret, so that its text is shown nowhere. */
  readonly diff: readonly string[] | null;
}

/** A file that comes, goes or changes on nodes in the same way. */
export interface NodeFileChange {
  readonly change: FileChange;
  readonly path: string;
  readonly nodes: readonly string[];
  /** What it restarts; null: it is only read by what another file restarts. */
  readonly restarts: string | null;
  /** Of the first node. Null: it may hold a secret, or the text before is not known. */
  readonly diff: readonly string[] | null;
  readonly withoutDiff?: 'secret' | 'text before not known' | 'text after not known';
}

/** What stops and starts, on which nodes; no nodes: a workload, wherever its pods are. */
export interface Restart {
  readonly what: string;
  readonly nodes: readonly string[];
}

/** A controller manager that may run. */
export interface ReportProcess {
  readonly where: string;
  /** Nodes that it may run on; null: where the scheduler places it. */
  readonly nodes: readonly string[] | null;
  readonly component: string;
  /** Minor release. */
  readonly release: string;
  /** Flags that decide what it runs and under which lock. */
  readonly flags: readonly string[];
  readonly mainLock: readonly string[];
  readonly migrationLock: readonly string[];
  /** Controllers of the migration that it may run, with the locks that it holds then. */
  readonly controllers: readonly { readonly controller: string; readonly locks: readonly string[] }[];
}

/** Of every mix of the processes that may run simultaneously during the step. */
export interface ReportVerdict {
  /** Null: the step is refused, and the counter-examples say why. */
  readonly exclusivity: boolean | null;
  readonly liveness: boolean | null;
  readonly declaredGaps: readonly string[];
  readonly counterexamples: readonly PrintedCounterExample[];
  /** Why the step is refused, and what to do instead. */
  readonly refused?: { readonly reason: string; readonly fix: string };
  /** The mixes that were judged, each as the processes in it. */
  readonly mixes: readonly (readonly string[])[];
}

/** How a step is taken back. Sentences have backticks around commands. */
export interface ReportBack {
  /** What writes the folder with `back.yaml`. */
  readonly plan: string;
  readonly until: string;
  /** What stays as it is; empty: nothing. */
  readonly stays: string;
}

/** How long no process may run the controllers. */
export interface ReportGap {
  /** In words; `never`: no leader is stopped. */
  readonly text: string;
  /** Longest bound of one change of the leader, without the start of a process; null: there is none, or none is known. */
  readonly longestSeconds: number | null;
  /** How often the leader may be stopped. */
  readonly times: number;
  /** Whether the text has a case in which it lasts longer: a first leader that waits for kubeadm, or the only API server. */
  readonly hasException: boolean;
  /** Whether it lasts until a later step ends it, because the strategy has it. */
  readonly isDeclared: boolean;
}
