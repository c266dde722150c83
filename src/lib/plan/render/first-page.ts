import { CONTROL_PLANE_ROLE } from '../../facts/control-plane-node';
import { NodeSide } from '../../kubernetes/node';
import { StrategyKind } from '../../migration/migration-strategy';
import { ANSIBLE_MINOR } from '../ansible/core';
import { SUMS } from '../ansible/project';
import { METRICS_CLIENT } from '../checks';
import { DRAIN_SECONDS } from '../commands';
import { ALONE } from '../gap';
import { STAYS_UPGRADED } from '../kubeadm-files';
import { Plan } from '../plan';
import { OperatorRights, OperatorRule, rightsOf } from '../rights';
import { STATES } from '../state';
import { doesAny } from '../step';

function snapshot({ etcd: { node, external } }: Plan): string {
  const by = external ? `\`etcdctl\` on ${code(node)} asks ${external.endpoints.map(code).join(', ')}` : '`kubectl exec` into its etcd pod';
  return `a snapshot of etcd can be taken before the first control plane changes version (${by}; `
    + '`etcdctl`, `etcdctl_flags` and `etcdctl_host` in `group_vars/all.yaml` say otherwise), and you know how you would restore it; '
    + '`without_etcd_snapshot` leaves it out by name;';
}

/** What the user has to say, or a node stays at its release. */
function upgraders({ steps }: Plan): readonly string[] {
  const ofKubeadm = '`kubeadm_program` (kubeadm, which then upgrades what it made; `without_kubeadm_upgrade` leaves it out by name)';
  const settings = [
    ...doesAny(steps, 'upgrade-kubeadm') ? [ofKubeadm] : [],
    ...doesAny(steps, 'upgrade-node') ? ['`node_upgrade` (the kubelet; `without_node_upgrade` leaves it out by name)'] : [],
  ];
  return settings.length === 0 ? []
    : [`\`group_vars/all.yaml\` has the commands that bring \`{node}\` to \`{release}\`: ${settings.join(', ')};`];
}

/** What a cluster lacks where no kube-controller-manager runs. */
function withoutManager({ strategy, steps }: Plan): readonly string[] {
  if (strategy !== StrategyKind.DOWNTIME) return [];
  return [
    ...steps.some(({ run }) => run.some(({ action }) => action.do === 'drain' && action.deletes)) ? ['nothing that is needed meanwhile runs on '
      + 'control-plane nodes alone, CoreDNS neither: their pods are deleted while no kube-controller-manager runs, whatever a PodDisruptionBudget '
      + 'says, and are not made again before it does; no Job runs there either, whose pods cannot go then;'] : [],
    ...doesAny(steps, 'upgrade-node') ? ['somebody runs `kubeadm upgrade` after the way where kubeadm made the nodes: it needs a '
      + 'kube-controller-manager that runs, so no step does, and CoreDNS, kube-proxy and the image of etcd stay as they are until then;'] : [],
  ];
}

/** What no plan takes back. */
function backAMinor({ from, to, steps }: Plan): readonly string[] {
  if (STATES.indexOf(from) < STATES.indexOf(to) || !doesAny(steps, 'upgrade-node')) return [];
  const giveProxy = steps.some(({ run }) => run.some(({ action }) => action.do === 'restore-object' && action.name === 'kube-proxy'));
  const proxy = giveProxy ? 'kube-proxy goes back where there is a copy of it in the cluster, while' : 'while kube-proxy,';
  return ['you know what stays at version N+1: kubeadm does not downgrade a minor, so this plan puts manifests and kubelet files of version N back, '
    + `and \`node_upgrade\` brings older packages, ${proxy}, the image of etcd and certificates stay as they are, and so does what `
    + 'API servers of version N+1 have stored in a newer form (then the snapshot from before is the way back);'];
}

/** What no way back brings back. */
function stays({ steps }: Plan): string {
  return doesAny(steps, 'upgrade-kubeadm') ? ` What \`kubeadm upgrade\` brought along besides stays as it is: ${STAYS_UPGRADED}, `
    + 'and what the API servers have stored in a newer form.' : '';
}

