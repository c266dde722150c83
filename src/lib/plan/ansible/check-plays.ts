import { canBeAskedBefore, hostOf, nameOf } from './names';
import { CONTROL, EACH_FOR_ITSELF, FRAME, include, LEAVE_OUT_THE_LOST, NODES, Task } from './task';
import { literal } from './yaml-text';
import { PlanAction } from '../action';
import { Plan } from '../plan';
import { doesAny, drainedNodes } from '../step';

/** Only on the way there: kubeadm's own upgrade has no way back. */
const COPIES_ETCD = "upgrades_by_kubeadm and not without_kubeadm_upgrade | bool and '--etcd-upgrade=false' not in kubeadm_upgrade_flags";
const OF_CONTROL_PLANE = "inventory_hostname in groups['control_plane']";

/** Each check as a block of its own: one that fails does not keep the next from being made. */
export function checkPlays(plan: Plan): readonly Task[] {
  const actions = plan.steps.flatMap(({ before, proof }) => [...before, ...proof].map(({ action }) => action)).filter(canBeAskedBefore);
  const unique = [...new Map(actions.map(action => [JSON.stringify(action), action])).values()];
  const onNodes = unique.filter(action => hostOf(action) !== undefined);
  const files = Object.entries(plan.standing.nodeValues).flatMap(([node, values]): PlanAction[] => {
    const known = Object.entries(values).filter(([, sums]) => sums.length > 0).map(([path, sums]) => ({ path, sums }));
    return known.length > 0 ? [{ do: 'files-are', node, files: known }] : [];
  });
  return [
    {
      name: 'Check the cluster',
      ...CONTROL,
      ...EACH_FOR_ITSELF,
      vars: { title: 'Preflight' },
      tasks: [
        ...unique.filter(action => hostOf(action) === undefined),
        ...plan.controlPlane.map((node): PlanAction => ({ do: 'node-ready', node })),
      ].map(action => collected(action))
        .concat(CLUSTER_CHECKS, drainedNodes(plan.steps).length > 0 ? DRAIN_CHECKS : [], plan.aws === undefined ? [] : AWS_CHECKS, CHECKED),
    },
    {
      name: 'Check the nodes',
      hosts: NODES,
      ...FRAME,
      ...EACH_FOR_ITSELF,
      vars: { title: 'Preflight' },
      tasks: [
        LEAVE_OUT_THE_LOST,
        ...[...files, ...onNodes].map(action => collected(action, hostOf(action))),
        collectedTasks('node-tools', 'Tools and disk'),
        collectedTasks('kubelet-answers', 'The release of the kubelet', 'upgrades_nodes and not without_node_upgrade | bool'),
        collectedTasks('api-server-has-etcd', 'The API server and its etcd', OF_CONTROL_PLANE),
        ...plan.images.length === 0 ? [] : [collectedTasks('image-there', 'The images can be pulled', OF_CONTROL_PLANE)],
        ...doesAny(plan.steps, 'upgrade-kubeadm') ? [
          collectedTasks('proxy-images-there', 'The images of kube-proxy can be pulled', 'not without_kubeadm_upgrade | bool'),
          collectedTasks('kubeadm-room', 'Room for what kubeadm copies', `${OF_CONTROL_PLANE} and ${COPIES_ETCD}`),
        ] : [],
        CHECKED,
      ],
    },
    { name: 'Say what fails', ...CONTROL, tasks: [include('say-problems', 'Say what fails')] },
  ];
}

/** Of every plan, whatever its steps. */
const CLUSTER_CHECKS: readonly Task[] = [
  collectedTasks('workers-ready', 'The workers'),
  collectedTasks('etcd-answers', 'Etcd'),
  collectedTasks('etcd-members-well', 'The members of etcd'),
  collectedTasks('kubectl-fits', 'The version of kubectl'),
  collectedTasks('kubelets-fit', 'The versions of the kubelets'),
  collectedTasks('leases-known', 'Who holds the Leases'),
  collectedTasks('lock-read', 'Who runs a plan'),
  collectedTasks('no-other-ccm', 'Other cloud-controller-managers'),
  collectedTasks('ccm-is-ours', 'The cloud-controller-manager of this name'),
  collectedTasks('nodes-are-kept', 'What makes and removes nodes'),
  collectedTasks('say-cordoned', 'Nodes that are cordoned'),
  collectedTasks('upgrades-are-set', 'What upgrades the nodes'),
  collectedTasks('say-services', 'The Services'),
];

const DRAIN_CHECKS: readonly Task[] = [collectedTasks('drain-may-end', 'A drain may end')];

/** A node that went away in the middle has not failed a check, and was not asked either. */
const CHECKED: Task = { 'name': 'Every check was made', 'ansible.builtin.set_fact': { was_checked: true } };

/** Where the cloud is AWS. */
const AWS_CHECKS: readonly Task[] = [
  collectedTasks('role-allows', 'The role of the cloud-controller-manager'),
  collectedTasks('groups-are-paused', 'The Auto Scaling groups of the nodes'),
];

function collected(action: PlanAction, node?: string): Task {
  const task = include(action.do, nameOf(action), { given: literal(action), within: 0 });
  if (node !== undefined) return noted(task, `inventory_hostname == '${node}'`);
  return noted(task, undefined, 'node' in action ? action.node : undefined);
}

function collectedTasks(file: string, name: string, when?: string): Task {
  return noted(include(file, name), when);
}

/**
 * A task whose failure is noted, and kept from ending the play.
 *
 * @param about node that it is about, where another machine asks
 */
export function noted(task: Task, when?: string, about = ''): Task {
  return {
    name: task.name,
    ...when === undefined ? {} : { when },
    block: [task],
    rescue: [include('note-problem', 'Note the problem', { about })],
  };
}
