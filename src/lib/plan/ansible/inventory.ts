import { ANSIBLE_MINOR } from './core';
import { CONTROL_PLANE_ROLE } from '../../facts/control-plane-node';
import { ETCD_DIR, KUBEADM_ETCD, METRICS_CLIENT, SNAPSHOT_DIR } from '../checks';
import { COMMAND_LINE } from '../command-line';
import { DRAIN_SECONDS } from '../commands';
import { BACKUP_DIR } from '../object-copies';
import { Plan } from '../plan';

/** Every host: what the plan knows is of this group. */
export const PLAN_GROUP = 'plan';

/** What these are called in every inventory: a node of such a name would be the machine that Ansible runs on, or a group. */
const TAKEN: readonly string[] = ['all', 'control_host', 'control_plane', 'localhost', PLAN_GROUP, 'ungrouped', 'workers'];

/**
 * Nodes by role and group, and what a user may set otherwise.
 *
 * @throws if a node or a group of nodes cannot be called as it is
 */
export function inventory(plan: Plan, appDir: string): unknown {
  const taken = [...plan.controlPlane, ...plan.workers].find(node => TAKEN.includes(node));
  if (taken !== undefined) {
    throw new Error(`node '${taken}' has a name that means something else to Ansible (${TAKEN.join(', ')}); its steps would go to the wrong machine: `
      + 'give the node another name, or take it along by hand');
  }
  const hosts = (nodes: readonly string[]) => Object.fromEntries(nodes.map(node => [node, {}]));
  return {
    all: {
      vars: settings(plan, appDir),
      children: {
        [PLAN_GROUP]: {
          children: {
            control_host: {
              hosts: {
                localhost: { ansible_connection: 'local', ansible_python_interpreter: '{{ ansible_playbook_python }}', ansible_become: false },
              },
            },
            control_plane: { hosts: hosts(plan.controlPlane) },
            workers: { children: Object.fromEntries(groupsOf(plan).map(([group, nodes]) => [group, { hosts: hosts(nodes) }])) },
          },
        },
      },
    },
  };
}

/** Names of groups are names of variables to Ansible. */
function groupsOf({ workers, steps }: Plan): readonly (readonly [string, readonly string[]])[] {
  const named = new Map(steps.flatMap(({ group, nodes }): [string, string][] => group === undefined ? [] : nodes.map(node => [node, group])));
  const groups = [...new Set(workers.map(node => named.get(node) ?? 'others'))];
  const names = groups.map(group => `workers_${group.replace(/[^A-Za-z0-9_]/g, '_')}`);
  const same = groups.findIndex((_, index) => names.indexOf(names[index]) !== index);
  if (same >= 0) {
    throw new Error(`node groups '${groups[names.indexOf(names[same])]}' and '${groups[same]}' are both '${names[same]}' in an inventory, which has `
      + 'letters, digits and underscores only; rename one of them');
  }
  return groups.map((group, index) => [names[index], workers.filter(node => (named.get(node) ?? 'others') === group)] as const);
}

/** The first control-plane node. */
const FIRST = "{{ groups['control_plane'][0] }}";