const PODS_AND_PROGRAMS = "kubectl get pods -A -o 'custom-columns=:.metadata.namespace,:.metadata.name,:.spec.containers[*].image,"
  + ":.spec.containers[*].command'";

/** What the playbooks ask at each run, and nobody who goes by hand. */
function unasked({ controlPlane, releases }: Plan): string {
  const known = [...new Set([releases[NodeSide.N], releases[NodeSide.N_PLUS_1]])].join(' or ');
  return ['by hand (playbooks ask it themselves, each time):', ...[
    `\`sha256sum -c --quiet ${SUMS}\`, in this folder, says nothing: the app is what this was planned and verified for;`,
    `\`kubectl version\` says that the server is ${known};`,
    `\`kubectl get nodes -l ${CONTROL_PLANE_ROLE} -o name\` lists ${controlPlane.map(code).join(', ')} and no other node: one that the plan does `
      + 'not know may run every controller a second time;',
    `\`${PODS_AND_PROGRAMS}\` has no cloud-controller-manager that is not this migration's, under whatever name;`,
    'what stands below for before the first step, under *By hand, around the steps*, ends without a failure: it takes the lock, pulls images, and '
      + 'records the Services;',
  ].map(item => `  - ${item}`)].join('\n');
}

/** What a team has to know before it begins, on one page. */
export function firstPage(plan: Plan): string {
  return [
    '## In short',
    table([
      ['What', what(plan)],
      ['How long', howLong(plan)],
      ['Nobody runs the cloud controllers', gaps(plan)],
      ['Who', 'one operator with the rights below; somebody who answers for the applications while nodes are drained; '
        + 'somebody who may change AWS tags and IAM, on call'],
      ['Until when back', untilWhen(plan)],
    ]),
    '**Go** when all of it is true:',
    list([
      '`ansible-playbook preflight.yaml` ends with "every check holds", today;',
      '`ansible-playbook migrate.yaml --check --diff` shows what the review has seen;',
      unasked(plan),
      ...doesAny(plan.steps, 'etcd-snapshot') ? [snapshot(plan)] : [],
      ...plan.aws === undefined ? [] : ['the role of the cloud-controller-manager allows the actions that `aws_actions` of '
        + '`group_vars/plan.yaml` lists (`preflight.yaml` asks the policy simulator of IAM; `without_role_check` leaves it out by name);'],
      ...upgraders(plan),
      'cluster autoscaler, Auto Scaling processes and every other thing that makes, replaces or configures nodes are paused until the plan has '
        + 'ended, '
        + 'and `nodes_are_kept` in `group_vars/all.yaml` says so;',
      ...withoutManager(plan),
      ...backAMinor(plan),
      'nobody makes or changes Services of type LoadBalancer that must be served within the times above.',
    ]),
    '**No go** when one of it is true:',
    list([
      'a control-plane node is not Ready, or an API server is not ready;',
      'a PodDisruptionBudget lets no pod of a node go, so that a drain cannot end;',
      'somebody else holds the Lease `ccm-migration` in `kube-system` (`kubectl get lease ccm-migration -n kube-system -o yaml '
        + '--ignore-not-found` says who, with which plan, and where it stands).',
    ]),
    '**Stop** (answer anything but `yes` when you are asked, or end the run; the step that was begun is gone on with, or taken back) when:',
    list([
      'a playbook stops by itself: it names the check that does not hold;',
      'a Service of type LoadBalancer goes without its load balancer for longer than the times above, or has events `SyncLoadBalancerFailed`;',
      'a node that no step touches becomes NotReady.',
    ]),
    ...otherwise(plan),
    '**Turn back**: `ansible-playbook back.yaml`, from any machine with this folder and the app, from any point, also from the middle of a step.'
      + stays(plan),
    '**Afterwards**: launch templates and images that make nodes get what nodes have in the new state; then cluster autoscaler and Auto Scaling '
      + 'processes go on, and the snapshot of etcd, if there is one, is moved to where you keep those.',
  ].join('\n\n');
}

