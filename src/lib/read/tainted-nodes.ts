import { LabelledKind, matchesLabels } from './placement';
import { CONTROL_PLANE_ROLE, MASTER_ROLE } from '../facts/control-plane-node';
import { keepsOut, Taint, tolerates } from '../kubernetes/taint';
import { NodeObjectView, PodFacts } from '../view/model';

/**
 * Taints that keep a pod from every node that it is meant for; none where one takes it, or where nothing says which taints the nodes have. They
 * come from the Nodes of the input, else from what their kubelets register with and what kubeadm gives its control planes.
 */
export function taintsInTheWay(
  { nodeTerms, tolerations }: PodFacts, nodes: readonly NodeObjectView[], kinds: readonly LabelledKind[],
): readonly string[] {
  const candidates = nodes.length > 0 ? nodes.filter(({ name, labels }) => matchesLabels(nodeTerms, name, labels)).map(({ taints }) => taints)
    : asksForControlPlane(nodeTerms) ? kinds.flatMap(({ taints = [undefined] }) => taints) : [];
  const left = candidates.map(taints => taints?.filter(taint => keepsOut(taint) && !isPassing(taint) && !tolerates(tolerations, taint)));
  if (left.length === 0 || left.some(taints => taints === undefined || taints.length === 0)) return [];
  return [...new Set(left.flatMap(taints => taints!.map(({ key, value, effect }) => `${key}${value === '' ? '' : `=${value}`}:${effect}`)))];
}

/** Of a state that a node is in for a while: not ready, under pressure, cordoned. A DaemonSet tolerates most of them. */
function isPassing({ key }: Taint): boolean {
  return key.startsWith('node.kubernetes.io/');
}

/** In each of its alternatives. */
function asksForControlPlane(terms: PodFacts['nodeTerms']): boolean {
  const isRole = (key: string) => key === CONTROL_PLANE_ROLE || key === MASTER_ROLE;
  return terms.length > 0 && terms.every(term => term.some(({ key, operator }) => isRole(key) && (operator === 'In' || operator === 'Exists')));
}
