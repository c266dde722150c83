import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Row } from './row';

/** What one release of kube-apiserver said of every manifest. */
export interface AcceptedRow {
  readonly release: string;
  readonly accepted: number;
  readonly refused: number;
  readonly commit: string;
}

/** What was found of each scenario when it last ran: one run need not fill a page. */
export interface Record {
  readonly rows: readonly Row[];
  readonly accepted: readonly AcceptedRow[];
  /** Image version asked for -> version that ran. */
  readonly standIns: Readonly<{ [wanted: string]: string }>;
  readonly versions: readonly string[];
}

const NONE: Record = { rows: [], accepted: [], standIns: {}, versions: [] };

/**
 * Puts what was found now in the place of what was found before.
 *
 * @param known names of all scenarios and releases, in the order of the page: what is not among them is known no more, and goes
 */
export function keep(file: string, found: Record, known: { readonly scenarios: readonly string[]; readonly releases: readonly string[] }): Record {
  const earlier = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) as Record : NONE;
  const all: Record = {
    rows: known.scenarios.flatMap(name => lastOf([...earlier.rows, ...found.rows], ({ scenario }) => scenario === name)),
    accepted: known.releases.flatMap(name => lastOf([...earlier.accepted, ...found.accepted], ({ release }) => release === name)),
    standIns: { ...earlier.standIns, ...found.standIns },
    versions: found.versions,
  };
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(all, undefined, 1)}\n`);
  return all;
}

function lastOf<T>(list: readonly T[], select: (item: T) => boolean): readonly T[] {
  return list.filter(select).slice(-1);
}