/** For what is asked of AWS. npm installs the packages that ours is used with, and would ask a registry for them. */
const COMMAND_LINE_OFFLINE = 'a Node.js of 20 or newer, and the packages `cdk8s-ccm-migration`, `cdk8s`, `cdk8s-plus-27` and `constructs` (`npm '
  + 'pack` of each where there is a network), installed in a folder of their own by `npm install --offline *.tgz`; `group_vars/all.yaml` says where: '
  + '`ccm_migration: [<folder>/node_modules/.bin/ccm-migration]`, for otherwise `npx` asks a registry;';

/** Who may carry the plan out, and what its machine must have where it cannot fetch anything. */
export function needs(plan: Plan): string {
  const rights = rightsOf(plan);
  return [
    '## What the operator must be allowed to do',
    'In the cluster (`rbac/operator.yaml` has it as roles to bind):',
    rules(rights),
    `And \`get\` of the non-resource URLs ${rights.urls.map(code).join(', ')}.`,
    `On nodes, as root: Python 3.8 or newer; programs ${rights.programs.map(code).join(', ')}; files below `
      + `${[...rights.folders, '/var/lib/ccm-migration'].map(code).join(', ')}; `
      + 'to read, `/etc/machine-id`, `/proc/sys/kernel/random/boot_id` and, to ask controller managers for their metrics on their node, '
      + `\`${METRICS_CLIENT}.crt\` and \`.key\` (\`metrics_client_cert\` and \`metrics_client_key\` name others; they stay on the node).`,
    rights.aws.length === 0 ? 'On AWS: nothing.' : `On AWS, read-only, from the machine that runs the playbooks: ${rights.aws.map(code).join(', ')}.`,
    '## What a machine without a network needs',
    list([
      'this folder, and the folder of the app beside it as it lies in its repository;',
      '`kubectl`, at most one minor away from the API servers; `ssh` and a Python of 3.11 or newer;',
      `the wheels of ansible-core ${ANSIBLE_MINOR}: itself, `
        + 'cffi, cryptography, Jinja2, MarkupSafe, packaging, pycparser, PyYAML, resolvelib;',
      ...plan.cloud === 'aws' ? [COMMAND_LINE_OFFLINE] : [],
      ...plan.images.length === 0 ? [] : [`in the registry that the nodes pull from: ${plan.images.map(code).join(', ')};`],
      ...withUpgrades(plan),
    ]),
  ].join('\n\n');
}

/** What the upgrade of a node fetches of its own accord. What kubeadm brings along, that kubeadm alone knows. */
function withUpgrades({ steps }: Plan): readonly string[] {
  const actions = steps.flatMap(({ run }) => run.map(({ action }) => action));
  const byKubeadm = actions.find(action => action.do === 'upgrade-kubeadm');
  const byPackages = actions.find(action => action.do === 'upgrade-node');
  const uploaded = actions.flatMap(action => action.do === 'upload-kubeadm' ? [action.source] : []).at(-1);
  return [
    ...byKubeadm === undefined ? [] : [
      `in the same registry, what ${code(`kubeadm config images list ${uploaded === undefined ? `--kubernetes-version v${byKubeadm.release}`
        : `--config ${uploaded}`}`)} of kubeadm ${byKubeadm.release} prints: \`kubeadm upgrade\` brings CoreDNS, etcd, kube-proxy and pause along;`,
    ],
    ...byPackages === undefined ? [] : [
      `where the nodes get their packages from: what \`node_upgrade\` installs of ${byPackages.release}`
        + `${byKubeadm === undefined ? '' : ', and the kubeadm that `kubeadm_program` runs'}.`,
    ],
  ];
}

/** What the new controllers do to load balancers that are there. */
function otherwise({ aws }: Plan): readonly string[] {
  if (aws === undefined || aws.changes.length === 0) return [];
  return [
    '**Otherwise than before**, on load balancers that are there, from the moment that the cloud-controller-manager leads (`preflight.yaml` names '
      + 'the Services; nothing is made anew):',
    list(aws.changes.map(({ annotation, says }) => `${annotation === '' ? '' : `with ${code(annotation)}: `}${says};`)),
  ];
}

