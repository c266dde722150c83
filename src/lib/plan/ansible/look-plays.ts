import { CONTROL, EACH_FOR_ITSELF, FRAME, include, LEAVE_OUT_THE_LOST, NODES, Task } from './task';

/**
 * Where the cluster stands, before anything else.
 *
 * @param each what becomes of the tasks, once the cluster is known
 */
export function lookPlays(each: (task: Task) => Task): readonly Task[] {
  return [
    {
      name: 'Look at the cluster',
      ...CONTROL,
      tasks: [
        each(include('ansible-fits', 'The version of Ansible')), each(include('read-app', 'Read the app')),
        include('read-cluster', 'Read the cluster'),
        each(include('cluster-fits', 'See whether it is the cluster of the plan')),
      ],
    },
    {
      name: 'Look at the nodes',
      hosts: NODES,
      ...FRAME,
      ...EACH_FOR_ITSELF,
      tasks: [LEAVE_OUT_THE_LOST, each(include('read-node', 'Read the node'))],
    },
    {
      name: 'Find where the plan stands',
      ...CONTROL,
      ...EACH_FOR_ITSELF,
      tasks: [each(include('find-position', 'Find where the plan stands'))],
    },
  ];
}
