import { canBeAskedBefore, hostOf, nameOf } from './names';
import { backPlay, FRAME, forwardPlay, include, INCLUDE, Task, unitsOf } from './step-play';
import { literal, yamlText } from './yaml-text';
import { LEFT_TO_ANOTHER } from '../../facts/load-balancer-changes';
import { NodeSide } from '../../kubernetes/node';
import { SIDE_LABEL } from '../../kubernetes/side-label';
import { PlanAction } from '../action';
import { BACKUP_DIR } from '../commands';
import { Plan } from '../plan';

/** A file of the project, below its folder. */
export interface ProjectFile {
  readonly path: string;
  readonly content: string;
}

/**
 * The plan as an Ansible project.
 *
 * @param appDir folder of the app, relative to the folder of the project
 * @param tasks what each command does, by name of its file
 */
export function ansibleProject(plan: Plan, appDir: string, tasks: ReadonlyMap<string, string>): readonly ProjectFile[] {
  const units = unitsOf(plan.steps);
  const way = `From '${plan.from}' to '${plan.to}' (strategy ${plan.strategy}). Made by cdk8s-ccm-migration; do not edit, plan again.`;
  const steps = units.map(forwardPlay);
  const back = [...units].reverse().map(backPlay).filter((play): play is Task => play !== undefined);
  const checks: readonly Task[] = checkPlays(plan);
  const playbooks = [...steps, ...back, ...checks, ...FIXED];
  return [
    { path: 'ansible.cfg', content: CONFIGURATION },
    {
      path: 'inventory.yaml',
      content: yamlText(`${way}\nYour own settings go to group_vars/all.yaml and host_vars/<node>.yaml beside this file, `
      + 'which win.', inventory(plan, appDir)),
    },
    { path: 'vars/plan.yaml', content: yamlText(way, variables(plan)) },
    // What grows with the nodes is read once; the file above is read for each task of each node.
    { path: 'vars/app.yaml', content: yamlText(way, appVariables(plan)) },
    ...[...plan.controlPlane, ...plan.workers].map(node => ({ path: `vars/nodes/${node}.yaml`, content: yamlText(way, nodeVariables(plan, node)) })),
    { path: 'look.yaml', content: yamlText(`${way}\nWhere the cluster stands; changes nothing.`, LOOK) },
    { path: 'checks.yaml', content: yamlText(`${way}\nEvery check that needs no change.`, checks) },
    {
      path: 'preflight.yaml',
      content: yamlText(`${way}\nEvery check that needs no change; lists all that fails. Changes nothing.`, [imported('look'), imported('checks')]),
    },
    {
      path: 'migrate.yaml',
      content: yamlText(
        `${way}\nThe way there. Run it again after a stop: it goes on where the cluster stands.`, [LOCK, imported('look'), CHECKS_IF_DRY, RECORD,
          ...steps, DONE],
      ),
    },
    {
      path: 'back.yaml',
      content: yamlText(
        `${way}\nThe way back of whatever was done, last step first, from any machine.`, [LOCK, imported('look'), ...back, TAKEN_BACK, UNLOCK],
      ),
    },
    ...usedTasks(playbooks, tasks),
  ];
}

function imported(playbook: string): Task {
  return { 'name': `Import ${playbook}`, 'ansible.builtin.import_playbook': `${playbook}.yaml` };
}

const CONTROL = { hosts: 'localhost', ...FRAME } as const;

const LOCK: Task = { name: 'Take the lock', ...CONTROL, tasks: [include('lock-take', 'Take the lock')] };

const CHECKS_IF_DRY: Task = { 'name': 'Import checks', 'ansible.builtin.import_playbook': 'checks.yaml', 'when': 'ansible_check_mode' };

const LOOK: readonly Task[] = [
  {
    name: 'Look at the cluster',
    ...CONTROL,
    tasks: [include('read-app', 'Read the app'), include('read-cluster', 'Read the cluster')],
  },
  {
    name: 'Look at the nodes',
    hosts: 'control_plane:workers',
    ...FRAME,
    tasks: [
      {
        'name': 'Leave out a worker that is lost',
        'ansible.builtin.meta': 'end_host',
        'when': 'inventory_hostname in '
        + "hostvars['localhost'].lost_workers",
      },
      include('read-node', 'Read the node'),
    ],
  },
  { name: 'Find where the plan stands', ...CONTROL, tasks: [include('find-position', 'Find where the plan stands')] },
];

