import { code, list, minutes, table } from './blocks';
import { wayOf } from './hops';
import { NodeRole, NodeSide } from '../../kubernetes/node';
import { counted } from '../../text/counted';
import { givenTo, longestWait } from '../action';
import { drain, DRAIN_SECONDS, drainLeaving } from '../actions/drain';
import { upgradeKubeadm } from '../actions/kubeadm';
import { upgradeNode } from '../actions/owner';
import { chooseLeaving, makeNode, replaceWorkers } from '../actions/replaced-nodes';
import { STAYS_UPGRADED } from '../app/kubeadm-files';
import { ALONE } from '../gap';
import { Plan } from '../plan';
import { doesAny, StepDraft } from '../step';

/** What a team has to know before it begins. */
export function inShort(plan: Plan): string {
  return [
    '## In short',
    table([
      ['What', what(plan)],
      ['How long', `${howLong(plan)}; the way back: ${howLongBack(plan)}`],
      ['No process runs the cloud controllers', gaps(plan)],
      ['Who', plan.upgrade ? 'one operator with the rights below; a person who may change IAM, on call'
        : `one operator with the rights below; ${drains(plan) ? 'a person who answers for the applications while nodes are drained; ' : ''}`
        + 'a person who may change AWS tags and IAM, on call'],
      ['Rollback possible', untilWhen(plan)],
    ]),
    ...otherwise(plan),
    plan.upgrade ? '**Afterwards**: keep what was synthesized before until you no longer want to go back: `back.yaml` applies its manifests.'
      : plan.groups ? '**Afterwards**: keep the user data of the new state in launch templates; kube-proxy and CoreDNS are as they were: bring '
        + 'them to version N+1 with `kubeadm init phase addon all` or as you installed them; move the snapshot of etcd to where you keep backups.'
        : '**Afterwards**: give launch templates and machine images the files and flags of the new state; then resume cluster autoscaler and the '
          + 'Auto Scaling processes, and move the snapshot of etcd, if there is one, to where you keep backups. After the way back, Leases of the '
          + 'cloud-controller-manager, copies and snapshot stay, and disturb nothing.',
  ].join('\n\n');
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
  const parts = controlPlane.length > 0 ? [`${steps.length} ${[...inPlace, ...replaced].join(', and ')}`]
    : [counted(steps.length, 'step'), ...inPlace, ...replaced];
  return `from \`${from}\` to \`${to}\` with strategy \`${strategy}\`, ${releases[NodeSide.N]} and ${releases[NodeSide.N_PLUS_1]}: `
    + parts.join('; ');
}

/** What the steps of a plan do to the nodes of a group, unless they are taken back. */
interface Turns {
  /** Version of the nodes that come; undefined: none does. */
  readonly side?: `${NodeSide}`;
  /** How often a control-plane node joins, and leaves. */
  readonly joins: number;
  readonly leaves: number;
  /** Shares of workers. */
  readonly shares: number;
}

function turnsOf(steps: readonly Pick<StepDraft, 'run'>[], group: string): Turns {
  const actions = steps.flatMap(({ run }) => run);
  const own = <G extends { readonly group: string }>(given: G | undefined): G[] => given?.group === group ? [given] : [];
  const made = actions.flatMap(action => own(givenTo(action, makeNode)));
  const shares = actions.flatMap(action => own(givenTo(action, replaceWorkers)));
  const leaving = actions.flatMap(action => own(givenTo(action, chooseLeaving)));
  return { side: [...made, ...shares][0]?.side, joins: made.length, leaves: leaving.length, shares: shares.length };
}

