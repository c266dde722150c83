import { TableReach } from '../../facts/table-reach';
import { jsonRows } from '../data/json-rows';
import { planData } from '../data/plan-data';
import { PlanResult } from '../plan';

/** Each of them is one line. */
const ROWS = new RegExp(`^/(${[
  'steps/\\d+', 'start/nodes/[^/]+', 'apiServers/[^/]+', 'actions/[^/]+', 'pinned/.*', 'ccmUpgrade/(?:hops/\\d+/)?differences/\\d+',
  'groups/[^/]+/sides/[^/]+/(?:flags|lacks)/[^/]+', 'start/groups/[^/]+',
  'kinds/[^/]+/(?:(?:before|run|proof|undo|files)/\\d+|gap|programs|declaredGaps)',
].join('|')})$`);

/**
 * One object, for programs.
 *
 * @param tables up to which releases what is known is: of what is printed, since `plan.json` does not change with the day of the tables
 */
export function renderJson(result: PlanResult, tables?: TableReach): string {
  const reach = tables && { tables };
  return 'plan' in result ? jsonRows({ ...planData(result.plan), ...reach }, ROWS)
    : `${JSON.stringify({ ...reach, refused: result.refused }, undefined, 2)}\n`;
}
