import { code, list, minutes, table } from './blocks';
import { wayOf } from './hops';
import { NodeRole, NodeSide } from '../../kubernetes/node';
import { StrategyKind } from '../../migration/migration-strategy';
import { counted } from '../../text/counted';
import { escaped } from '../../upgrade/render/markdown';
import { givenTo } from '../action';
import { drain, DRAIN_SECONDS } from '../actions/drain';
import { drainLeaving } from '../actions/drain-leaving';
import { etcdSnapshot } from '../actions/etcd-snapshot';
import { makeNode } from '../actions/make-node';
import { replaceWorkers } from '../actions/replace-workers';
import { restoreObject } from '../actions/restore-object';
import { upgradeKubeadm } from '../actions/upgrade-kubeadm';
import { upgradeNode } from '../actions/upgrade-node';
import { ALONE } from '../gap';
import { STAYS_UPGRADED } from '../kubeadm-files';
import { Plan } from '../plan';
import { Turns, turnsOf } from '../replaced/turns';
import { STATES } from '../state';
import { doesAny, drainsUnmanaged } from '../step';
import { NoGo, PlannedUpgrade } from '../upgrade-hindrances';

/** What a team has to know before it begins. */
export function inShort(plan: Plan): string {
  const { upgrade } = plan;
  return [
    '## In short',
    table([
      ['What', what(plan)],
      ['How long', howLong(plan)],
      ['No process runs the cloud controllers', gaps(plan)],
      ['Who', plan.upgrade ? 'one operator with the rights below; a person who may change IAM, on call'
        : 'one operator with the rights below; a person who answers for the applications while nodes are drained; a person who may change '
        + 'AWS tags and '
        + 'IAM, on call'],
      ['Rollback possible', untilWhen(plan)],
    ]),
    '**Go** when all of this is true:',
    list([
      '`ansible-playbook preflight.yaml` ends with "every check holds", today;',
      '`ansible-playbook migrate.yaml --check --diff` shows the changes that were reviewed;',
      ...doesAny(plan.steps, etcdSnapshot) ? [snapshot(plan)] : [],
      ...plan.aws === undefined ? [] : ['the role of the cloud-controller-manager allows the actions that `aws.actions` of `plan.json` lists '
        + '(`preflight.yaml` asks the policy simulator of IAM; set `without_role_check: true` to skip it);'],
      ...endsFirst(plan),
      ...upgraders(plan),
      ...makers(plan),
      ...plan.upgrade || plan.controlPlane.length + plan.workers.length === 0 ? [] : ['cluster autoscaler, Auto Scaling processes and every other '
        + 'thing that makes, replaces or configures nodes are paused '
        + 'until the plan has ended, '
        + 'and `nodes_are_kept` in `group_vars/all.yaml` says so;'],
      ...withoutManager(plan),
      ...backAMinor(plan),
      'Services of type LoadBalancer that must be served within the times above are neither made nor changed.',
    ]),
    '**No go** when any of this is true:',
    list([
      'a control-plane node is not Ready, or an API server is not ready;',
      ...plan.upgrade ? [] : ['a PodDisruptionBudget lets no pod of a node go, so that a drain cannot end;'],
      'another run holds the Lease `ccm-migration` in `kube-system` (`kubectl get lease ccm-migration -n kube-system -o yaml --ignore-not-found` '
        + 'shows '
        + `its holder, its plan and its state)${upgrade === undefined || upgrade.noGo.length === 0 ? '.' : ';'}`,
      ...upgrade === undefined ? [] : ended(noGoLines(plan, upgrade)),
    ]),
    '**Stop** (answer anything but `yes` to the question, or end the run; the next run completes the step that was begun, or takes it back) when:',
    list([
      'a playbook stops by itself: it names the check that failed;',
      'a Service of type LoadBalancer has no load balancer for longer than the times above, or has events `SyncLoadBalancerFailed`;',
      'a node becomes NotReady that no step changes.',
    ]),
    ...otherwise(plan),
    `**Turn back**: \`ansible-playbook back.yaml\`, from any machine with this folder, the collection and the app${
      plan.upgrade ? ` as it is and as it was${plan.hops ? ' at each hop' : ''}` : ''}, from any point, also from the middle of `
      + `a step.${stays(plan)}`,
    plan.upgrade ? '**Afterwards**: keep what was synthesized before until you no longer want to go back: `back.yaml` applies its manifests.'
      : plan.groups ? '**Afterwards**: keep the user data of the new state in launch templates; kube-proxy and CoreDNS are as they were: bring '
        + 'them to version N+1 with '
        + '`kubeadm init phase addon all` or as you installed them; move the snapshot of etcd to where you keep backups.'
        : '**Afterwards**: give launch templates and machine images the files and flags of the new state; then resume cluster autoscaler and the '
          + 'Auto '
      + 'Scaling processes, and move the snapshot of etcd, if there is one, to where you keep backups.',
  ].join('\n\n');
}