/** What a user may set otherwise. */
function settings({ etcd: { external } }: Plan, appDir: string): unknown {
  return {
    app_dir: `{{ inventory_dir }}/${appDir}`,
    kubectl: ['kubectl'],
    ccm_migration: COMMAND_LINE,
    cluster_id: '',
    ccm_role_arn: '',
    without_role_check: false,
    without_load_balancers: false,
    without_auto_scaling: false,
    operator: "{{ lookup('ansible.builtin.env', 'USER') | default('somebody', true) }}",
    ask: true,
    done_by_hand: false,
    go_on: false,
    take_over: '',
    volumes: 'ebs',
    ansible_become: true,
    node_root: '',
    node_environment: {},
    keep_owner: true,
    backup_dir: BACKUP_DIR,
    object_copies: '{{ inventory_dir }}/copies',
    // Its flags may lie in a drop-in, which systemd reads when it is told; `[]` where a node has no systemd.
    reload_units: ['systemctl', 'daemon-reload'],
    restart_kubelet: ['systemctl', 'restart', 'kubelet'],
    kubeadm_program: [],
    kubeadm_upgrade_flags: [],
    without_kubeadm_upgrade: false,
    node_upgrade: [],
    without_node_upgrade: false,
    drain_flags: ['--ignore-daemonsets', '--delete-emptydir-data', `--timeout=${DRAIN_SECONDS}s`],
    // In the pod of the etcd that kubeadm sets up, or on a node, with the certificates of its API server, where etcd is elsewhere.
    etcdctl: external ? ['etcdctl'] : "{{ kubectl + ['exec', '-n', 'kube-system', 'etcd-' ~ groups['control_plane'][0], '--', 'etcdctl'] }}",
    etcdctl_flags: external ? [`--endpoints=${external.endpoints.join(',')}`, ...external.certificates] : KUBEADM_ETCD,
    etcdctl_host: external ? FIRST : 'localhost',
    // A folder that etcd's pod has of its node, as that of its data, and the machine that etcdctl writes on: localhost where it is run there.
    etcd_data_dir: ETCD_DIR,
    etcd_snapshot_dir: external ? SNAPSHOT_DIR : '{{ etcd_data_dir }}',
    etcd_snapshot_host: FIRST,
    without_etcd_snapshot: false,
    without_workers: [],
    // Services that have no load balancer already and are left so: `namespace/name`.
    without_services: [],
    // What is called like a cloud-controller-manager and is none: `DaemonSet/namespace/name`.
    known_workloads: [],
    // Objects that a way by hand changed and somebody gave back, or left: `kind/name`.
    without_copies: [],
    // Of a program that a node runs twice, what only the command line of the other one has: a second kube-scheduler of yours, in a DaemonSet.
    other_processes: [],
    pull_image: ['crictl', 'pull', '{image}'],
    nodes_are_kept: false,
    any_kubectl: false,
    // Minors of ansible-core that these playbooks were run with.
    ansible_minors: [ANSIBLE_MINOR],
    health_url: 'https://{{ health_host }}:{{ health_port }}',
    // Of kubeadm; a controller manager is asked for its metrics with it on its node, where it is there. A client that may read /metrics.
    metrics_client_cert: `{{ node_root }}${METRICS_CLIENT}.crt`,
    metrics_client_key: `{{ node_root }}${METRICS_CLIENT}.key`,
    control_plane_label: CONTROL_PLANE_ROLE,
    poll_seconds: 2,
    max_seconds: 0,
    longest: '{{ [within | int, max_seconds | int if max_seconds | int > 0 else within | int] | min }}',
    // Never 0: without retries Ansible does not ask `until` at all, and takes any answer for the right one.
    tries: '{{ [1, 0 if ansible_check_mode else (longest | int / [poll_seconds | float, 0.1] | max) | int] | max }}',
    // What `ps` said of the kubelet: its lines, and when each was started.
    other_lines: "{{ other_processes | map('regex_escape') | join('|') | default('(?!)', true) }}",
    kubelet_lines: "{{ processes.stdout_lines | select('match', '^.{24} (?:\\S*/)?kubelet(?:\\s|$)') | reject('search', other_lines) | list }}",
    kubelet_starts: "{{ kubelet_lines | map('regex_replace', '^(.{24}).*$', '\\1') | map('to_datetime', '%a %b %d %H:%M:%S %Y') | list }}",
    nodes_of_run: "{{ (groups['control_plane'] + groups['workers'] | default([])) | difference(hostvars['localhost'].lost_workers) }}",
    standing_at: "{{ hostvars['localhost'].reached }}",
    is_paused: "{{ hostvars['localhost'].paused | default(false) }}",
    back_from: "{{ reach[hostvars['localhost'].reached] }}",
  };
}
