import { LabelledKind, matchesLabels } from './placement';
import { CONTROL_PLANE_ROLE, MASTER_ROLE, UNSCHEDULABLE_TAINT } from '../../facts/control-plane-node';
import { keepsOut, Taint, tolerates } from '../../kubernetes/taint';
import { NodeObjectView, PodFacts, Toleration } from '../../view/model';

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
  return [...new Set(left.flatMap(taints => taints!.map(({ key, value, effect }) => `${key}${value === '' ? '' : `=${value}`}:${effect}`)))];
}

/** Taints of a Node that keep a pod out. One that is cordoned has a taint of its own, or gets it. */
export function closingTaints(pod: ScheduledPod, { taints, isCordoned }: NodeObjectView): readonly Taint[] {
  const isMarked = taints.some(({ key }) => key === UNSCHEDULABLE_TAINT.key);
  return closing(pod, isCordoned === true && !isMarked ? [...taints, UNSCHEDULABLE_TAINT] : taints);
}

function closing({ kind, tolerations, hostNetwork }: ScheduledPod, taints: readonly Taint[]): readonly Taint[] {
  const own = kind === 'DaemonSet' ? [...tolerations, ...OF_DAEMON_SETS, ...hostNetwork ? [ON_HOST_NETWORK] : []] : tolerations;
  return taints.filter(taint => keepsOut(taint) && !PASSING.test(taint.key) && !tolerates(own, taint));
}

/** States that a node gets over by itself. A cordoned one, and one that is out of service, waits for a person. */
const PASSING = /^node\.kubernetes\.io\/(?:not-ready|unreachable|(?:memory|disk|pid)-pressure)$/;

/** What the DaemonSet controller adds: k8s.io/kubernetes@v1.26.15 pkg/controller/daemon/util/daemonset_util.go AddOrUpdateDaemonPodTolerations. */
const OF_DAEMON_SETS: readonly Toleration[] = [{ key: UNSCHEDULABLE_TAINT.key, operator: 'Exists', effect: 'NoSchedule' }];
const ON_HOST_NETWORK: Toleration = { key: 'node.kubernetes.io/network-unavailable', operator: 'Exists', effect: 'NoSchedule' };

/** In each of its alternatives. */
export function asksForControlPlane(terms: PodFacts['nodeTerms']): boolean {
  const isRole = (key: string) => key === CONTROL_PLANE_ROLE || key === MASTER_ROLE;
  return terms.length > 0 && terms.every(term => term.some(({ key, operator }) => isRole(key) && (operator === 'In' || operator === 'Exists')));
}
