import { MIGRATED_CONTROLLERS } from '../migration/component-changes';
import { lockNames, NO_LOCK } from '../model/lock';
import { locksToRun, Process } from '../model/process';
import { releaseOf } from '../proof/counterexample';

/** Controllers of the cloud provider that move. */
export const CONTROLLERS: readonly string[] = [...MIGRATED_CONTROLLERS, 'cloud-node'];

/** A controller manager that may run, for people. */
export interface DescribedProcess {
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

export function describeProcess(process: Process, nodes: readonly string[] | null): DescribedProcess {
  const { label, component, external, migration, mainLock, migrationLock } = process;
  return {
    where: label,
    nodes,
    component,
    release: releaseOf(process),
    flags: [...external ? ['--cloud-provider=external'] : [], ...migration ? ['--enable-leader-migration'] : []],
    mainLock: lockNames(mainLock),
    migrationLock: lockNames(migrationLock ?? NO_LOCK),
    controllers: CONTROLLERS.flatMap(controller => {
      const locks = locksToRun(process, controller);
      return locks === undefined ? [] : [{ controller, locks: lockNames(locks) }];
    }),
  };
}
