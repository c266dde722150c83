import { fenced } from './blocks';
import { CONTROL_PLANE_ROLE } from '../../facts/control-plane-node';
import { PlanAction } from '../action';
import { FUNCTIONS, inOneLineEach, joined, lockByHand, PUTS } from '../by-hand';
import { StepKind } from '../data/kinds';
import { idOf, planData } from '../data/plan-data';
import { Plan } from '../plan';
import { actionsOf, PlanStep } from '../step';

/** What etcdctl is told in the pod of an etcd that kubeadm set up, as the playbooks do (roles/settings). */
const KUBEADM_ETCD = '--endpoints=https://127.0.0.1:2379 --cacert=/etc/kubernetes/pki/etcd/ca.crt --cert=/etc/kubernetes/pki/etcd/server.crt '
  + '--key=/etc/kubernetes/pki/etcd/server.key';

/** For people without Ansible: what each kind of step does, as commands. */
export function byHand(plan: Plan, kinds: readonly StepKind[]): string {
  const lock = lockByHand(idOf(planData(plan)));
  return [
    '## By hand',
    'Without Ansible one person follows the steps in their order, kind by kind and node by node, in the folder of the app, in one bash; `NODE` is '
      + 'the node of the step. The way back is the last step first, each by its commands below `back`. The lock keeps playbooks from starting '
      + 'meanwhile: check it and take it before the first step, and leave it at the end and before a pause.',
    fenced('sh', [FUNCTIONS, ...etcdctl(plan)].join('\n')),
    fenced('sh', `# check the lock\n${lock.check}\n# take it\n${lock.take}\n# leave it\n${lock.leave}`),
    `Only the playbooks check the following; check it yourself before a step: ${guards(plan).join('; ')}.`,
    ...sectionsOf(kinds),
  ].join('\n\n');
}

/** How etcd is asked: in the pod that kubeadm set up, or from a control-plane node. */
function etcdctl({ steps, etcd: { node, external } }: Plan): readonly string[] {
  if (!steps.flatMap(actionsOf).some(({ kind }) => kind.do.startsWith('etcd-'))) return [];
  if (external) {
    const by = node === undefined ? '' : `ssh -n root@${node} `;
    return [`etcdctl() { ${by}etcdctl --endpoints=${external.endpoints.join(',')} ${external.certificates.join(' ')} "$*"; }`];
  }
  const pod = node === undefined ? '"etcd-${STAYS:?a control-plane node that stays}"' : `etcd-${node}`;
  return [`etcdctl() { kubectl exec -n kube-system ${pod} -- etcdctl ${KUBEADM_ETCD} "$@"; }`];
}

/** What only the playbooks ask. */
function guards({ steps }: Plan): readonly string[] {
  const silent = steps.flatMap(actionsOf).filter(one => commandsOf(one) === undefined).map(({ kind }) => kind.says);
  return [
    ...new Set(silent),
    'The app, the cluster and its control-plane nodes are those of the plan; each address leads to its node',
    'The state that the cluster is in is read from it; a step that was interrupted is completed',
    'Services, listeners and targets are recorded before, and compared after each state',
    'Every check of preflight.yaml; a read that fails is an error',
  ];
}

/** Undefined: only the playbooks do it. */
function commandsOf({ kind: { byHand: ofStep, byHandOfEach }, each }: PlanAction) {
  return each === undefined ? ofStep : byHandOfEach ?? ofStep;
}

/**
 * Steps of few commands are one block: in their order, and then what takes them back, the last one first. Of those that put files on nodes, or drain
 * them, each kind is its own.
 */
function sectionsOf(kinds: readonly StepKind[]): readonly string[] {
  const ofNodes = kinds.filter(kind => linesThere(kind).some(line => PUTS.test(line)));
  const others = kinds.filter(kind => !ofNodes.includes(kind));
  return [
    '### Steps that write no files of nodes',
    fenced('sh', [
      ...others.flatMap(kind => [`# ${kind.name}`, ...linesThere(kind)]),
      ...[...others].reverse().flatMap(kind => linesBack(kind, `# ${kind.name}, back`)),
    ].join('\n')),
    ...ofNodes.flatMap(kind => [`### ${kind.name}`, fenced('sh', [...linesThere(kind), ...linesBack(kind, '# back')].join('\n'))]),
  ];
}

function linesBack({ steps: [step] }: StepKind, head: string): readonly string[] {
  const back = linesOf(step.undo, step);
  return back.length === 0 ? [] : [head, ...back];
}

/** What is asked before is one line; what the proof asks again of what was just done is left out. */
function linesThere({ steps: [step] }: StepKind): readonly string[] {
  const before = [...new Set(linesOf(step.before, step))].join('; ');
  return [...before === '' ? [] : [before], ...new Set([...linesOf(step.run, step), ...inOneLineEach(linesOf(step.proof, step))])];
}

function linesOf(actions: readonly PlanAction[], { node, files = [] }: PlanStep): readonly string[] {
  return joined(actions.flatMap(one => {
    const { given, each } = one;
    const own = commandsOf(one)?.(given, files) ?? [];
    // Of a node whose name is not known it is the one that came, or leaves.
    if (node !== undefined || 'group' in given || !own.some(line => line.includes('$NODE'))) return own;
    const names = Array.isArray(each) ? each.join(' ') : `$(kubectl get nodes -l ${CONTROL_PLANE_ROLE} -o jsonpath={..metadata.name})`;
    return [`for NODE in ${names}; do ${own.join('; ')}; done`];
  }));
}
