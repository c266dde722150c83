import { code, list } from './blocks';
import { drains, stays } from './in-short';
import { NodeSide } from '../../kubernetes/node';
import { StrategyKind } from '../../migration/migration-strategy';
import { escaped } from '../../upgrade/render/markdown';
import { ActionMaker, givenTo } from '../action';
import { csiDriverOn, tagsInOrder } from '../actions/aws';
import { etcdSnapshot } from '../actions/etcd';
import { upgradeKubeadm } from '../actions/kubeadm';
import { restoreObject } from '../actions/objects';
import { upgradeNode } from '../actions/owner';
import { makeNode, replaceWorkers } from '../actions/replaced-nodes';
import { Plan } from '../plan';
import { STATES } from '../state';
import { actionsOf, doesAny, drainsUnmanaged } from '../step';
import { NoGo, PlannedUpgrade } from '../upgrade/upgrade-hindrances';

/** What a person decides: whether to begin, when to stop, and how to turn back. */
export function decisions(plan: Plan): string {
  const { upgrade } = plan;
  return [
    '## Go, no go, stop, turn back',
    '**Go** when all of this is true:',
    list([
      '`ansible-playbook preflight.yaml` ends with "every check holds", today;',
      `\`ansible-playbook migrate.yaml --check --diff\` shows what ${plan.upgrade ? 'was reviewed'
        : `${code(`ccm-migration diff ${plan.from} ${plan.to} <app-dir>`)} showed at the review`};`,
      ...doesAny(plan.steps, etcdSnapshot) ? [snapshot(plan)] : [],
      ...askedOfAws(plan),
      ...endsFirst(plan),
      ...upgraders(plan),
      ...makers(plan),
      ...plan.upgrade || plan.controlPlane.length + plan.workers.length === 0 ? [] : ['cluster autoscaler, Auto Scaling processes and whatever else '
        + 'makes, replaces or configures nodes are paused until the plan has ended, and `nodes_are_kept: true` says so;'],
      ...withoutManager(plan),
      ...backAMinor(plan),
      'Services of type LoadBalancer that must be served within the times below are neither made nor changed.',
    ]),
    '**No go** when any of this is true:',
    list([
      'a control-plane node or an API server is not ready (`kubectl get nodes`, `kubectl get pods -n kube-system`);',
      ...!drains(plan) ? [] : ['a PodDisruptionBudget lets no pod of a node go, so that a drain cannot end;'],
      'a run notes that the collection is another one or was edited (`collection.sha256`): what runs is not what was reviewed; make the plan again;',
      `another run holds the Lease \`ccm-migration\` (${code(HOLDER)} prints its holder; nothing: it is free)`
        + `${upgrade === undefined || upgrade.noGo.length === 0 ? '.' : ';'}`,
      ...upgrade === undefined ? [] : ended(noGoLines(plan, upgrade)),
    ]),
    '**Stop** (answer anything but `yes`; at a question, Ctrl-C and then `C` or `A` carries out nothing either) when:',
    list([
      'a Service of type LoadBalancer has no load balancer for longer than the times below, or has events `SyncLoadBalancerFailed`;',
      'a node becomes NotReady that no step changes.',
    ]),
    whenStopped(plan),
    '**Turn back**: `ansible-playbook back.yaml` (`--check --diff` first shows how), from any machine with this folder, the collection '
      + `and the app${asItIs(plan)}, from any point, also from the middle of a step: last step first.${stays(plan)}`,
  ].join('\n\n');
}

function asItIs({ upgrade, hops }: Plan): string {
  return upgrade ? ` as it is and as it was${hops ? ' at each hop' : ''}` : '';
}

/** Who has the lock of the plans. */
const HOLDER = 'kubectl get lease ccm-migration -n kube-system --ignore-not-found -o jsonpath={.spec.holderIdentity}';

