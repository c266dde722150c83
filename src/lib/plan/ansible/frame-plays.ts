import { ALL_CAME_THROUGH, throughout } from './arrival';
import { STAYS_UPGRADED } from '../kubeadm-files';
import { CONTROL, FRAME, include, LEAVE_OUT_THE_LOST, NODES, Task } from './task';

/** Of tasks that leave something behind them. */
const CHANGES = ['not ansible_check_mode'];

/** Tasks of one machine, which stop as a step does: with a note in the lock, which is then free. */
function givingBack(name: string, block: readonly Task[], when: readonly string[]): Task {
  return { name, when: when.length === 1 ? when[0] : [...when], block: [...block], rescue: [include('stopped', 'Stop')] };
}

/** Before everything else. Nothing is written yet: a run that is refused leaves no lock that somebody would have to take over. */
export const NOBODY_ELSE: Task = { name: 'See that nobody else runs a plan', ...CONTROL, tasks: [include('lock-read', 'Read the lock')] };

/** Preflight asks this, too, but may lie days back, or never have been run. */
export const MAY_BEGIN: Task = {
  name: 'See that the way may begin',
  ...CONTROL,
  tasks: [
    include('upgrades-are-set', 'What upgrades the nodes', undefined, CHANGES),
    include('no-other-ccm', 'Other cloud-controller-managers', undefined, CHANGES),
    include('ccm-is-ours', 'The cloud-controller-manager of this name', undefined, CHANGES),
  ],
};

/** kubeadm's own upgrade has no way back. */
export const WAY_BACK = { upgrades_by_kubeadm: false };

/** The way back needs what upgrades the nodes, too: without it, old files would meet new programs. */
export const MAY_GO_BACK: Task = {
  name: 'See that the way back may begin',
  ...CONTROL,
  tasks: [include('upgrades-are-set', 'What brings the nodes back', WAY_BACK, CHANGES)],
};

/** After the last look, before the first change. */
export const LOCK: Task = { name: 'Take the lock', ...CONTROL, tasks: [include('lock-take', 'Take the lock')] };

/** What the Services have, before anything changes. */
export const RECORD: Task = {
  name: 'Record the Services',
  ...CONTROL,
  vars: { title: 'Record the Services' },
  tasks: [givingBack('Record what there is', [include('record-services', 'Record the Services')], CHANGES)],
};

/** After the way back. */
export const TAKEN_BACK: Task = {
  name: 'See that everything is taken back',
  hosts: NODES,
  ...FRAME,
  vars: { title: 'See that everything is taken back' },
  tasks: throughout([NODES], [LEAVE_OUT_THE_LOST], [
    givingBack('See whether it is', [include('taken-back', 'See that the node is as it was')], [...CHANGES, 'not is_paused']),
  ]),
};

const COMPARE = include('services-same', 'Compare the Services', { within: 120 });

/**
 * Between two legs; where the last one ends, the playbook does, too.
 *
 * @param isTouched tells whether this run did anything of the leg
 */
export function legEnd(name: string, isTouched: string): Task {
  return {
    name,
    ...CONTROL,
    vars: { title: name },
    tasks: [ALL_CAME_THROUGH, givingBack('Compare what there was', [COMPARE], [...CHANGES, 'not is_paused', isTouched])],
  };
}

const CARRIED_OUT = [...CHANGES, 'not paused | default(false)'];

/** The end of a way: what it came to is in the lock, and is what it says. */
function endPlay(state: string, said: string, whenWhole: readonly Task[] = []): Task {
  return {
    name: 'End',
    ...CONTROL,
    vars: {
      title: 'End',
      // Of workers some may fail without an end of the run (worker_max_fail_percentage).
      left_behind: "{{ groups['workers'] | default([]) | map('extract', hostvars) | selectattr('on_the_way_in', 'defined') "
        + "| selectattr('on_the_way_in') | map(attribute='inventory_hostname') | sort }}",
      state: "{{ 'paused before ' ~ paused_at if paused | default(false) else 'stopped on ' ~ left_behind | join(', ') if left_behind | length > 0 "
        + `else '${state}' }}`,
    },
    tasks: [
      ALL_CAME_THROUGH,
      givingBack('Compare what there was', [COMPARE, ...whenWhole], CARRIED_OUT),
      include('lock-leave', 'Leave the lock'),
      {
        'name': 'Every worker came to its end',
        'ansible.builtin.assert': {
          that: 'left_behind | length == 0',
          fail_msg: "{{ left_behind | join(', ') }} stopped on the way; run again to go on there",
          quiet: true,
        },
      },
      {
        'name': 'Say how it ended',
        'ansible.builtin.debug': {
          msg: "{{ 'check mode: nothing was changed' if ansible_check_mode else 'paused: run again to go on' if paused | default(false) else "
            + `${said} }}`,
        },
      },
    ],
  };
}

/** What preflight wanted paused is paused still, and what makes nodes anew knows nothing of a way. */
function resume(state: string): string {
  return "'. Now let go on what was paused for it (cluster autoscaler, Auto Scaling processes), once launch templates and images give nodes what "
    + `they have in state ' ~ ${state}`;
}

/** Of the way there. */
export const DONE = endPlay('done', `'done: the cluster is in state ' ~ to_state ~ ${resume('to_state')}`);

const STAYS = '; where kubeadm had upgraded kube-proxy, its pods go back node by node (kubectl rollout status daemonset/kube-proxy -n kube-system); '
  + `what it upgraded besides stays as it is: ${STAYS_UPGRADED}`;

/**
 * Of the way back: what the Services were is kept as long as a worker is on the way.
 *
 * @param byKubeadm whether kubeadm upgrades a node on the way there
 */
export function unlock(byKubeadm: boolean): Task {
  return endPlay('taken back', `'all steps of this plan are taken back${byKubeadm ? STAYS : ''}' ~ ${resume('from_state')}`, [
    include('forget-services', 'Forget what they were', undefined, ['left_behind | length == 0']),
  ]);
}
