/** The module that runs a task file. */
export const INCLUDE = 'ansible.builtin.include_tasks';

export type Task = Readonly<Record<string, unknown>>;

/** For every play. Another strategy (ANSIBLE_STRATEGY=free) would let nodes run ahead of each other within a step. */
export const FRAME = {
  gather_facts: false, strategy: 'linear', any_errors_fatal: true, environment: '{{ node_environment }}',
} as const;

/** Of plays on the machine that runs the playbooks. */
export const CONTROL = { hosts: 'localhost', ...FRAME } as const;

/**
 * Of plays in which the others go on without a node that fails, or is lost. Where any error is fatal, Ansible leads every node to a rescue, also
 * for a node that does not answer to one task, and counts that one twice.
 */
export const EACH_FOR_ITSELF: Task = { any_errors_fatal: false };

/** Of plays on every node of the run. */
export const NODES = 'control_plane:workers';

/** A task that runs a file of `tasks/`. */
export function include(file: string, name: string, vars?: Task, when: readonly string[] = []): Task {
  return {
    name,
    [INCLUDE]: `tasks/${file}.yaml`,
    ...vars ? { vars } : {},
    ...when.length === 1 ? { when: when[0] } : when.length > 1 ? { when: [...when] } : {},
  };
}

/** Where it is known which these are. */
export const LEAVE_OUT_THE_LOST: Task = {
  'name': 'Leave out a worker that is lost',
  'ansible.builtin.meta': 'end_host',
  'when': "inventory_hostname in hostvars['localhost'].lost_workers",
};
