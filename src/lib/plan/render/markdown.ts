import { byHand } from './by-hand';
import { fenced, shell } from './fenced';
import { firstPage, needs } from './first-page';
import { sequenceDiagram, timeline } from './mermaid';
import { refusedText } from './text';
import { NodeSide } from '../../kubernetes/node';
import { LIMITS_OF_THE_PROMISE } from '../../proof/promise-limits';
import { Unit, unitsOf } from '../ansible/step-play';
import { Plan, PlanResult } from '../plan';
import { PlanCommand, PlanStep } from '../step';

/** The plan as a document that a person can follow without Ansible. */
export function renderMarkdown(result: PlanResult): string {
  return 'plan' in result ? runbook(result.plan) : `# Refused\n\n\`\`\`text\n${refusedText(result.refused)}\`\`\`\n`;
}

function runbook(plan: Plan): string {
  return [
    `# From \`${plan.from}\` to \`${plan.to}\``,
    `Strategy \`${plan.strategy}\`; version N is ${plan.releases[NodeSide.N]}, version N+1 is ${plan.releases[NodeSide.N_PLUS_1]}. `
      + `${plan.controlPlane.length} control-plane nodes (${plan.controlPlane.join(', ')}) and ${plan.workers.length} workers. States on the way: `
        + `${plan.route.map(state => `\`${state}\``).join(', ')}.`,
    firstPage(plan),
    '## How it is carried out',
    'Each step was verified when this was written: of everything that may run at once during it, in any combination of nodes, no two processes can '
      + 'run the same '
      + 'controller, and every controller that has to run is run, declared gaps aside.',
    'The Ansible project beside this file does the same, in its own folder: `ansible-playbook preflight.yaml` first, then `migrate.yaml` (with '
      + '`--check --diff` to look), and `back.yaml` to take back what was done. It reads off the cluster where it stands, asks before each step, and '
      + 'goes on from any machine. Copies of files lie on their node below `/var/lib/ccm-migration/backup/`, of objects that are given back in '
      + 'ConfigMaps `ccm-migration-*` in `kube-system`, of those that are deleted in `copies` beside the inventory. By hand, those of objects '
      + 'lie below that path where kubectl runs.',
    'Without Ansible one person does what stands under *By hand, around the steps*, and follows the steps in their order. What stands under '
      + '*Before* must hold; then come the commands under *Run*, each by itself, as root on the node that its first line names, else where kubectl '
      + 'is, in the folder of the app, which holds `dist/` and `bundles/`; then what stands under *It worked when*, again until it is so. A command '
      + 'that ends with another status than 0 has failed, and ends it: nothing after it is run, and the last block of the step takes back what was '
      + 'done. A test that fails says nothing: `PS1=\'[$?] \\w\\$ \'` makes bash show the status of the last command. Steps of workers of one node '
      + 'group that change in the same way stand in one section, node by node. A check that names a worker which has left the cluster fails: then '
      + 'leave out its name.',
    needs(plan),
    ...plan.releasesLease ? [`## Releasing the migration Lease\n\n${RELEASE}`] : [],
    fenced('mermaid', timeline(plan)),
    fenced('mermaid', sequenceDiagram(plan)),
    byHand(plan),
    ...unitsOf(plan.steps).map(unitSection),
    '## What this does not promise',
    LIMITS_OF_THE_PROMISE.map(limit => `- ${limit}`).join('\n'),
  ].join('\n\n') + '\n';
}

/** Why it is safe only then. */
const RELEASE = 'You chose to shorten the gap: after a node\'s old kube-controller-manager is stopped, the holder of the migration Lease is '
  + 'cleared, so that the next bidder starts '
  + 'within a few seconds instead of waiting for the Lease to run out. A Lease is no fencing token: if the old leader only hangs, or its node is '
    + 'cut off, it goes on acting, and two run at once. '
  + 'So this is done only when all of it is true: the holder is the process that was seen leading before the step; it ran on the node of the step; '
    + 'no such process is left on that node; and nobody '
  + 'renewed the Lease since, which the precondition on resourceVersion makes sure of. Never do it for a node that does not answer.';

