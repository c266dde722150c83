import { include, Task } from './task';

/** But for the workers that may fail. */
export const ALL_CAME_THROUGH = include('came-through', 'See whether every node came through');

/**
 * Tasks of a play that does not begin where a node was left on the way in an earlier one, and in which a node that is lost is left on the way. What
 * this adds needs no connection, so that no node is lost in it. The machine that runs the playbooks is never lost.
 *
 * @param leaving tasks before them, by which nodes leave the run
 */
export function throughout(hosts: readonly string[], leaving: readonly Task[], tasks: readonly Task[]): readonly Task[] {
  if (hosts.every(host => host === 'localhost')) return [ALL_CAME_THROUGH, ...leaving, ...tasks];
  return [ALL_CAME_THROUGH, ...leaving, onTheWay('Set out', '{{ title }}'), ...tasks, onTheWay('Arrive', '')];
}

function onTheWay(name: string, where: string): Task {
  return { name, 'ansible.builtin.set_fact': { on_the_way_in: where } };
}