/** What may be left for the morning, and how it goes on. */
function whenStopped({ controlPlane, workers }: Plan): string {
  const look = controlPlane.length + workers.length === 0 ? 'Look at what it names'
    : 'The node that it names may be cordoned, which it says, and between two releases: look there (`systemctl status kubelet`, '
      + '`journalctl -u kubelet`; a kubelet may be restarted)';
  return '**When a playbook stops by itself**, it says which check failed, and nothing goes on. No controller runs twice then; in a step that '
    + 'declares a gap none may run, so do not leave it there. '
    + `${look}, then run \`migrate.yaml\` again, which completes the step, or \`back.yaml\`. After a run that was killed, either names `
    + '`-e take_over=<holder>`. `look.yaml` says which steps are done and which is next, how the last run ended, which nodes are cordoned, and '
    + 'who holds the lock.';
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

function snapshot({ etcd: { node = 'this machine', external } }: Plan): string {
  const by = external ? `\`etcdctl\` on ${code(node)} asks ${external.endpoints.map(code).join(', ')}` : '`kubectl exec` into its etcd pod';
  return `a snapshot of etcd can be taken before the first control plane changes version (${by}; \`etcdctl\`, \`etcdctl_flags\` and `
    + '`etcdctl_host` say otherwise), and you know how you would restore it (`etcdutl snapshot restore`); `without_etcd_snapshot: true` skips it;';
}

/** What AWS has to be like, which a person may have to change. */
function askedOfAws(plan: Plan): readonly string[] {
  const asks = <Given extends object>({ kind }: ActionMaker<Given>) => plan.steps.flatMap(actionsOf).some(one => one.kind.do === kind.do);
  return [
    ...plan.aws === undefined ? [] : ['the role of the cloud-controller-manager allows the actions below "IAM" (`preflight.yaml` asks the policy '
      + 'simulator; `without_role_check: true` skips it);'],
    ...asks(tagsInOrder) ? ['`cluster_id` is the id of the cluster tag, and the AWS resources have that tag (`ccm-migration tag apply` adds '
      + 'what is missing);'] : [],
    ...asks(csiDriverOn) ? ['the EBS CSI driver runs on every node, or no volume is of EBS and `volumes: none` says so;'] : [],
  ];
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
  return settings.length === 0 ? [] : ['`node_packages: true` has the playbooks bring nodes to their release by apt or dnf, or your own commands do, '
    + `run on the operator's machine: ${settings.join(', ')};`];
}

/** The user's own commands, without which no node comes or goes. */
function makers({ steps, groups = {} }: Plan): readonly string[] {
  const needs = Object.values(groups).flatMap(group => group.needs ?? []);
  const endpoints = Object.values(groups).flatMap(group => group.endpoint ?? []);
  if (!doesAny(steps, makeNode) && !doesAny(steps, replaceWorkers)) return [];
  return ['`group_vars/all.yaml` has `make_node`, the command on the operator\'s machine that makes one node of `{group}` at `{release}` from the '
    + 'user data in '
    + '`{folder}`, and no second one for the same `{token}`, and `end_node`, which ends `{node}`: `kubeadm reset`, or the end of its instance'
    + `${haveUnits(groups) ? '; and `on_node`, which has a shell of `{node}` run, as root, what it gets on standard input: systemd of a node that '
      + 'comes is asked for its units (by `systemctl`, `/proc` and `curl`)' : ''};`,
  `what makes or removes nodes of ${Object.keys(groups).map(code).join(', ')} by itself (an instance refresh, Karpenter, cluster autoscaler) makes `
    + 'them as `{folder}` says, or is paused until the plan has ended;',
  'no address of a control-plane node is written down where it would stay: the load balancer of the API takes new nodes in and old ones out'
    + `${endpoints.length === 0 ? ''
      : `; preflight asks it at ${endpoints.map(code).join(', ')} (\`endpoint_from_here\` where this machine reaches it by another address)`};`,
  'what a node needs besides its user data comes with its image: '
    + `programs${needs.length > 0 ? `, and the files of ${needs.map(code).join(', ')}, which \`image_has\` names` : ''};`,
  ...smallEtcd(groups)];
}

function haveUnits(groups: Plan['groups'] & object): boolean {
  return Object.values(groups).some(({ sides }) => Object.values(sides).some(({ units }) => units !== undefined));
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
      + 'whose pods cannot go then;'] : [],
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