/** Stands for the name of each node, where nodes change in the same way. */
const EACH = '{node}';

/** A step, or the steps of workers of one node group that change in the same way: what is the same is said once, what is run stands node by node. */
function unitSection({ steps }: Unit): string {
  const [step] = steps;
  const { verdict, gap } = step;
  const isGroup = steps.length > 1;
  const nodes = steps.flatMap(one => one.nodes);
  const isSame = (text: (one: PlanStep) => string) => new Set(steps.map(one => named(one, text(one), steps))).size === 1;
  const isShared = isSame(details);
  const titled = !isGroup ? step.title : step.title.replace(step.nodes[0], `${steps.length} workers`);
  return [
    `## ${numberOf(step)} ${titled}`,
    `${capital(step.why)}.`,
    ...nodes.length > 0 ? [`Nodes: ${nodes.join(', ')}${isGroup ? `, one after the other, as steps ${steps.map(numberOf).join(', ')}` : ''}.`] : [],
    ...isShared ? [named(step, details(step), steps)] : [],
    `Wait for: ${named(step, step.waitFor, steps)}${step.atMostSeconds > 0 ? `; at most ${step.atMostSeconds} s${isGroup ? ' each' : ''}` : ''}.`,
    `May run at once: ${step.coexists.length === 0 ? 'no controller manager.' : `\n\n${step.coexists.map(one => `- ${one}`).join('\n')}`}`,
    `Verified: exclusivity ${yes(verdict.exclusivity)}, liveness `
      + `${yes(verdict.liveness)}${verdict.declaredGaps.length > 0 ? `; declared gaps: ${verdict.declaredGaps.join(', ')}` : ''}.`,
    `Gap: ${gap.text}.`,
    ...steps.flatMap(one => [
      ...isGroup ? [`### ${numberOf(one)} ${one.nodes[0]}`] : [],
      ...isShared ? [] : [details(one)],
      ...commands('Before', one.before),
      ...commands('Run', one.run),
      ...commands('It worked when', one.proof),
      `Way back from here: ${one.wayBack}.`,
      ...one.undo.length > 0 ? [shell(textsOf(one.undo))] : [],
    ]),
  ].join('\n\n');
}

function numberOf({ id }: PlanStep): string {
  return id.split('-')[0];
}

/** A text about the node of a step; where it is about the nodes of several steps, without its name. */
function named({ nodes: [node] }: PlanStep, text: string, steps: readonly PlanStep[]): string {
  return steps.length === 1 ? text : text.replaceAll(node, EACH);
}

/** What is there now, and what is done about it. */
function details({ now, run, from, changes }: PlanStep): string {
  const asLeft = run.length === 0 ? 'this step only checks, nothing changes' : `as the steps before left it, on the way from state '${from}'`;
  const { text, flags = [] } = now ?? { text: asLeft };
  return [
    `Now: ${text}${flags.length > 0 ? '. Flags that go (-) and come (+):' : '.'}`,
    ...flags.length > 0 ? [fenced('diff', flags.flatMap(({ component, go, come }) => [
      `  ${component}`, ...go.map(flag => `- ${flag}`), ...come.map(flag => `+ ${flag}`),
    ]).join('\n'))] : [],
    ...changes.length > 0 ? [`Changes:\n\n${changes.map(change => `- ${change}`).join('\n')}`] : [],
  ].join('\n\n');
}

function commands(title: string, list: readonly PlanCommand[]): readonly string[] {
  return list.length === 0 ? [] : [`${title}:`, shell(textsOf(list))];
}

function textsOf(list: readonly PlanCommand[]): readonly string[] {
  return list.map(({ text }) => text);
}

function yes(holds: boolean): string {
  return holds ? 'holds' : 'does not hold';
}

function capital(text: string): string {
  return text[0].toUpperCase() + text.slice(1);
}
