import { NodeRole, NodeSide } from '../../kubernetes/node';
import type { MigrationFile } from '../../migration/migration-file';

/** A group whose nodes are replaced: its folder of node files has its name, and no node has. */
export interface AppGroup {
  readonly name: string;
  readonly role: NodeRole;
  readonly count: number;
  /** Label selector of its nodes, old and new. */
  readonly selector: string;
  /** Of workers: how many of a hundred are replaced at a time. */
  readonly sharePercent: number;
  /** Names of the nodes that were handed in of it: those that leave. */
  readonly today: readonly string[];
}

/** Those that the phases of an app say, the control plane first. */
export function groupsOf(indexes: readonly MigrationFile[]): readonly AppGroup[] {
  const [index] = indexes;
  return Object.entries(index?.replaced ?? {}).map(([name, { role, count, selector, sharePercent = 100, today }]) =>
    ({ name, role, count, selector, sharePercent, today }));
}

export function controlPlaneGroup(groups: readonly AppGroup[]): AppGroup | undefined {
  return groups.find(({ role }) => role === NodeRole.CONTROL_PLANE);
}

export function workerGroups(groups: readonly AppGroup[]): readonly AppGroup[] {
  return groups.filter(({ role }) => role === NodeRole.WORKER);
}

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
