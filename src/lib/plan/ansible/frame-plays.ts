import { CONTROL, FRAME, include, LEAVE_OUT_THE_LOST, Task } from './step-play';

/** Before everything else. */
export const LOCK: Task = { name: 'Take the lock', ...CONTROL, tasks: [include('lock-take', 'Take the lock')] };

/** What the Services have, before anything changes. */
export const RECORD: Task = {
  name: 'Record the Services', ...CONTROL, tasks: [include('record-services', 'Record the Services', undefined, ['not ansible_check_mode'])],
};

/** After the way back. */
export const TAKEN_BACK: Task = {
  name: 'See that everything is taken back',
  hosts: 'control_plane:workers',
  ...FRAME,
  tasks: [
    LEAVE_OUT_THE_LOST,
    include('taken-back', 'See that the node is as it was', undefined, ['not ansible_check_mode', 'not is_paused']),
  ],
};

const CARRIED_OUT = ['not ansible_check_mode', 'not paused | default(false)'];

/** The end of a way: what it came to is in the lock, and is what it says. */
function endPlay(state: string, said: string, whenWhole: readonly Task[] = []): Task {
  return {
    name: 'End',
    ...CONTROL,
    vars: {
      // Of workers some may fail without an end of the run (worker_max_fail_percentage).
      left_behind: "{{ groups['workers'] | default([]) | map('extract', hostvars) | selectattr('stopped_in', 'defined') "
        + "| map(attribute='inventory_hostname') | sort }}",
      state: "{{ 'paused before ' ~ paused_at if paused | default(false) else 'stopped on ' ~ left_behind | join(', ') if left_behind | length > 0 "
        + `else '${state}' }}`,
    },
    tasks: [
      include('services-same', 'Compare the Services', { within: 120 }, CARRIED_OUT),
      ...whenWhole,
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

/** Of the way there. */
export const DONE = endPlay('done', "'done: the cluster is in state ' ~ to_state");

/** Of the way back: what the Services were is kept as long as a worker is on the way. */
export const UNLOCK = endPlay('taken back', "'all steps of this plan are taken back'", [
  include('forget-services', 'Forget what they were', undefined, [...CARRIED_OUT, 'left_behind | length == 0']),
]);
