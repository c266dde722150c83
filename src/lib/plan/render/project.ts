import { yaml } from '../../edit/yaml/load';
import { parseSource } from '../../edit/yaml/source-document';
import { grouped } from '../../kubernetes/once-for';
import { SIDE_LABEL } from '../../kubernetes/side-label';
import { contentHash } from '../../text/content-hash';
import { upgradeKubeadm } from '../actions/kubeadm';
import { Plan } from '../plan';
import { OPERATOR_ROLE, operatorRoles, rightsOf } from '../rights';
import { doesAny } from '../step';

/** Folder of the collection, relative to that of a plan: one for the plans of all clusters. */
export const COLLECTION_DIR = '../collection';

const COLLECTION = 'ansible_collections/cdk8s/ccm_migration';

/** Settings of the playbooks. */
const DEFAULTS = `${COLLECTION}/roles/settings/defaults/main.yaml`;

/** What these are called in every inventory: a node of such a name would be the machine that Ansible runs on, or a group. */
const TAKEN: readonly string[] = ['all', 'control_host', 'control_plane', 'localhost', 'plan', 'ungrouped', 'workers'];

/** Folder of a node for a snapshot of an etcd that is elsewhere: each node has it. */
const SNAPSHOT_DIR = '/var/lib';

/** A file of the project, below its folder. */
export interface ProjectFile {
  readonly path: string;
  readonly content: string;
}

/** The playbooks of a plan, each an import of one of the collection. */
const PLAYBOOKS: Readonly<Record<string, string>> = {
  preflight: 'Every check that needs no change; lists all that fails. Changes nothing.',
  look: 'How far the plan came. Changes nothing.',
  migrate: 'Carries the plan out. Run it again after a stop: it continues from the state of the cluster.',
  back: 'Takes back what was done, last step first, from any machine.',
};

/**
 * The plan as an Ansible project: what it knows is data, what carries it out is the collection.
 *
 * @throws if a node or a group of nodes cannot be called as it is, or the collection is not whole
 */
export function planProject(plan: Plan, appDir: string, collection: ReadonlyMap<string, string>): readonly ProjectFile[] {
  const way = `From '${plan.from}' to '${plan.to}' (strategy ${plan.strategy}). Made by cdk8s-ccm-migration; do not edit, plan again.`;
  const rights = rightsOf(plan);
  return [
    { path: 'ansible.cfg', content: ansibleConfiguration(COLLECTION_DIR, forksOf(plan, defaultsOf(collection)), LINES) },
    { path: 'inventory.yaml', content: yamlText(way, inventory(plan, appDir)) },
    { path: 'group_vars/plan.yaml', content: yamlText(way, variables(plan)) },
    { path: 'settings.example.yaml', content: settingsExample(defaultsOf(collection)) },
    { path: 'rbac/operator.yaml', content: yamlText(`${way}\n${rights.amount.replaceAll(/(?<=[:;]) /g, '\n')}\n${BINDING}`, operatorRoles(rights)) },
    ...rights.managementRules.length === 0 ? [] : [{
      path: 'rbac/management-operator.yaml',
      content: yamlText(
        `${way}\nFor the management cluster that the control plane runs in.\n${BINDING}`, operatorRoles({ rules: rights.managementRules, urls: [] }),
      ),
    }],
    { path: 'collection.sha256', content: `${sumOf(collection)}\n` },
    ...Object.entries(PLAYBOOKS).map(([name, says]) => ({
      path: `${name}.yaml`,
      content: yamlText(`${way}\n${says}`, [
        { 'name': says.split(/[.;:]/)[0], 'ansible.builtin.import_playbook': `cdk8s.ccm_migration.${name}` },
      ]),
    })),
  ];
}

/** Of the collection that the plan was made with: its paths and texts. */
function sumOf(collection: ReadonlyMap<string, string>): string {
  return contentHash([...collection].map(([path, text]) => `${contentHash(text)}  ${path}\n`).join(''));
}

