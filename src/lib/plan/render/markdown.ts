import { capital, code, fenced, list, table } from './blocks';
import { decisions } from './decisions';
import { hopSections, wayOf } from './hops';
import { inShort } from './in-short';
import { needs } from './needs';
import { refusedText, stepRows } from './text';
import { NodeSide } from '../../kubernetes/node';
import { endingLine } from '../../migration/endings';
import { LIMITS_OF_THE_PROMISE } from '../../proof/promise-limits';
import { upgradeSections } from '../../upgrade/render/markdown';
import { kindsOf, StepKind } from '../data/kinds';
import { Plan, PlanResult } from '../plan';
import { leftBehind, upgradesOf } from '../upgrade/upgrade-hindrances';

/** The plan as a document for people, of the same length for any number of nodes. */
export function renderMarkdown(result: PlanResult): string {
  return 'plan' in result ? runbook(result.plan) : `# Refused\n\n${fenced('text', refusedText(result.refused).trimEnd())}\n`;
}

function runbook(plan: Plan): string {
  const kinds = kindsOf(plan.steps);
  return [
    ...head(plan),
    decisions(plan),
    inShort(plan),
    ...hopSections(plan),
    '## Steps',
    'Run in this folder: `ansible-playbook preflight.yaml`, then `migrate.yaml`. They read from the cluster how far the plan came, '
      + 'ask before each step (`-e ask=false` does not), print a line for each step and node, and write the rest to `run.log` (`tail -f run.log`). '
      + 'During each step, of everything that may run simultaneously, no two '
      + 'processes can run the same controller, and every controller that has to run is run, declared gaps aside: this was verified'
      + `${plan.upgrade ? '' : ', within the limits that `report.md` ends with'}.`,
    table([['step', 'nodes', 'what', 'at most', 'waits for'],
      ...stepRows(plan).map(({ step, where, what, atMost, proof }) => [code(step), where, what, atMost, proof])], true),
    '**By hand**, without Ansible: `bash by-hand.sh` opens a shell; `take_lock`, then `step_1`, `step_2`, ... in their order, `back_<n>` to take one '
      + 'back, `where` to see which is next, `leave_lock` at the end and before a pause. Each shows its commands and asks for its node and its go.',
    ...changedFlags(kinds),
    ...takenAway(plan),
    ...plan.upgrade ? upgradesOf({ ...plan, upgrade: plan.upgrade }).filter(({ from, to }) => from !== to)
      .flatMap(upgrade => [`## Changes from ${upgrade.from} to ${upgrade.to}`, ...upgradeSections(upgrade)]) : [],
    '## Copies',
    (plan.controlPlane.length + plan.workers.length === 0 ? '' : 'Of files they are on their node below `/var/lib/ccm-migration/backup/`; ')
      + 'of objects that are restored in ConfigMaps `ccm-migration-*` in `kube-system`, of those that are deleted in `copies` beside the inventory.'
      + (plan.steps.some(({ mayBeDone }) => mayBeDone) ? ' A node that was changed before this plan began stays changed: its copies in '
      + `\`${plan.from}\` are its files of then.` : ''),
    ...plan.upgrade ? stays(leftBehind({ ...plan, upgrade: plan.upgrade })) : [],
    ...plan.releasesLease ? [`## Releasing the migration Lease\n\n${RELEASE}`] : [],
    '## Settings',
    'Yours go to `group_vars/all.yaml`, those of one node to `host_vars/<node>.yaml`; `settings.example.yaml` has each with its default.',
    needs(plan),
    // `report.md` has them, too; of an upgrade there is none.
    ...plan.upgrade ? ['## Limits of the proof', list(LIMITS_OF_THE_PROMISE)] : [],
  ].join('\n\n') + '\n';
}

function head({ from, to, upgrade, hops, releases, route }: Plan): readonly string[] {
  const where = 'The nodes are in `inventory.yaml`, every step with its files and sums in `plan.json`.';
  if (upgrade) {
    return [
      `# Cloud-controller-manager ${wayOf({ upgrade, hops })}`,
      `In state \`disabled\`, beside Kubernetes ${hops ? `${releases[NodeSide.N]} to ` : ''}${releases[NodeSide.N_PLUS_1]}; \`${from}\` is `
        + `that state ${upgrade.from === upgrade.to ? 'as it was before' : `with ${upgrade.from}`}. ${where}`,
    ];
  }
  return [
    `# From \`${from}\` to \`${to}\``,
    `Version N is ${releases[NodeSide.N]}, version N+1 is ${releases[NodeSide.N_PLUS_1]}. States on the way: ${route.map(code).join(', ')}. ${where}`,
  ];
}

/** What version N has and version N+1 has not. */
function takenAway({ endings, releases }: Plan): readonly string[] {
  if (endings.length === 0) return [];
  return [
    `## What ${releases[NodeSide.N_PLUS_1]} takes away`,
    'Of what version N has here. What is *carried* has another form, or is not needed; what is *named* is gone, or means something else.',
    list(endings.map(endingLine)),
  ];
}

/** What no playbook takes back. */
function stays(all: readonly string[]): readonly string[] {
  return all.length === 0 ? [] : ['`back.yaml` does not restore:', list(all.map(one => `${one};`))];
}

/** Why it is safe only then. */
const RELEASE = 'You chose to shorten the gap: after a node\'s old kube-controller-manager is stopped, the holder of the migration Lease is '
  + 'cleared, so that '
  + 'the next bidder starts within a few seconds instead of waiting for the Lease to run out. A Lease is no fencing token: if the old leader only '
  + 'hangs, or its node is cut off, it continues to act, and two run simultaneously. So this is done only when all of this is true: the holder is '
  + 'the process '
  + 'that was seen leading before the step; it ran on the node of the step; no such process is left on that node; and the Lease was not renewed '
  + 'since, which the precondition on resourceVersion ensures. Never do it for a node that does not answer.';

/** Flags that go and come, once for all kinds of steps that change the same. */
function changedFlags(kinds: readonly StepKind[]): readonly string[] {
  const byText = new Map<string, string[]>();
  for (const { name, steps: [{ now, node = '$NODE' }] } of kinds) {
    const { text, flags = [] } = now ?? { text: '' };
    const diff = flags.flatMap(({ component, go, come }) => [`  ${component}`, ...go.map(flag => `- ${flag}`), ...come.map(flag => `+ ${flag}`)]);
    const block = [capital(`${text}.`), '', fenced('diff', diff.join('\n'))].join('\n').replaceAll(node, '$NODE');
    if (diff.length > 0) byText.set(block, [...byText.get(block) ?? [], name]);
  }
  const blocks = [...byText].map(([block, names]) => `${names.map(code).join(', ')}: ${block}`);
  return blocks.length === 0 ? [] : ['## What changes', 'Removed (-) and added (+) flags; the files are in `plan.json`.', ...blocks];
}
