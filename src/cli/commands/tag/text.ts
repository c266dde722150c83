import Table from 'cli-table3';
import { TagOutcome } from '../../../aws/tagger';
import { ClusterTagAction, ClusterTagChange, ClusterTagFinding, ClusterTagPlan } from '../../../lib/tags/cluster-tag-plan';
import { RemovalPlan } from '../../../lib/tags/removal';
import { printable } from '../../../lib/text/printable';

/** Ids shown of a group; `--format json` has all. */
const SHOWN = 3;

/** The plan as a table: what is the same for many resources is one row, a conflict is always a row of its own. */
export function planLines(plan: ClusterTagPlan): readonly string[] {
  const rows = new Map<string, { change: ClusterTagChange; ids: string[] }>();
  for (const change of plan.changes) {
    const own = change.action === ClusterTagAction.CONFLICT ? change.resourceId : '';
    const group = JSON.stringify([change.action, change.resource, change.key, change.value, change.reason, own]);
    const row = rows.get(group) ?? { change, ids: [] };
    row.ids.push(change.resourceId);
    rows.set(group, row);
  }
  const order = [ClusterTagAction.CONFLICT, ClusterTagAction.ADD, ClusterTagAction.KEEP];
  const sorted = [...rows.values()].sort((a, b) => order.indexOf(a.change.action) - order.indexOf(b.change.action));
  const count = (action: ClusterTagAction) => plan.changes.filter(change => change.action === action).length;
  return [
    table(['action', 'resource', 'tag', 'reason', 'on'], sorted.map(({ change, ids }) => (
      [change.action, change.resource, `${change.key}=${change.value}`, change.reason, some(ids)]
    ))),
    ...plan.warnings.map(warning => printable(`warning: ${warning}`)),
    `${count(ClusterTagAction.ADD)} to add, ${count(ClusterTagAction.KEEP)} to keep, ${count(ClusterTagAction.CONFLICT)} in conflict`,
  ];
}

export function findingLines(findings: readonly ClusterTagFinding[]): readonly string[] {
  if (findings.length === 0) return ['the cloud-controller-manager finds the tags it needs'];
  const rows = new Map<string, { finding: ClusterTagFinding; ids: string[] }>();
  for (const finding of findings) {
    const group = JSON.stringify([finding.severity, finding.ccmText, finding.message, finding.fix]);
    const row = rows.get(group) ?? { finding, ids: [] };
    row.ids.push(finding.resourceId);
    rows.set(group, row);
  }
  return [...rows.values()].flatMap(({ finding, ids }) => [
    printable(`${finding.severity}: ${some(ids)}: ${finding.message}`),
    ...finding.ccmText.split('\n').filter(line => line !== '').map(line => printable(`  the cloud-controller-manager says: ${line}`)),
    printable(`  fix: ${finding.fix}`),
  ]);
}

export function removalLines(plan: RemovalPlan): readonly string[] {
  const ids = new Map<string, string[]>();
  for (const { resourceId, key, value } of plan.remove) {
    const tag = `${key}=${value}`;
    const on = ids.get(tag) ?? [];
    on.push(resourceId);
    ids.set(tag, on);
  }
  return [
    ...(ids.size === 0 ? [] : [table(['action', 'tag', 'on'], [...ids].map(([tag, on]) => ['remove', tag, some(on)]))]),
    ...plan.changed.map(tag => printable(`left alone: ${tag.key} on ${tag.resourceId} is '${tag.now}' now, not '${tag.value}'`)),
    ...plan.uncertain.map(tag => printable(`left alone: ${tag.key} on ${tag.resourceId}: the call that was to add it ended without an answer; 'tag `
      + 'apply\' again settles it')),
    `${plan.remove.length} to remove, ${plan.gone.length} gone already, ${plan.changed.length} changed `
      + `since${plan.uncertain.length > 0 ? `, ${plan.uncertain.length} uncertain` : ''}`,
  ];
}

export function failureLines(outcome: TagOutcome): readonly string[] {
  return outcome.failures.map(({ tags, code, message }) => printable(`failed: ${tags[0].resourceId}: ${code}: ${message}`));
}

function some(ids: readonly string[]): string {
  const shown = ids.slice(0, SHOWN).join(', ');
  return ids.length > SHOWN ? `${ids.length}: ${shown}, ...` : shown;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  // Without colours: the same text in a terminal, a pipeline and a review.
  const result = new Table({ head: [...head], style: { head: [], border: [] } });
  for (const row of rows) result.push(row.map(printable));
  return result.toString();
}