function inventory(plan: Plan, appDir: string): unknown {
  const taken = [...plan.controlPlane, ...plan.workers].find(node => TAKEN.includes(node));
  if (taken !== undefined) {
    throw new Error(`node '${taken}' has a name that means something else to Ansible (${TAKEN.join(', ')}); its steps would go to the wrong machine: `
      + 'give the node another name, or take it along by hand');
  }
  const hosts = (nodes: readonly string[]) => Object.fromEntries(nodes.map(node => [node, {}]));
  return {
    all: {
      vars: { app_dir: `{{ inventory_dir }}/${appDir}`, ansible_become: true, ...etcdSettings(plan) },
      children: {
        plan: {
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

/** Where etcd has no pod that kubeadm set up: `etcdctl` of a node asks it, with what the API server has. */
function etcdSettings(plan: Plan): object {
  const { etcd: { external } } = plan;
  if (!external) return {};
  // No node stays that could ask it.
  if (plan.controlPlane.length === 0) {
    return { etcdctl: ['etcdctl'], etcdctl_flags: [`--endpoints=${external.endpoints.join(',')}`], etcdctl_host: 'localhost' };
  }
  const first = "{{ groups['control_plane'][0] }}";
  return {
    etcdctl: ['etcdctl'],
    etcdctl_flags: [`--endpoints=${external.endpoints.join(',')}`, ...external.certificates],
    etcdctl_host: first,
    etcd_snapshot_dir: SNAPSHOT_DIR,
    etcd_snapshot_host: first,
  };
}

/** Names of groups are names of variables to Ansible. */
function groupsOf({ workers, steps }: Plan): readonly (readonly [string, readonly string[]])[] {
  const named = new Map(steps.flatMap(({ group, node }): [string, string][] => group === undefined || node === undefined ? [] : [[node, group]]));
  const byGroup = grouped(workers, node => named.get(node) ?? 'others');
  const groups = [...byGroup.keys()];
  const names = groups.map(group => `workers_${group.replace(/[^A-Za-z0-9_]/g, '_')}`);
  const same = groups.findIndex((_, index) => names.indexOf(names[index]) !== index);
  if (same >= 0) {
    throw new Error(`node groups '${groups[names.indexOf(names[same])]}' and '${groups[same]}' are both '${names[same]}' in an inventory, which has `
      + 'letters, digits and underscores only; rename one of them');
  }
  return groups.map((group, index) => [names[index], byGroup.get(group)!] as const);
}

/** What playbooks take from the plan without asking it. */
function variables({ from, to, steps }: Plan): unknown {
  return {
    plan_file: '{{ inventory_dir }}/plan.json',
    from_state: from,
    to_state: to,
    side_label: SIDE_LABEL,
    upgrades_by_kubeadm: doesAny(steps, upgradeKubeadm),
  };
}

function defaultsOf(collection: ReadonlyMap<string, string>): string {
  const defaults = collection.get(DEFAULTS);
  if (defaults === undefined) throw new Error('the Ansible collection of this package is not whole; install the package again');
  return defaults;
}

/** Each is a process of its own, of some 60 MB. */
const FORKS = { least: 10, most: 50 };

/** As many as workers change at a time: with fewer, a share is drained in several waves, one after the other. */
function forksOf(plan: Plan, defaults: string): number {
  const share = parseFloat(String(parseSource(defaults, { file: DEFAULTS }).data.worker_share)) / 100;
  const largest = Math.max(0, ...groupsOf(plan).map(([, nodes]) => Math.floor(share * nodes.length)));
  return Math.min(FORKS.most, Math.max(FORKS.least, largest));
}

/** The defaults of the collection, each as a comment. */
function settingsExample(defaults: string): string {
  const head = '# Copy this file to group_vars/all.yaml, and take the sign of a comment from what you set.\n';
  return head + defaults.replace(/^---\n/, '').split('\n').map(line => (line === '' || line.startsWith('# ') ? line : `#${line}`)).join('\n');
}

function yamlText(head: string, value: unknown): string {
  const comment = head.split('\n').map(line => `# ${line}`.trimEnd()).join('\n');
  return `---\n${comment}\n${yaml().stringify(value, { version: '1.1', lineWidth: 0, aliasDuplicateObjects: false })}`;
}

const BINDING = `\
What the operator who runs the playbooks must be allowed to do in the cluster; bind each role:
kubectl create clusterrolebinding ${OPERATOR_ROLE} --clusterrole=${OPERATOR_ROLE} --user=<name>
kubectl create rolebinding ${OPERATOR_ROLE} -n <namespace> --role=${OPERATOR_ROLE} --user=<name>`;

const LINES = `\
# A line for each step and node; the log has the rest, as with ansible.builtin.default.
stdout_callback = cdk8s.ccm_migration.lines
log_path = run.log
`;

/** Of a project whose playbooks are those of the collection in this folder. */
export const ansibleConfiguration = (collection: string, forks = FORKS.least, output = '') => `\
# Made by cdk8s-ccm-migration; do not edit. Settings of your own: environment variables, or ~/.ansible.cfg where ANSIBLE_CONFIG names it.
[defaults]
inventory = inventory.yaml
collections_path = ${collection}
forks = ${forks}
gathering = explicit
interpreter_python = auto_silent
retry_files_enabled = false
${output}callback_result_format = yaml
display_skipped_hosts = false
inject_facts_as_vars = false

[connection]
pipelining = true

[ssh_connection]
# Ansible's own, and a sign every 15 s: \`kubeadm upgrade\` says nothing for minutes, and a link that is dead must not be waited for.
ssh_args = -C -o ControlMaster=auto -o ControlPersist=60s -o ServerAliveInterval=15 -o ServerAliveCountMax=8
`;
