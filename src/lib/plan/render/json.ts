import { jsonRows } from '../data/json-rows';
import { planData } from '../data/plan-data';
import { PlanResult } from '../plan';

/** Each of them is one line. */
const ROWS = new RegExp(`^/(${[
  'steps/\\d+', 'start/nodes/[^/]+', 'apiServers/[^/]+', 'actions/[^/]+', 'pinned/.*', 'ccmUpgrade/(?:hops/\\d+/)?differences/\\d+',
  'groups/[^/]+/sides/[^/]+/(?:flags|lacks)/[^/]+', 'start/groups/[^/]+',
  'kinds/[^/]+/(?:(?:before|run|proof|undo|files)/\\d+|gap|programs|declaredGaps)',
].join('|')})$`);

/** One object, for programs. */
export function renderJson(result: PlanResult): string {
  return 'plan' in result ? jsonRows(planData(result.plan), ROWS) : `${JSON.stringify({ refused: result.refused }, undefined, 2)}\n`;
}
