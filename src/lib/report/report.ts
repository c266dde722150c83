import { NodeRole } from '../kubernetes/node';
import { EndingRow } from '../migration/endings';
import { PlanStateName } from '../plan/state';
import { ToldCounterExample } from '../proof/counterexample';
import { DescribedProcess } from '../read-back/described-process';
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
  /** The Deployment that runs kube-controller-manager; undefined: nodes run it. */
  readonly manager?: { readonly object: string; readonly cluster?: 'management' };
  readonly workers: readonly string[];
  /** What makes and replaces the machines; undefined: nodes are changed in place, or by the steps of the plan. */
  readonly installer?: string;
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
  /** Lines that it refers to, as the files of the app have them; undefined: their texts are not known. */
  readonly sources?: readonly ReportSource[];
}

/** A line of a file of the app. */
export interface ReportPlace {
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

/** A part of a file around lines that a report refers to. */
export interface ReportSource {
  readonly file: string;
  /** The first line that is shown. */
  readonly from: number;
  /** Null: the file may hold a secret, so that its text is shown nowhere. */
  readonly lines: readonly string[] | null;
  /** The lines that are referred to. */
  readonly cited: readonly number[];
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
  readonly actions: readonly ReportAction[];
  /** What version N+1 takes away of what version N has, where nodes come to it for the first time. */
  readonly endings: readonly EndingRow[];
  /** Of the state that it leads to, as `verify` says them. */
  readonly findings: readonly ReportedFinding[];
  /** What is in the input and was not looked at. */
  readonly notLookedAt: readonly { readonly file: string; readonly what: string }[];
  /** What applying the state leaves behind: the plan deletes it, another tool or a person has to. */
  readonly toDelete: { readonly objects: readonly string[]; readonly nodeFiles: readonly string[] };
  /** How to take it back; null: it is refused, so there is nothing to take back, or what replaces the machines cannot. */
  readonly back: ReportBack | null;
  /** Why there is no way back. */
  readonly noWayBack?: string;
}

/** Steps of a plan that do the same, one after the other. */
export interface ReportAction {
  readonly name: string;
  readonly title: string;
  readonly why: string;
  readonly nodes: readonly string[];
  /** How many steps they are; undefined: one, or one for each node. */
  readonly times?: number;
  /** What stops and starts in each; undefined: nothing. */
  readonly restarts?: readonly string[];
  /** How long no process may run the controllers because of each; undefined: none that does is stopped. */
  readonly gap?: ActionGap;
}

/** How long no process may run the controllers because of one step, in seconds. */
export interface ActionGap {
  /** The successor bids for the lock already. */
  readonly bidsSeconds?: number;
  /** It has to win its main lock first; its start comes on top. */
  readonly mostSeconds?: number;
  /** It comes only so long after what has no bound. */
  readonly afterUnboundedSeconds?: number;
  /** It lasts until a later step ends it, or until the only API server answers again. */
  readonly isOpen?: true;
  /** How the bounds come about. */
  readonly text: string;
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
  /** Where it is, if not in the cluster that is served. */
  readonly cluster?: 'management';
  readonly file: string;
  /** Where the object begins. */
  readonly line?: number;
  /** Lines with `+`, `-` or a blank before them; null: it may hold a secret, so that its text is shown nowhere. */
  readonly diff: readonly string[] | null;
}

/** A file that comes, goes or changes on nodes in the same way. */
export interface NodeFileChange {
  readonly change: FileChange;
  readonly path: string;
  readonly nodes: readonly string[];
  /** The file of the app that is put on the first node, or was; undefined: the app has none. */
  readonly source?: string;
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
export interface ReportProcess extends DescribedProcess {
  /** What it was read from; undefined: it is not in the app as it runs. */
  readonly place?: ReportPlace;
}

/** A counter-example, and where each of its processes was read; null: it is not in the app as it runs. */
export interface PlacedCounterExample extends ToldCounterExample {
  readonly places?: readonly (ReportPlace | null)[];
}

/** Of every mix of the processes that may run simultaneously during the step. */
export interface ReportVerdict {
  /** Null: the step is refused, and the counter-examples say why. */
  readonly exclusivity: boolean | null;
  readonly liveness: boolean | null;
  readonly declaredGaps: readonly string[];
  /** Why a promise is not known, and what to look at instead; undefined: it is. */
  readonly unknown?: string;
  readonly counterexamples: readonly PlacedCounterExample[];
  /** Why the step is refused, and what to do instead. */
  readonly refused?: { readonly reason: string; readonly fix: string };
  /** The mixes that were judged, each as the processes in it. */
  readonly mixes: readonly (readonly string[])[];
}

/** How a step is taken back. Sentences have backticks around commands. */
export interface ReportBack {
  /** What writes the folder with `back.yaml`, or prints the commands of an installer. */
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
