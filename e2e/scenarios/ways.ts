import { PlanState } from '../../src';
import { Context } from '../lib/scenario';

/** The playbooks back to before the migration: every file as it was, and the controllers run. */
export async function goBack({ cluster, steps, playbooks }: Context, from: PlanState): Promise<void> {
  await playbooks.go(from, PlanState.NOT_STARTED);
  await cluster.isAsBefore();
  await steps.served('the cluster as it was');
}

/** The playbooks from N+1 to the end of the migration. */
export async function disable({ cluster, steps, playbooks }: Context): Promise<void> {
  await playbooks.go(PlanState.N_PLUS_1, PlanState.DISABLED);
  cluster.isAsSynthesized('disabled');
  await steps.served('phase disabled');
}
