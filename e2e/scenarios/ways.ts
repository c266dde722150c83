import { PlanState } from '../../src';
import { Cluster } from '../lib/cluster';
import { Context } from '../lib/scenario';
import { eventually } from '../lib/wait';

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

/**
 * Until a cloud-controller-manager of this release is seen to run the service controller: what a process says of itself is asked every second or so.
 *
 * @throws if one of another release runs at all
 */
export async function runsService(cluster: Cluster, version: string): Promise<void> {
  const others = cluster.controllerManagers().filter(one => one.component === 'aws-cloud-controller-manager' && one.version !== version);
  if (others.length > 0) {
    throw new Error(`of another release than ${version} run ${others.map(({ node, version: other }) => `${other} on ${node}`).join(', ')}`);
  }
  await eventually(`the service controller in a cloud-controller-manager of ${version}`, 30, () =>
    Promise.resolve(cluster.tryRunning('service')?.version === version || undefined));
}
