import { OperatorRule } from './rule';
import type { MANAGEMENT_CLUSTER } from '../migration/migration-file';

/** A file that a step puts on its node, removes or gives back, with its sums. */
export interface StepFile {
  /** On the node. */
  readonly path: string;
  /** Sum that the step leaves; `-`: none is left; undefined: not known. */
  readonly after?: string;
  /** Sums that it may have before; none: not known. */
  readonly before: readonly string[];
  /** What is put. */
  readonly put?: {
    /** Folder of the app with a folder for each node. */
    readonly from: string;
    readonly mode: string;
    readonly owner: string;
    /** A password or token is in it: its text is shown nowhere, also not as a difference. */
    readonly secret?: true;
    /** It is put where the step is taken back: as it is before. */
    readonly undo?: true;
  };
}

/** Nodes that are meant: that of the step, the other control-plane nodes, groups of the inventory, or these. */
export type NodeSet = 'self' | 'others' | 'control-plane' | 'workers' | 'all' | readonly string[];

/**
 * What a step does or asks: one row in `actions/`, among those of the same things. Rights, programs, preflight, evidence, the runbook and the schema
 * of `plan.json` are derived from the rows; the collection has a task or a function of the same name.
 */
export interface ActionKind<Given extends object> {
  /** `<role>/<task>`: a task file of the collection; without a slash a function of its Python. */
  readonly do: string;
  /** What it does, or what has to hold, for people: the name of its task in a run. */
  readonly says: string;
  /** Where it runs: on the node of the step, or on the machine of the operator. */
  readonly on: 'node' | 'operator';
  /** Whether preflight asks it, too: before anything has changed it holds already. */
  readonly anyTime?: true;
  /** Whether it is asked before a step that was begun earlier, too; with `check`, not in check mode, where the steps before it left nothing. */
  readonly always?: 'also-in-check-mode' | 'not-in-check-mode';
  /** What it asks of the API. */
  readonly rights?: (given: Given) => readonly OperatorRule[];
  /** The same of the API of the management cluster, where it is carried out there. */
  readonly managementRights?: (given: Given) => readonly OperatorRule[];
  /** Programs that it starts on a node as root, with their first arguments. */
  readonly programs?: (given: Given) => readonly string[];
  /** Whether these come with the step, so that preflight cannot look for them. */
  readonly bringsProgram?: true;
  /** Operations of AWS. */
  readonly aws?: readonly string[];
  /** Seconds that it may take by itself, which no check waits for. */
  readonly lasts?: number;
  /** What takes it back, where that follows from what it was given; else its step says it (`way.ts`). */
  readonly back?: (given: Given) => PlanAction;
  /** Commands of a person who has no Ansible, with `$NODE`; undefined: only the playbooks do it. */
  readonly byHand?: (given: Given, files: readonly StepFile[]) => readonly string[];
  /** The same where it is asked of several nodes, one after the other, and not of the node of the step. Default: `byHand`. */
  readonly byHandOfEach?: (given: Given) => readonly string[];
}

/** An action of a step. */
export interface PlanAction<Given extends object = object> {
  readonly kind: ActionKind<Given>;
  readonly given: Given;
  /** Nodes that it is carried out on, one after the other. Default: the node of the step. */
  readonly each?: NodeSet;
  /** A check has to hold: at once (0), or within so many seconds. */
  readonly within?: number;
}

/** Makes actions of a kind. */
export interface ActionMaker<Given extends object> {
  (given: Given, each?: NodeSet): PlanAction;
  readonly kind: ActionKind<Given>;
}

/** What a row may have besides its name, what it says and where it runs. */
type MoreOfKind<Given extends object> = Omit<ActionKind<Given>, 'do' | 'says' | 'on'>;

/** Makes the rows of what runs there. */
function rowsOn(on: ActionKind<object>['on']) {
  return <Given extends object = Record<string, never>>(does: string, says: string, more: MoreOfKind<Given> = {}): ActionMaker<Given> => {
    const kind: ActionKind<Given> = { do: does, says, on, ...more };
    // A row is only ever given what it was made for.
    const make = (given: Given, each?: NodeSet) => ({ kind, given, ...each === undefined ? {} : { each } }) as unknown as PlanAction;
    return Object.assign(make, { kind });
  };
}

/** The row of what runs on the node of the step. */
export const onNode = rowsOn('node');

/** The row of what runs on the machine of the operator. */
export const onOperator = rowsOn('operator');

/** What an action of this kind was given; undefined: it is of another kind. */
export function givenTo<Given extends object>(one: PlanAction, { kind }: ActionMaker<Given>): Given | undefined {
  return one.kind.do === kind.do ? one.given as Given : undefined;
}

/** What a command of a person names the kubeconfig of a management cluster by. */
export const MANAGEMENT_KUBECONFIG = 'MANAGEMENT_KUBECONFIG';

/**
 * The same in the management cluster that a control plane runs in. What the operator may do there is not among the rights in the cluster that is
 * served.
 *
 * @param cluster undefined: in the cluster that is served
 */
export function inCluster(cluster: typeof MANAGEMENT_CLUSTER | undefined, one: PlanAction): PlanAction {
  if (cluster === undefined) return one;
  const { kind } = one;
  const program = `kubectl --kubeconfig="$${MANAGEMENT_KUBECONFIG}" `;
  const there = (lines: readonly string[]) => lines.map(line => line.replaceAll(/\bkubectl (?=[a-z])/g, () => program));
  const { byHand } = kind;
  return {
    ...one,
    kind: {
      ...kind,
      rights: given => kind.rights?.(given).filter(isOfCopies) ?? [],
      managementRights: given => kind.rights?.(given).filter(rule => !isOfCopies(rule)) ?? [],
      ...byHand && { byHand: (given, files) => there(byHand(given, files)) },
    },
    given: { ...one.given, cluster },
  };
}

/** Copies of objects are kept in the cluster that is served: two of these may have control planes of one name in one management cluster. */
function isOfCopies({ resource, namespace }: OperatorRule): boolean {
  return resource === 'configmaps' && namespace === 'kube-system';
}

export function must(check: PlanAction): PlanAction {
  return { ...check, within: 0 };
}

export function eventually(seconds: number, check: PlanAction): PlanAction {
  return { ...check, within: seconds };
}

/** Seconds that checks take together, if each comes true as late as it may. */
export function longestWait(actions: readonly PlanAction[]): number {
  return actions.reduce((sum, { within = 0 }) => sum + within, 0);
}