const DONE: Task = {
  name: 'End',
  ...CONTROL,
  vars: { state: "{{ 'paused before ' ~ paused_at if paused | default(false) else 'done' }}" },
  tasks: [
    include('services-same', 'Compare the Services', { within: 120 }, ['not ansible_check_mode', 'not paused | default(false)']),
    include('lock-leave', 'Leave the lock'),
    {
      'name': 'Say how it ended',
      'ansible.builtin.debug': {
        msg: "{{ 'check mode: nothing was changed' if ansible_check_mode else 'paused: run again to go on' if paused | default(false) else 'done: "
          + "the cluster is in state ' ~ to_state }}",
      },
    },
  ],
};

const TAKEN_BACK: Task = {
  name: 'See that everything is taken back',
  hosts: 'control_plane:workers',
  ...FRAME,
  tasks: [
    {
      'name': 'Leave out a worker that is lost',
      'ansible.builtin.meta': 'end_host',
      'when': 'inventory_hostname in '
      + "hostvars['localhost'].lost_workers",
    },
    include('taken-back', 'See that the node is as it was', undefined, ['not ansible_check_mode', 'not is_paused']),
  ],
};

const UNLOCK: Task = {
  name: 'End',
  ...CONTROL,
  vars: { state: "{{ 'paused before ' ~ paused_at if paused | default(false) else 'taken back' }}" },
  tasks: [
    include('services-same', 'Compare the Services', { within: 120 }, ['not ansible_check_mode', 'not paused | default(false)']),
    include('forget-services', 'Forget what they were', undefined, ['not ansible_check_mode', 'not paused | default(false)']),
    include('lock-leave', 'Leave the lock'),
    {
      'name': 'Say how it ended',
      'ansible.builtin.debug': {
        msg: "{{ 'check mode: nothing was changed' if ansible_check_mode else 'paused: run again to go on' if paused | default(false) else 'all "
          + "steps of this plan are taken back' }}",
      },
    },
  ],
};

/** What the Services have, before anything changes. */
const RECORD: Task = {
  name: 'Record the Services', ...CONTROL, tasks: [include('record-services', 'Record the Services', undefined, ['not ansible_check_mode'])],
};

/** Tasks that no command names. */
const FIXED: readonly Task[] = [LOCK, RECORD, DONE, UNLOCK, TAKEN_BACK, ...LOOK];

/** Each check as a block of its own: one that fails does not keep the next from being made. */
function checkPlays(plan: Plan): readonly Task[] {
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
      ...RESCUED,
      vars: { title: 'Preflight' },
      tasks: [
        ...unique.filter(action => hostOf(action) === undefined),
        ...plan.controlPlane.map((node): PlanAction => ({ do: 'node-ready', node })),
      ].map(action => collected(action)).concat(CLUSTER_CHECKS, plan.aws === undefined ? [] : AWS_CHECKS, CHECKED),
    },
    {
      name: 'Check the nodes',
      hosts: 'control_plane:workers',
      ...FRAME,
      ...RESCUED,
      vars: { title: 'Preflight' },
      tasks: [
        {
          'name': 'Leave out a worker that is lost',
          'ansible.builtin.meta': 'end_host',
          'when': 'inventory_hostname in '
          + "hostvars['localhost'].lost_workers",
        },
        ...[...files, ...onNodes].map(action => collected(action, hostOf(action))),
        collectedTasks('node-tools', 'Tools and disk'),
        ...plan.images.length === 0 ? [] : [collectedTasks('image-there', 'The images can be pulled', 'inventory_hostname in '
          + "groups['control_plane']")],
        CHECKED,
      ],
    },
    { name: 'Say what fails', ...CONTROL, tasks: [include('say-problems', 'Say what fails')] },
  ];
}

/** Of every plan, whatever its steps. */
const CLUSTER_CHECKS: readonly Task[] = [
  collectedTasks('etcd-answers', 'Etcd'),
  collectedTasks('kubectl-fits', 'The version of kubectl'),
  collectedTasks('leases-known', 'Who holds the Leases'),
  collectedTasks('lock-is-free', 'Who runs a plan'),
  collectedTasks('no-other-ccm', 'Other cloud-controller-managers'),
  collectedTasks('nodes-are-kept', 'What makes and removes nodes'),
  collectedTasks('drain-may-end', 'A drain may end'),
  collectedTasks('say-services', 'The Services'),
];

