import { CONTROL_PLANE_ROLE, MASTER_ROLE, UNSCHEDULABLE_TAINT } from '../../facts/control-plane-node';
import { EXPECTED_LABELS, OS_LABELS, PASSING_TAINTS } from '../../facts/node-labels';
import { holds, SelectorRequirement } from '../../kubernetes/label-selector';
import { NODE_NAME_FIELD, NodeSide } from '../../kubernetes/node';
import { Quantity } from '../../kubernetes/quantity';
import { SIDE_LABEL } from '../../kubernetes/side-label';
import { keepsOut, Taint, taintText, tolerates } from '../../kubernetes/taint';
import { isPlaceholder } from '../../text/placeholder';
import { NodeObjectView, PodFacts, Toleration } from '../../view/model';

/** What a node has for pods, as far as its kubelet says it. */
export interface NodeRoom {
  readonly name: string;
  readonly isControlPlane: boolean;
  /** `maxPods` of its kubelet; none: the default, 110. */
  readonly maxPods?: number;
  readonly staticPods: number;
  /** What its static pods ask for together. */
  readonly taken: ReadonlyMap<string, Quantity>;
}

/** A kind of node by its labels, as far as the input says them. */
export interface LabelledKind {
  readonly name: string;
  readonly side?: NodeSide;
  /** Labels that its kubelets register with, `--node-labels`, node by node. */
  readonly labels: readonly ReadonlyMap<string, string>[];
  /** Names of its nodes; none: the input has none of them. */
  readonly nodes?: readonly string[];
  /** Whether none of its nodes is registered: no pod is scheduled there. */
  readonly isUnregistered?: boolean;
  /** Taints of each of its control-plane nodes; undefined: nothing says. */
  readonly taints?: readonly (readonly Taint[] | undefined)[];
  /** What its nodes have for pods besides their static pods. */
  readonly rooms?: readonly NodeRoom[];
}

/**
 * The kinds on which a pod can be scheduled; undefined: nothing in the input keeps it from any. Only labels that the input knows restrict: the side
 * of the migration, and what some kubelet registers with. Other labels may be set on any node.
 */
export function kindsFor(terms: readonly (readonly SelectorRequirement[])[], kinds: readonly LabelledKind[]): readonly string[] | undefined {
  if (kinds.length === 0) return undefined;
  const known = knownLabels(kinds);
  const able = kinds.filter(kind => terms.some(term => term.every(requirement => canMatch(requirement, kind, known)))).map(({ name }) => name);
  return able.length === kinds.length ? undefined : able;
}

/** Whether a Node has what some alternative asks for. */
export function matchesLabels(terms: readonly (readonly SelectorRequirement[])[], name: string, labels: ReadonlyMap<string, string>): boolean {
  const valueOf = (key: string) => key === NODE_NAME_FIELD ? name : labels.get(key);
  return terms.some(term => term.every(requirement => isUnfilled(requirement) || holds(requirement, valueOf(requirement.key))));
}

/** What the Nodes have where a term asks for another value of a label that they do have: ` (it asks for ...)`; empty: that is not why. */
export function otherValues(terms: readonly (readonly SelectorRequirement[])[], nodes: readonly NodeObjectView[]): string {
  const asked = terms.flat().filter(({ operator }) => operator === 'In');
  const differing = asked.flatMap(({ key, values }) => {
    const found = [...new Set(nodes.flatMap(({ labels }) => labels.get(key) ?? []))].filter(value => !values.includes(value));
    return found.length === 0 ? [] : [`${key} with the value ${quoted(values)}, and they have ${quoted(found.sort())}`];
  });
  return differing.length === 0 ? '' : ` (it asks for ${[...new Set(differing)].join('; ')})`;
}

function quoted(values: readonly string[]): string {
  return values.slice(0, 5).map(value => JSON.stringify(value)).join(' or ');
}

/** Labels that decide whether a pod runs, and of which nothing in the input says whether any node has them. */
export function undecidedLabels(
  terms: readonly (readonly SelectorRequirement[])[], kinds: readonly LabelledKind[], nodes: readonly NodeObjectView[],
): readonly string[] {
  const known = new Set([...knownLabels(kinds), ...nodes.flatMap(({ labels }) => [...labels.keys()])]);
  const isOpen = (requirement: SelectorRequirement) => isUnfilled(requirement)
    || !EXPECTED_LABELS.has(requirement.key) && !known.has(requirement.key) && !/^(?:NotIn|DoesNotExist)$/.test(requirement.operator);
  // One alternative that asks for nothing open is enough.
  if (terms.length === 0 || !terms.every(term => term.some(isOpen))) return [];
  return [...new Set(terms.flatMap(term => term.filter(isOpen).map(({ key }) => key)))];
}

