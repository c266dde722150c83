import { ReleasesByMinor } from './ranges';

/** A generated table: rows are ranges of the releases that were read of Kubernetes, or it is about something else. */
interface Table {
  readonly read?: ReleasesByMinor | readonly string[];
  readonly [rows: string]: unknown;
}

interface Row {
  readonly from: string;
  readonly to: string;
}

/**
 * Whether two tables say the same of some releases. Of the others they may say anything: one of the two was made without having read them.
 *
 * @param ours as it was written after all releases had been read
 * @param fresh made of these releases alone
 */
export function agree(ours: Table, fresh: Table, releases: readonly string[]): boolean {
  if (!isByRelease(ours) || !isByRelease(fresh)) return JSON.stringify(ours) === JSON.stringify(fresh);
  const said = (table: Table & { readonly read: ReleasesByMinor }) => JSON.stringify(releases.map(release => factsOf(table, release)));
  return said(ours) === said(fresh);
}

/**
 * Whether two texts of tables say the same, whatever patch of a staging module a source names, and the line there: the module proxy has not the same
 * patches at all times, and the reader takes the newest that it has.
 */
export function isSameText(ours: string, fresh: string): boolean {
  const [one, other] = [ours, fresh].map(text => text.replaceAll(/(@v0\.\d+)\.\d+(?:-[\w.]+)?( [^"\s:]+)?(?::\d+)?/g, '$1$2'));
  return one === other;
}

/** All that the tables say of a release which they are made of alone, as one text. */
export function saidOf(release: string, tables: ReadonlyMap<string, object>): string {
  return JSON.stringify([...tables].map(([name, table]) => [name, factsOf(table as Table & { readonly read: ReleasesByMinor }, release)]));
}

function isByRelease(table: Table): table is Table & { readonly read: ReleasesByMinor } {
  return table.read !== undefined && !Array.isArray(table.read);
}

/** All facts of a release, by the name of the list that they stand in. Sources are left out: a row has that of one of its releases. */
function factsOf(table: Table & { readonly read: ReleasesByMinor }, release: string): object {
  const all = Object.values(table.read).flat();
  const place = (text: string, end: 0 | -1) => all.indexOf(table.read[text]?.at(end) ?? text);
  const at = all.indexOf(release);
  const lists = Object.entries(table).filter((entry): entry is [string, Row[]] => entry[0] !== 'read' && Array.isArray(entry[1]));
  const held = ({ from, to }: Row) => place(from, 0) <= at && at <= place(to, -1);
  return lists.map(([name, rows]) => [name, rows.filter(held).map(row => ({ ...row, from: '', to: '', source: '' }))]);
}