function what({ from, to, strategy, releases, controlPlane, workers, steps }: Plan): string {
  return `from \`${from}\` to \`${to}\` with strategy \`${strategy}\`, ${releases[NodeSide.N]} and ${releases[NodeSide.N_PLUS_1]}: ${steps.length} `
    + 'steps on '
    + `${controlPlane.length} control-plane nodes, one after the other, and ${workers.length} workers, by node group`;
}

/** Waits, and drains: what takes longer is a failure, and stops the run. */
function howLong({ steps }: Plan): string {
  const drains = steps.flatMap(({ run }) => run).filter(({ action }) => action.do === 'drain').length;
  const upgrades = [
    ...doesAny(steps, 'upgrade-kubeadm') ? ['`kubeadm_program`, `kubeadm upgrade`'] : [],
    ...doesAny(steps, 'upgrade-node') ? ['`node_upgrade`'] : [],
  ];
  const waits = minutes(steps.reduce((sum, { atMostSeconds }) => sum + atMostSeconds, 0));
  return `at most ${waits} min of waiting in all, if every wait lasts as long as it may`
    + `${drains > 0 ? `, and ${drains} drains of at most ${minutes(DRAIN_SECONDS)} min each` : ''}`
    + `${upgrades.length > 0 ? `; besides, as long as ${upgrades.join(' and ')} take on each node, which nobody can know before` : ''}; `
    + 'a pause between two steps may last as long as you like';
}

function gaps({ steps }: Plan): string {
  const alone = steps.some(({ gap }) => gap.withoutApi);
  const bounds = steps.flatMap(({ gap }) => gap.mainLockFirst ?? []);
  const placing = steps.flatMap(({ gap: { untilPlaced }, id }) => untilPlaced === undefined ? [] : [{ untilPlaced, number: id.split('-')[0] }]);
  const declared = steps.filter(({ gap }) => gap.declared).length;
  return [
    ...bounds.length > 0 ? [`less than ${Math.max(...bounds).toFixed(1)} s, and the start of a process, each time that the leader is stopped `
      + `(at most ${bounds.length} times)`] : [],
    ...placing.map(({ untilPlaced, number }) => `in step ${number}, should the new kube-controller-manager come to lead at once, the rest of `
      + `\`kubeadm upgrade apply\` and at most ${untilPlaced} s`),
    ...alone ? [ALONE] : [],
    ...declared > 0 ? [`by the strategy's choice during ${declared} steps, as long as they take`] : [],
  ].join('; ') || 'never';
}

function untilWhen({ from, to }: Plan): string {
  return to === 'disabled'
    ? 'at any time: `back.yaml` turns Leader Migration on again, and a plan from `n-plus-1` leads further back, while the control plane can still '
      + 'run version N; '
      + 'kubeadm does not downgrade a minor'
    : 'at any time, as long as the copies below `/var/lib/ccm-migration` on the nodes, and the ConfigMaps `ccm-migration-*` in `kube-system`, are '
      + 'kept (by hand: those of the same folder on the machine of whoever carries it out); after another plan, with a plan from there to '
      + `\`${from}\``;
}

function rules({ rules: all }: OperatorRights): string {
  const row = ({ apiGroup, resource, names, verbs, namespace }: OperatorRule) => [
    code(apiGroup === '' ? 'core' : apiGroup),
    [resource, ...names === undefined ? [] : names.map(code)].join(' '),
    verbs.join(', '),
    namespace ?? 'all',
  ];
  return table([['API group', 'resources', 'verbs', 'namespace'], ...all.map(row)], true);
}

function table(rows: readonly (readonly string[])[], hasHead = false): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const [head, ...rest] = hasHead ? rows : [rows[0].map(() => ' '), ...rows];
  return [line(head), line(head.map(() => '---')), ...rest.map(line)].join('\n');
}

function list(items: readonly string[]): string {
  return items.map(item => `- ${item}`).join('\n');
}

function code(text: string): string {
  return `\`${text}\``;
}

function minutes(seconds: number): number {
  return Math.ceil(seconds / 60);
}