/** Whether it is not said yet which value is asked for. */
function isUnfilled({ values }: SelectorRequirement): boolean {
  return values.some(isPlaceholder);
}

function knownLabels(kinds: readonly LabelledKind[]): ReadonlySet<string> {
  return new Set(kinds.flatMap(({ labels }) => labels.flatMap(map => [...map.keys()])));
}

function canMatch(requirement: SelectorRequirement, kind: LabelledKind, known: ReadonlySet<string>): boolean {
  const { key } = requirement;
  if (isUnfilled(requirement)) return true;
  if (key === SIDE_LABEL) return kind.side === undefined || holds(requirement, kind.side);
  if (key === NODE_NAME_FIELD) return kind.nodes === undefined || kind.nodes.length === 0 || kind.nodes.some(name => holds(requirement, name));
  // Control planes run on Linux.
  if (OS_LABELS.includes(key)) return holds(requirement, 'linux');
  return !known.has(key) || kind.labels.length === 0 || kind.labels.some(labels => holds(requirement, labels.get(key)));
}

/** A pod, and the kind of the workload that makes it. */
export interface ScheduledPod extends Pick<PodFacts, 'nodeTerms' | 'tolerations' | 'hostNetwork'> {
  readonly kind: string;
}

/**
 * Taints that keep a pod from every node that it is meant for; none where one takes it, or where nothing says which taints the nodes have. They
 * come from the Nodes of the input, else from what their kubelets register with and what kubeadm gives its control planes.
 */
export function taintsInTheWay(pod: ScheduledPod, nodes: readonly NodeObjectView[], kinds: readonly LabelledKind[]): readonly string[] {
  const { nodeTerms } = pod;
  const left = nodes.length > 0 ? nodes.filter(({ name, labels }) => matchesLabels(nodeTerms, name, labels)).map(node => closingTaints(pod, node))
    : asksForControlPlane(nodeTerms) ? kinds.flatMap(({ taints = [undefined] }) => taints.map(own => own && closing(pod, own))) : [];
  if (left.length === 0 || left.some(taints => taints === undefined || taints.length === 0)) return [];
  return [...new Set(left.flatMap(taints => taints!.map(taintText)))];
}

/** Taints of a Node that keep a pod out. One that is cordoned has a taint of its own, or gets it. */
export function closingTaints(pod: ScheduledPod, { taints, isCordoned }: NodeObjectView): readonly Taint[] {
  const isMarked = taints.some(({ key }) => key === UNSCHEDULABLE_TAINT.key);
  return closing(pod, isCordoned === true && !isMarked ? [...taints, UNSCHEDULABLE_TAINT] : taints);
}

/** Those of some taints that keep a pod out. */
export function closing({ kind, tolerations, hostNetwork }: ScheduledPod, taints: readonly Taint[]): readonly Taint[] {
  const own = kind === 'DaemonSet' ? [...tolerations, ...OF_DAEMON_SETS, ...hostNetwork ? [ON_HOST_NETWORK] : []] : tolerations;
  return taints.filter(taint => keepsOut(taint) && !PASSING_TAINTS.test(taint.key) && !tolerates(own, taint));
}

/** What the DaemonSet controller adds: k8s.io/kubernetes@v1.26.15 pkg/controller/daemon/util/daemonset_util.go AddOrUpdateDaemonPodTolerations. */
const OF_DAEMON_SETS: readonly Toleration[] = [{ key: UNSCHEDULABLE_TAINT.key, operator: 'Exists', effect: 'NoSchedule' }];
const ON_HOST_NETWORK: Toleration = { key: 'node.kubernetes.io/network-unavailable', operator: 'Exists', effect: 'NoSchedule' };

/** In each of its alternatives. */
export function asksForControlPlane(terms: PodFacts['nodeTerms']): boolean {
  const isRole = (key: string) => key === CONTROL_PLANE_ROLE || key === MASTER_ROLE;
  return terms.length > 0 && terms.every(term => term.some(({ key, operator }) => isRole(key) && (operator === 'In' || operator === 'Exists')));
}