/** Of each but the last a further one follows. */
function ended(lines: readonly string[]): readonly string[] {
  return lines.map((line, index) => `${line}${index === lines.length - 1 ? '.' : ';'}`);
}

/** Of a chain each hop has its own. */
function noGoLines({ hops }: Plan, upgrade: PlannedUpgrade): readonly string[] {
  const { noGo } = upgrade;
  if (!hops) return noGo.map(one => noGoLine(one, upgrade));
  return hops.flatMap((hop, index) => hop.upgrade.noGo.map(one => `before hop ${index + 1}, to ${hop.upgrade.to}: ${noGoLine(one, hop.upgrade)}`));
}

/** What the plan was made in spite of: who begins it decides once more. */
function noGoLine({ id, says, command, accepted }: NoGo, { from, to }: PlannedUpgrade): string {
  if (accepted === undefined) {
    const look = command === undefined ? '' : `; ${code(`${command} > cluster.json`)}, and `
      + `${code(`npx ccm-migration upgrade cluster.json --from ${from} --to ${to}`)} names it where it is so`;
    return `${code(id)} concerns this cluster, which the plan cannot know: ${escaped(says)}${look}`;
  }
  const { reason, until } = accepted;
  return `${code(id)}, accepted${until === undefined ? '' : ` until ${until}`} (${escaped(reason)}), is not accepted any more: ${escaped(says)}`;
}

function what({ from, to, strategy, releases, controlPlane, workers, groups = {}, steps, upgrade, hops }: Plan): string {
  if (upgrade) {
    return `the cloud-controller-manager${upgrade.from === upgrade.to ? '' : ' from'} ${wayOf({ upgrade, hops })}, in state \`${to}\`: `
      + `${counted(steps.length, 'step')}; ${hops ? 'you bring the API servers on before each hop, and the plan changes no other component'
        : 'no kubelet and no other component changes'}`;
  }
  const oneByOne = controlPlane.length > 1 ? ', one after the other' : '';
  const inPlace = [
    ...controlPlane.length > 0 ? [`steps on ${counted(controlPlane.length, 'control-plane node')}${oneByOne}`] : [],
    ...workers.length > 0 ? [`${counted(workers.length, 'worker')}, by node group`] : [],
  ];
  const replaced = Object.entries(groups).map(([name, { role, count }]) => replacedInShort(name, role, count, turnsOf(steps, name)));
  return `from \`${from}\` to \`${to}\` with strategy \`${strategy}\`, ${releases[NodeSide.N]} and ${releases[NodeSide.N_PLUS_1]}: ${steps.length} `
    + `${controlPlane.length > 0 ? '' : 'steps; '}${[...inPlace, ...replaced].join(controlPlane.length > 0 ? ', and ' : '; ')}`;
}

