import { NodeSide } from '../../kubernetes/node';

/** A group whose nodes are replaced, by its name: `groups` of the plan says what it is. */
export interface GroupRef {
  readonly group: string;
}

/** Its nodes of one version, by the release of their kubelets. */
export interface SideRef extends GroupRef {
  readonly side: `${NodeSide}`;
}

/** What the version of a side is called. */
export function versionOf(side: `${NodeSide}`): string {
  return side === 'n' ? 'N' : 'N+1';
}

/** What of its control plane are units, for people: the API knows nothing of those. */
export interface WithUnits {
  readonly units?: readonly string[];
}

/** How many nodes of a side there are to be, by the number of the step: `i`, `i-1`; or what is left of the count of the group: `left`, `left+1`. */
export type Until = 'i' | 'i-1' | 'left' | 'left+1';

export interface CountedRef extends SideRef {
  readonly until: Until;
}

/** Names of the pods that a control-plane node has. */
export const CONTROL_PLANE_PODS = 'kube-(apiserver|controller-manager|scheduler)';
