import { NodeSide } from '../migration/node';
import { SIDE_LABEL } from '../migration/side-label';
import { SelectorRequirement } from '../rules/model';

/** A kind of node by its labels, as far as the input says them. */
export interface LabelledKind {
  readonly name: string;
  readonly side?: NodeSide;
  /** Labels that its kubelets register with, `--node-labels`, node by node. */
  readonly labels: readonly ReadonlyMap<string, string>[];
}

/**
 * The kinds on which a pod can be scheduled; undefined: nothing in the input keeps it from any. Only labels that the input knows restrict: the side of the
 * migration, and what some kubelet registers with. Whoever sets other labels may set them anywhere.
 */
export function kindsFor(terms: readonly (readonly SelectorRequirement[])[], kinds: readonly LabelledKind[]): readonly string[] | undefined {
  if (kinds.length === 0) return undefined;
  const known = new Set(kinds.flatMap(({ labels }) => labels.flatMap(map => [...map.keys()])));
  const able = kinds.filter(kind => terms.some(term => term.every(requirement => canMatch(requirement, kind, known)))).map(({ name }) => name);
  return able.length === kinds.length ? undefined : able;
}

function canMatch(requirement: SelectorRequirement, kind: LabelledKind, known: ReadonlySet<string>): boolean {
  if (requirement.key === SIDE_LABEL) return kind.side === undefined || matches(requirement, kind.side);
  return !known.has(requirement.key) || kind.labels.length === 0 || kind.labels.some(labels => matches(requirement, labels.get(requirement.key)));
}

/** Node selector requirements: k8s.io/component-helpers@v0.26.15 scheduling/corev1/nodeaffinity/nodeaffinity.go. */
function matches({ operator, values }: SelectorRequirement, value: string | undefined): boolean {
  switch (operator) {
    case 'In': return value !== undefined && values.includes(value);
    case 'NotIn': return value === undefined || !values.includes(value);
    case 'Exists': return value !== undefined;
    case 'DoesNotExist': return value === undefined;
    default: return true;
  }
}