/** A plan that ends, or begins, in the middle does not replace all. */
function replacedInShort(name: string, role: NodeRole, count: number, { side, joins, leaves, shares }: Turns): string {
  if (role === NodeRole.WORKER) {
    return shares > 0 ? `the workers of group ${name} are replaced by shares, about ${count}` : `no worker of group ${name} is replaced`;
  }
  if (leaves === 0 && joins === 0) return `no node of group ${name} is replaced`;
  if (leaves === 0) {
    const [young, old] = side === NodeSide.N ? ['N', 'N+1'] : ['N+1', 'N'];
    return `a node of version ${young} joins group ${name}, beside ${count === 1 ? 'the one' : `the ${count}`} of version ${old}; none leaves`;
  }
  return count === 1 ? `the control-plane node of group ${name} is replaced, after another one has joined`
    : `${count} control-plane nodes of group ${name} are replaced one by one, each after another one has joined`;
}

/**
 * Seconds of processor time that the playbooks need for each worker on the operator's machine, without drains, kubelets and commands of users:
 * `scripts/worker-times` with 200 workers; docs/how-to/run-a-plan.md has the other figures.
 */
const OWN_SECONDS = 1.7;

/** Waits, and drains: what takes longer is a failure, and stops the run. */
function howLong({ steps }: Plan): string {
  const drains = steps.flatMap(({ run }) => run).filter(({ kind }) => [drain, drainLeaving].some(one => kind.do === one.kind.do)).length;
  const workers = new Set(steps.flatMap(({ group, node }) => group === undefined ? [] : node ?? [])).size;
  const upgrades = [
    ...doesAny(steps, upgradeKubeadm) ? ['`kubeadm_program`, `kubeadm upgrade`'] : [], ...doesAny(steps, upgradeNode) ? ['`node_upgrade`'] : [],
    ...doesAny(steps, makeNode) || doesAny(steps, replaceWorkers) ? ['`make_node`', '`end_node`'] : [],
  ];
  const waits = minutes(steps.reduce((sum, { atMostSeconds }) => sum + atMostSeconds, 0));
  return `at most ${waits} min of waiting in all, if every wait reaches its limit`
    + `${drains > 0 ? `, and ${counted(drains, 'drain')} of at most ${minutes(DRAIN_SECONDS)} min each` : ''}`
    + `${doesAny(steps, replaceWorkers) ? `, and for each worker that is replaced a drain of at most ${minutes(DRAIN_SECONDS)} min` : ''}`
    + `${upgrades.length > 0 ? `; and the time that ${upgrades.join(' and ')} take on each node, which is not known in advance` : ''}; `
    + (workers > 0 ? `the playbooks themselves need ${OWN_SECONDS} s of processor time for each of ${counted(workers, 'worker')} `
      + `(measured with 200), ${minutes(OWN_SECONDS * workers)} min in all; ` : '')
    + 'a pause between two steps may have any length';
}

/** For each time that the leader may be stopped, how many seconds there may be none. */
export function leaderStops({ steps }: Pick<Plan, 'steps'>): readonly number[] {
  return steps.flatMap(({ gap }) => gap.mainLockFirst ?? []);
}

/** How long no process runs the cloud controllers. */
export function gaps({ steps }: Pick<Plan, 'steps'>): string {
  const bounds = leaderStops({ steps });
  const placing = steps.flatMap(({ gap: { untilPlaced }, title }) => untilPlaced === undefined ? [] : [{ untilPlaced, title }]);
  const declared = steps.filter(({ gap }) => gap.declared).length;
  return [
    ...bounds.length > 0 ? [`less than ${Math.max(...bounds).toFixed(1)} s, and the start of a process, each time that the leader is stopped `
      + `(at most ${bounds.length === 1 ? 'once' : `${bounds.length} times`})`] : [],
    ...placing.map(({ untilPlaced, title }) => `in the step '${title}', if the new kube-controller-manager leads immediately, the rest of `
      + `\`kubeadm upgrade apply\` and at most ${untilPlaced} s`),
    ...steps.some(({ gap }) => gap.withoutApi) ? [ALONE] : [],
    ...declared > 0 ? [`declared by the strategy: during ${declared} steps, as long as they take`] : [],
  ].join('; ') || 'never';
}

