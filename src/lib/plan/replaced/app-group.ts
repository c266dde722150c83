import { NodeRole } from '../../kubernetes/node';
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