/** A plan that ends, or begins, in the middle does not replace all. */
function replacedInShort(name: string, role: NodeRole, count: number, { side, joins, leaves, shares }: Turns): string {
  if (role === NodeRole.WORKER) {
    return shares > 0 ? `the workers of group ${name} are replaced by shares, about ${count}` : `no worker of group ${name} is replaced`;
  }
  if (leaves === 0 && joins === 0) return `no node of group ${name} is replaced`;
  if (leaves === 0) {
    const [young, old] = side === 'n' ? ['N', 'N+1'] : ['N+1', 'N'];
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
  const ofNodes = drainsOf(steps);
  const workers = new Set(steps.flatMap(({ group, node }) => group === undefined ? [] : node ?? [])).size;
  const upgrades = [
    ...doesAny(steps, upgradeKubeadm) ? ['`kubeadm_program`, `kubeadm upgrade`'] : [], ...doesAny(steps, upgradeNode) ? ['`node_upgrade`'] : [],
    ...doesAny(steps, makeNode) || doesAny(steps, replaceWorkers) ? ['`make_node`', '`end_node`'] : [],
  ];
  const waits = minutes(steps.reduce((sum, { atMostSeconds }) => sum + atMostSeconds, 0));
  return `at most ${waits} min of waiting in all, if every wait reaches its limit`
    + `${ofNodes > 0 ? `, and ${counted(ofNodes, 'drain')} of at most ${minutes(DRAIN_SECONDS)} min each` : ''}`
    + `${doesAny(steps, replaceWorkers) ? `, and for each worker that is replaced a drain of at most ${minutes(DRAIN_SECONDS)} min` : ''}`
    + `${upgrades.length > 0 ? `; and the time that ${upgrades.join(' and ')} take on each node, which is not known in advance` : ''}; `
    + (workers > 0 ? `the playbooks themselves need ${OWN_SECONDS} s of processor time for each of ${counted(workers, 'worker')} `
      + `(measured with 200), ${minutes(OWN_SECONDS * workers)} min in all; ` : '')
    + 'a pause between two steps may have any length';
}

/** The same of the way back. */
function howLongBack({ steps }: Pick<Plan, 'steps'>): string {
  const drained = steps.flatMap(({ undo }) => undo).filter(({ kind }) => DRAINS.includes(kind.do)).length;
  return `at most ${minutes(steps.reduce((sum, { undo }) => sum + longestWait(undo), 0))} min of waiting in all`
    + `${drained > 0 ? ` and ${counted(drained, 'drain')}, and what packages take` : ''}`;
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
export function untilWhen({ from, to, upgrade, controlPlane, hops, groups }: Plan): string {
  if (hops) return 'hop by hop, see "Hops", as long as the earlier apps are in the folders that the plan names';
  if (upgrade) {
    const ends = upgrade.hops.flatMap(({ back }) => back.until);
    return `${ends.length === 0 ? 'at any time' : ends.map(one => `until ${one}`).join('; ')}; as long as the earlier app is in the folder that `
      + `the plan names; what stays of ${upgrade.to} is below`;
  }
  return to === 'disabled'
    ? 'at any time: `back.yaml` turns Leader Migration on again, and a plan from `n-plus-1` goes further back, while the control plane can still '
      + 'run version N; kubeadm does not downgrade a minor'
    : `at any time, as long as ${needed(controlPlane, groups)}the ConfigMaps \`ccm-migration-*\` in \`kube-system\` are kept; after another plan, `
      + `with a plan from there to \`${from}\``;
}

/** Without which nodes do not go back. */
function needed(controlPlane: readonly string[], groups: Plan['groups']): string {
  if (controlPlane.length > 0) return 'the copies below `/var/lib/ccm-migration` on the nodes, and ';
  return groups ? '`make_node` can make nodes of both versions, and ' : '';
}

/** Whether the plan empties nodes of their pods. */
export function drains({ steps }: Plan): boolean {
  return drainsOf(steps) > 0 || doesAny(steps, replaceWorkers);
}

function drainsOf(steps: Plan['steps']): number {
  return steps.flatMap(({ run }) => run).filter(({ kind }) => DRAINS.includes(kind.do)).length;
}

const DRAINS = [drain, drainLeaving].map(({ kind }) => kind.do);

/** What stays when it is taken back; with a blank before it, since it ends a sentence or is empty. */
export function stays({ steps }: Plan): string {
  return doesAny(steps, upgradeKubeadm) ? ` What \`kubeadm upgrade\` also upgraded stays as it is: ${STAYS_UPGRADED}, and what the API servers `
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