/** How long the plan can be taken back. */
export function untilWhen({ from, to, upgrade, controlPlane, hops }: Plan): string {
  if (hops) return 'hop by hop, see "Hops", as long as the earlier apps are in the folders that the plan names';
  if (upgrade) {
    const ends = upgrade.hops.flatMap(({ back }) => back.until);
    return `${ends.length === 0 ? 'at any time' : ends.map(one => `until ${one}`).join('; ')}; as long as the earlier app is in the folder that `
      + `the plan names; what stays of ${upgrade.to} is below`;
  }
  return to === 'disabled'
    ? 'at any time: `back.yaml` turns Leader Migration on again, and a plan from `n-plus-1` goes further back, while the control plane can still '
      + 'run version N; kubeadm does not downgrade a minor'
    : controlPlane.length === 0 ? 'at any time, as long as `make_node` can make nodes of both versions, and the ConfigMaps `ccm-migration-*` in '
      + '`kube-system` are '
      + `kept; after another plan, with a plan from there to \`${from}\``
      : 'at any time, as long as the copies below `/var/lib/ccm-migration` on the nodes, and the ConfigMaps `ccm-migration-*` in `kube-system`, are '
      + `kept; after another plan, with a plan from there to \`${from}\``;
}

function snapshot({ etcd: { node = 'this machine', external } }: Plan): string {
  const by = external ? `\`etcdctl\` on ${code(node)} asks ${external.endpoints.map(code).join(', ')}` : '`kubectl exec` into its etcd pod';
  return `a snapshot of etcd can be taken before the first control plane changes version (${by}; \`etcdctl\`, \`etcdctl_flags\` and `
    + '`etcdctl_host` in '
    + '`group_vars/all.yaml` say otherwise), and you know how you would restore it; set `without_etcd_snapshot: true` to skip it;';
}

/** What has to be done while all nodes are of version N. */
function endsFirst({ endings, releases }: Plan): readonly string[] {
  const release = releases[NodeSide.N_PLUS_1];
  return endings.every(({ todo }) => todo === 'nothing') ? [] : [`what "What ${release} takes away" asks for is done, or does not concern you;`];
}

/** What the user has to say, or a node stays at its release. */
function upgraders({ steps }: Plan): readonly string[] {
  const settings = [
    ...doesAny(steps, upgradeKubeadm) ? ['`kubeadm_program` (kubeadm, which then upgrades the control plane; `without_kubeadm_upgrade: true` skips '
      + 'it)'] : [],
    ...doesAny(steps, upgradeNode) ? ['`node_upgrade` (the kubelet; `without_node_upgrade: true` skips it)'] : [],
  ];
  return settings.length === 0 ? []
    : [`\`group_vars/all.yaml\` has the commands, run on the operator's machine, that bring \`{node}\` to \`{release}\`: ${settings.join(', ')};`];
}

