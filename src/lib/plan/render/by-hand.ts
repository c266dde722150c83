import { CONTROL_PLANE_ROLE } from '../../facts/control-plane-node';
import { shellQuote } from '../../text/shell-quote';
import { PlanAction } from '../action';
import { inOneLineEach, joined } from '../by-hand';
import { kindsOf, StepKind } from '../data/kinds';
import { idOf, planData } from '../data/plan-data';
import { Plan } from '../plan';
import { actionsOf, PlanStep } from '../step';

/** What etcdctl is told in the pod of an etcd that kubeadm set up, as the playbooks do (roles/settings). */
const KUBEADM_ETCD = '--endpoints=https://127.0.0.1:2379 --cacert=/etc/kubernetes/pki/etcd/ca.crt --cert=/etc/kubernetes/pki/etcd/server.crt '
  + '--key=/etc/kubernetes/pki/etcd/server.key';

/** Of the collection: what carries the steps out. */
const ENGINE = '../collection/ansible_collections/cdk8s/ccm_migration/files/by-hand.sh';

/**
 * The plan as a program of bash, for people without Ansible: its steps in their order, and what each kind of step does and is taken back by.
 *
 * @param appDir folder of the app, relative to that of the plan
 */
export function byHand(plan: Plan, appDir: string): string {
  const kinds = kindsOf(plan.steps);
  const names = new Map(kinds.flatMap(({ name, steps }) => steps.map(step => [step, name] as const)));
  return [
    [
      '#!/usr/bin/env bash',
      `# From '${plan.from}' to '${plan.to}', for one person without Ansible. Made by cdk8s-ccm-migration; do not edit, plan again.`,
      '# `bash by-hand.sh` opens a shell with step_1, step_2, ... and back_1, back_2, ...: `where` says which is next.',
      // The file that is read uses them; braces of a JSONPath are meant.
      '# shellcheck disable=SC1083,SC2016,SC2034',
    ].join('\n'),
    [
      'here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)',
      `plan=${shellQuote(idOf(planData(plan)))}`,
      `app=${shellQuote(appDir)}`,
    ].join('\n'),
    [
      '# In their order: kind, node, title.',
      'steps=(',
      ...plan.steps.map(step => `  ${shellQuote([names.get(step)!, step.node ?? '-', step.title].join(' '))}`),
      ')',
    ].join('\n'),
    [
      '# What only the playbooks look at; look yourself before a step:',
      ...guards(plan).map(one => `# - ${one}`),
      `# shellcheck source=${ENGINE}`,
      `. "$here/${ENGINE}"`,
    ].join('\n'),
    ...etcdctl(plan),
    '# What each kind of step does, and what takes it back.',
    ...kinds.flatMap(kind => [body(kind.name, linesThere(kind)), body(`${kind.name}/back`, linesBack(kind))]).filter(text => text !== ''),
    'if [ "${BASH_SOURCE[0]}" = "$0" ]; then begin "$@"; fi',
  ].join('\n\n') + '\n';
}

/** How etcd is asked: in the pod that kubeadm set up, or from a control-plane node. */
function etcdctl({ steps, etcd: { node, external } }: Plan): readonly string[] {
  if (!steps.flatMap(actionsOf).some(({ kind }) => kind.do.startsWith('etcd-'))) return [];
  if (external) {
    // The program: the function would call itself. Its certificates are of a node; here, ETCDCTL_CACERT and so on name one's own.
    const [by, certificates] = node === undefined ? ['', []] : [`ssh -n root@${node} `, external.certificates];
    return [`etcdctl() { ${by}${['command etcdctl', `--endpoints=${external.endpoints.join(',')}`, ...certificates].join(' ')} "$@"; }`];
  }
  const pod = node === undefined ? '"etcd-${STAYS:?is to be exported: a control-plane node that stays}"' : `etcd-${node}`;
  return [`etcdctl() { kubectl exec -n kube-system ${pod} -- etcdctl \\\n  ${KUBEADM_ETCD} "$@"; }`];
}

/** What only the playbooks ask. */
function guards({ steps }: Plan): readonly string[] {
  const silent = steps.flatMap(actionsOf).filter(one => commandsOf(one) === undefined).map(({ kind }) => kind.says);
  return [
    ...new Set(silent),
    'The app, the cluster and its control-plane nodes are those of the plan; each address leads to its node',
    'Services, listeners and targets are recorded before, and compared after each state',
    'Every check of preflight.yaml; a read that fails is an error',
  ];
}

/** Undefined: only the playbooks do it. */
function commandsOf({ kind: { byHand: ofStep, byHandOfEach }, each }: PlanAction) {
  return each === undefined ? ofStep : byHandOfEach ?? ofStep;
}

/** A function of bash; of no lines there is none. */
function body(name: string, lines: readonly string[]): string {
  if (lines.length === 0) return '';
  return [`${name}() {`, ...lines.flatMap(line => line.split('\n')).flatMap(said).map(line => `  ${line}`), '}'].join('\n');
}

/** What a command does not do, and what its output has to show, is asked of the person. */
function said(line: string): readonly string[] {
  const [, indent, command, words] = /^( *)(?:(\S.*?) {3})?# (.*)$/.exec(line) ?? [];
  if (words === undefined) return [line];
  return [...command === undefined ? [] : [indent + command], `${indent}yourself "${words.replace(/["\\`]|\$(?!NODE\b)/g, '\\$&')}"`];
}

function linesBack({ steps: [step] }: StepKind): readonly string[] {
  return linesOf(step.undo, step);
}

/** What the proof asks again of what was just done is left out. */
function linesThere({ steps: [step] }: StepKind): readonly string[] {
  const before = new Set(linesOf(step.before, step));
  return [...before, ...new Set([...linesOf(step.run, step), ...inOneLineEach(linesOf(step.proof, step))])];
}

function linesOf(actions: readonly PlanAction[], { node, files = [] }: PlanStep): readonly string[] {
  return joined(actions.flatMap(one => {
    const { given, each } = one;
    const own = commandsOf(one)?.(given, files) ?? [];
    // Of a node whose name is not known it is the one that came, or leaves.
    if (node !== undefined || 'group' in given || !own.some(line => line.includes('$NODE'))) return own;
    const names = Array.isArray(each) ? each.join(' ') : `$(kubectl get nodes -l ${CONTROL_PLANE_ROLE} -o jsonpath={..metadata.name})`;
    return [[`for NODE in ${names}; do`, ...own.map(line => `  ${line}`), 'done'].join('\n')];
  }));
}