/**
 * Where any error is fatal, Ansible leads every node to a rescue, also for a node that does not answer to one task; after the second it ends the
 * whole run, with exit code 0.
 */
const RESCUED: Task = { any_errors_fatal: false };

/** A node that went away in the middle has not failed a check, and was not asked either. */
const CHECKED: Task = { 'name': 'Every check was made', 'ansible.builtin.set_fact': { was_checked: true } };

/** Where the cloud is AWS. */
const AWS_CHECKS: readonly Task[] = [collectedTasks('role-allows', 'The role of the cloud-controller-manager')];

function collected(action: PlanAction, node?: string): Task {
  return block(include(action.do, nameOf(action), { given: literal(action), within: 0 }), node === undefined ? undefined : 'inventory_hostname == '
    + `'${node}'`);
}

function collectedTasks(file: string, name: string, when?: string): Task {
  return block(include(file, name), when);
}

function block(task: Task, when: string | undefined): Task {
  return {
    name: task.name,
    ...when === undefined ? {} : { when },
    block: [task],
    rescue: [include('note-problem', 'Note the problem')],
  };
}

function inventory(plan: Plan, appDir: string): unknown {
  const hosts = (nodes: readonly string[]) => Object.fromEntries(nodes.map(node => [node, {}]));
  return {
    all: {
      vars: settings(appDir),
      children: {
        control_host: {
          hosts: { localhost: { ansible_connection: 'local', ansible_python_interpreter: '{{ ansible_playbook_python }}', ansible_become: false } },
        },
        control_plane: { hosts: hosts(plan.controlPlane) },
        workers: { children: Object.fromEntries(groupsOf(plan).map(([group, nodes]) => [group, { hosts: hosts(nodes) }])) },
      },
    },
  };
}

/** Names of groups are names of variables to Ansible. */
function groupsOf({ workers, steps }: Plan): readonly (readonly [string, readonly string[]])[] {
  const named = new Map(steps.flatMap(({ group, nodes }): [string, string][] => group === undefined ? [] : nodes.map(node => [node, group])));
  const groups = [...new Set(workers.map(node => named.get(node) ?? 'others'))];
  return groups.map(
    group => [`workers_${group.replace(/[^A-Za-z0-9_]/g, '_')}`, workers.filter(node => (named.get(node) ?? 'others') === group)] as const,
  );
}

/** What a user may set otherwise. */
function settings(appDir: string): unknown {
  return {
    app_dir: `{{ inventory_dir }}/${appDir}`,
    kubectl: ['kubectl'],
    ccm_migration: ['npx', '--package', 'cdk8s-ccm-migration', 'ccm-migration'],
    cluster_id: '',
    ccm_role_arn: '',
    without_role_check: false,
    without_load_balancers: false,
    operator: "{{ lookup('ansible.builtin.env', 'USER') | default('somebody', true) }}",
    ask: true,
    done_by_hand: false,
    take_over: '',
    volumes: 'ebs',
    ansible_become: true,
    node_root: '',
    node_environment: {},
    keep_owner: true,
    backup_dir: BACKUP_DIR,
    object_copies: '{{ inventory_dir }}/copies',
    restart_kubelet: ['systemctl', 'restart', 'kubelet'],
    kubeadm_program: [],
    kubeadm_upgrade_flags: [],
    node_upgrade: [],
    drain_flags: ['--ignore-daemonsets', '--delete-emptydir-data', '--timeout=600s'],
    // Of the etcd that kubeadm sets up; elsewhere a command of the control host, with its certificates, and a folder of the first control-plane node.
    etcdctl: "{{ kubectl + ['exec', '-n', 'kube-system', 'etcd-' ~ groups['control_plane'][0], '--', 'etcdctl'] }}",
    etcdctl_flags: [
      '--endpoints=https://127.0.0.1:2379', '--cacert=/etc/kubernetes/pki/etcd/ca.crt', '--cert=/etc/kubernetes/pki/etcd/server.crt',
      '--key=/etc/kubernetes/pki/etcd/server.key',
    ],
    etcd_snapshot_dir: '/var/lib/etcd',
    without_etcd_snapshot: false,
    pull_image: ['crictl', 'pull', '{image}'],
    nodes_are_kept: false,
    any_kubectl: false,
    health_url: 'https://127.0.0.1:{{ health_port }}',
    control_plane_label: 'node-role.kubernetes.io/control-plane',
    poll_seconds: 2,
    max_seconds: 0,
    longest: '{{ [within | int, max_seconds | int if max_seconds | int > 0 else within | int] | min }}',
    tries: '{{ 0 if ansible_check_mode else (longest | int / [poll_seconds | float, 0.1] | max) | int }}',
    standing_at: "{{ hostvars['localhost'].reached }}",
    is_paused: "{{ hostvars['localhost'].paused | default(false) }}",
    back_from: "{{ reach[hostvars['localhost'].reached] }}",
  };
}