/** The user's own commands, without which no node comes or goes. */
function makers({ steps, groups = {} }: Plan): readonly string[] {
  const needs = Object.values(groups).flatMap(group => group.needs ?? []);
  const endpoints = Object.values(groups).flatMap(group => group.endpoint ?? []);
  if (!doesAny(steps, makeNode) && !doesAny(steps, replaceWorkers)) return [];
  return ['`group_vars/all.yaml` has `make_node`, the command on the operator\'s machine that makes one node of `{group}` at `{release}` from the '
    + 'user data in '
    + '`{folder}`, and no second one for the same `{token}`, and `end_node`, which ends `{node}`: `kubeadm reset`, or the end of its instance;',
  `what makes or removes nodes of ${Object.keys(groups).map(code).join(', ')} by itself (an instance refresh, Karpenter, cluster autoscaler) makes `
    + 'them as `{folder}` says, '
    + 'or is paused until the plan has ended;',
  'no address of a control-plane node is written down where it would stay: the load balancer of the API takes new nodes in and old ones out'
    + `${endpoints.length === 0 ? ''
      : `; preflight asks it at ${endpoints.map(code).join(', ')} (\`endpoint_from_here\` where this machine reaches it by another address)`};`,
  'what a node needs besides its user data comes with its image: '
    + `programs${needs.length > 0 ? `, and the files of ${needs.map(code).join(', ')}, which \`image_has\` names` : ''};`,
  ...smallEtcd(groups)];
}

/** An etcd of two members needs both. */
function smallEtcd(groups: Plan['groups'] & object): readonly string[] {
  const small = Object.values(groups).find(({ etcd, count }) => etcd === 'stacked' && count <= 2);
  if (!small) return [];
  return [small.count === 1 ? 'while two control-plane nodes are there, etcd has two members and stops when either of them does: the snapshot of '
    + '`etcd-snapshot` is what you fall back to;'
    : 'etcd has two members, and three while a node is replaced: with two it stops when either of them does, and the snapshot of `etcd-snapshot` is '
    + 'what you fall back to;'];
}

/** What a cluster lacks where no kube-controller-manager runs. */
function withoutManager({ strategy, steps }: Plan): readonly string[] {
  if (strategy !== StrategyKind.DOWNTIME) return [];
  return [
    ...steps.some(drainsUnmanaged) ? ['no pod that is needed meanwhile, also of CoreDNS, runs on control-plane nodes alone: their pods are '
      + 'deleted while no '
      + 'kube-controller-manager runs, whatever a PodDisruptionBudget says, and are not made again before it does; no Job runs there either, '
      + 'whose pods '
      + 'cannot go then;'] : [],
    ...doesAny(steps, upgradeNode) ? ['`kubeadm upgrade` is run after the plan where kubeadm made the nodes: it needs a kube-controller-manager that '
      + 'runs, so no step does, and CoreDNS, kube-proxy and the image of etcd stay as they are until then;'] : [],
  ];
}

/** What no plan takes back. */
function backAMinor({ from, to, steps }: Plan): readonly string[] {
  if (STATES.indexOf(from) < STATES.indexOf(to) || !doesAny(steps, upgradeNode)) return [];
  const givesProxy = steps.some(({ run }) => run.some(one => givenTo(one, restoreObject)?.name === 'kube-proxy'));
  const proxy = givesProxy ? 'kube-proxy goes back where there is a copy of it in the cluster, while' : 'while kube-proxy,';
  return ['you know what stays at version N+1: kubeadm does not downgrade a minor, so this plan puts manifests and kubelet files of version N back, '
    + `and \`node_upgrade\` brings older packages, ${proxy}, the image of etcd and certificates stay as they are, and so does what `
    + 'API servers of version N+1 have stored in a newer form (then the snapshot from before is the only rollback);'];
}

/** What stays when it is taken back; with a blank before it, since it ends a sentence or is empty. */
export function stays({ steps }: Plan): string {
  return doesAny(steps, upgradeKubeadm) ? ` What \`kubeadm upgrade\` also upgraded stays as it is: ${STAYS_UPGRADED}, and what the API `
    + 'servers '
    + 'have stored in a newer form.' : '';
}

/** What the new controllers do to load balancers that are there. */
function otherwise({ aws }: Plan): readonly string[] {
  if (aws === undefined || aws.changes.length === 0) return [];
  return [
    '**Changes**, on load balancers that are there, from the moment that the cloud-controller-manager leads (`preflight.yaml` names the Services):',
    list(aws.changes.map(({ annotation, says }) => `${annotation === '' ? '' : `with ${code(annotation)}: `}${says};`)),
  ];
}
