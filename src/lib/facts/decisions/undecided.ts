import { Decision, DecisionTable } from './decision';
import { onceFor } from '../../kubernetes/once-for';

const rowsByName = onceFor(({ rows }: DecisionTable): ReadonlyMap<string, Decision> =>
  new Map(rows.flatMap(row => row.names.map((name): [string, Decision] => [name, row]))));

/** The row of a name; undefined: no release that was read has it. */
export function decisionOf(table: DecisionTable, name: string): Decision | undefined {
  return rowsByName(table).get(name);
}

/**
 * What would have to be known of a value, so that it decides nothing unseen. Undefined: its name is decided or harmless, no table has it, or the
 * value is the default.
 *
 * @param usual the default, where the release says it and the row does not
 */
export function undecided(table: DecisionTable, name: string, value: unknown, usual?: unknown): string | undefined {
  const row = decisionOf(table, name);
  if (row === undefined || !('notDecided' in row)) return undefined;
  if (isUnset(value) || value === usual) return undefined;
  const { usual: of = [] } = row;
  return (typeof of === 'function' ? of(value) : of.some(one => one === value)) ? undefined : row.notDecided;
}

/** What Go decodes to nothing: such a field is as one that is not there. */
function isUnset(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
