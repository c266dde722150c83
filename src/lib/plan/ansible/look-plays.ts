import { CONTROL, FRAME, include, LEAVE_OUT_THE_LOST, Task } from './step-play';

/**
 * Where the cluster stands, before anything else.
 *
 * @param frame what the plays have besides, once the cluster is known
 * @param each what becomes of their tasks
 */
export function lookPlays(frame: Task, each: (task: Task) => Task): readonly Task[] {
  return [
    { name: 'Look at the cluster', ...CONTROL, tasks: [include('read-app', 'Read the app'), include('read-cluster', 'Read the cluster')] },
    {
      name: 'Look at the nodes',
      hosts: 'control_plane:workers',
      ...FRAME,
      ...frame,
      tasks: [LEAVE_OUT_THE_LOST, each(include('read-node', 'Read the node'))],
    },
    { name: 'Find where the plan stands', ...CONTROL, ...frame, tasks: [each(include('find-position', 'Find where the plan stands'))] },
  ];
}