function variables(plan: Plan): unknown {
  const { standing, steps } = plan;
  const evident = [...new Set(Object.values(standing.evidence))].sort((a, b) => a - b);
  return literal({
    plan_id: plan.id,
    to_state: plan.to,
    cloud: plan.cloud,
    aws_actions: plan.aws?.actions ?? [],
    aws_role_arn: plan.aws?.roleArn ?? '',
    aws_unknown: plan.aws?.unknown ?? '',
    load_balancer_changes: plan.aws?.changes ?? [],
    left_to_another: { annotation: LEFT_TO_ANOTHER.annotation, types: LEFT_TO_ANOTHER.values },
    releases: [plan.releases[NodeSide.N], plan.releases[NodeSide.N_PLUS_1]],
    side_label: SIDE_LABEL,
    has_workers: plan.workers.length > 0,
    images: plan.images,
    ccm_workloads: plan.ccmWorkloads,
    lock_namespace: plan.leases.namespace,
    leases_of_managers: plan.leases.names,
    step_titles: steps.map(({ id, title }) => `${id.split('-')[0]} ${title}`),
    // How far the way back reaches: what leaves nothing to see may have been done, and the step after it may be half taken back.
    reach: [0, ...steps.map((_, index) => index + 1)].map(reached => evident.find(number => number > reached) ?? steps.length),
    objects: standing.objects,
    // Numbers of the steps that alone can have left this.
    evidence_labels: startingWith('label ', standing.evidence),
    evidence_objects: startingWith('object ', standing.evidence),
  });
}

/** Lists, not mappings: Ansible leaves a value that is marked as it is, and a key cannot be marked. */
function appVariables(plan: Plan): unknown {
  return literal({ pinned: Object.entries(plan.pinned).map(([path, sha256]) => ({ path, sha256 })) });
}

function nodeVariables({ standing }: Plan, node: string): unknown {
  return literal({
    start_values: Object.entries(standing.startValues[node]).map(([path, sums]) => {
      const program = standing.programs[node]?.[path];
      return { path, sums, ...program === undefined ? {} : { program } };
    }),
    evidence_files: startingWith(`file ${node} `, standing.evidence),
  });
}

function startingWith(head: string, evidence: Readonly<Record<string, number>>): readonly { readonly seen: string; readonly number: number }[] {
  return Object.entries(evidence).filter(([seen]) => seen.startsWith(head)).map(([seen, number]) => ({ seen: seen.slice(head.length), number }));
}

/** Names of the task files that a part of a playbook includes. */
function includedBy(part: unknown): readonly string[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]) => key === INCLUDE ? [/([a-z-]+)\.yaml$/.exec(String(value))![1]] : includedBy(value));
}

/** Only what the playbooks include, and what that includes. */
function usedTasks(playbooks: readonly Task[], tasks: ReadonlyMap<string, string>): readonly ProjectFile[] {
  const waiting = [...new Set(includedBy(playbooks))];
  const used = new Set<string>();
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const text = tasks.get(name);
    if (text === undefined) throw new Error(`the tasks of '${name}' are not part of this package`);
    if (used.has(name)) continue;
    used.add(name);
    waiting.push(...[...text.matchAll(/include_tasks: ([a-z-]+)\.yaml/g)].map(([, included]) => included));
  }
  return [...used].sort().map(name => ({ path: `tasks/${name}.yaml`, content: tasks.get(name)! }));
}

const CONFIGURATION = `\
# Made by cdk8s-ccm-migration; do not edit, plan again. Settings of your own: environment variables, or ~/.ansible.cfg where ANSIBLE_CONFIG names it.
[defaults]
inventory = inventory.yaml
forks = 10
gathering = explicit
interpreter_python = auto_silent
retry_files_enabled = false
callback_result_format = yaml
any_errors_fatal = true
inject_facts_as_vars = false

[connection]
pipelining = true
`;
