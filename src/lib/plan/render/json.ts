import { TableReach } from '../../facts/table-reach';
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

/**
 * JSON that is read in diffs: what is at a path that matches `rows` is one line, so that one row more adds one line; everything else is spread out.
 *
 * @param rows of paths like `/steps/0`
 */
function jsonRows(value: unknown, rows: RegExp): string {
  return `${printed(value, '', '', rows)}\n`;
}

function printed(value: unknown, path: string, indent: string, rows: RegExp): string {
  if (typeof value !== 'object' || value === null || rows.test(path)) return onOneLine(value);
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (entries.length === 0) return open + close;
  const inner = `${indent}  `;
  const items = entries.map(([key, item]) => {
    const text = printed(item, `${path}/${key.replaceAll('/', '~1')}`, inner, rows);
    return inner + (Array.isArray(value) ? text : `${JSON.stringify(key)}: ${text}`);
  });
  return `${open}\n${items.join(',\n')}\n${indent}${close}`;
}

/** No text has a line break of its own in JSON. */
function onOneLine(value: unknown): string {
  return JSON.stringify(value, undefined, 1).replace(/\n */g, ' ');
}
