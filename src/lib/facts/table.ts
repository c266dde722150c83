import { readReleases, ReleaseRange } from './read-releases';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/** One row: a value that holds for a range of Kubernetes minors, and where it was read. */
export interface FactRow<V> {
  /** First minor, for example `1.20`. */
  readonly from: string;
  /** Last minor, inclusive. None: the row may go on. */
  readonly to?: string;
  /**
   * Releases in which the value was read: of the first and the last minor, where the row has ended. A row that may go on ends with the newest of
   * them: it is never carried over to a release that was not read. Rows that are generated have none.
   */
  readonly readAt?: readonly string[];
  readonly value: V;
  /** Repository or module at a version, file and line; or `reference` of the run that showed it. */
  readonly source: string;
}

/** A row whose end is known. */
export interface ClosedRow<V> extends FactRow<V> {
  readonly to: string;
}

/**
 * A table of facts per Kubernetes minor. Facts are never extrapolated. What a user says of his own (`at`) is refused outside of the table, with the
 * known range; of what an input says (`find`), nothing is known there.
 */
export class FactTable<V> {
  /** Oldest first, each with its last minor. */
  public readonly rows: readonly ClosedRow<V>[];
  private readonly minors: readonly { readonly from: number; readonly to: number }[];

  /**
   * @param subject what the table is about, for errors: `controller keys of kube-controller-manager`
   * @param rows oldest first, without overlap and without a hole
   * @param isGenerated whether the rows are read again by `npm run facts`, which says where they end
   */
  public constructor(public readonly subject: string, rows: readonly FactRow<V>[], public readonly isGenerated = false) {
    this.rows = rows.map(row => isClosed(row) ? row : { ...row, to: lastRead(subject, row) });
    this.minors = this.rows.map(({ from, to }) => ({ from: minorNumber(from), to: minorNumber(to) }));
  }

  /** The same subject with other rows. */
  public withRows(rows: readonly FactRow<V>[]): FactTable<V> {
    return new FactTable(this.subject, rows, this.isGenerated);
  }

  public get first(): string { return this.rows[0].from; }

  public get last(): string { return this.rows[this.rows.length - 1].to; }

  /** `undefined`: outside the table. */
  public find(version: KubernetesVersion): V | undefined {
    return this.rowOf(version)?.value;
  }

  public knows(version: KubernetesVersion): boolean {
    return this.rowOf(version) !== undefined;
  }

  public row(version: KubernetesVersion): ClosedRow<V> {
    const row = this.rowOf(version);
    if (!row) {
      throw new Error(`Kubernetes ${version.minorVersion} is not in the table of ${this.subject}; known: ${this.first} to ${this.last}`);
    }
    return row;
  }

  public at(version: KubernetesVersion): V {
    return this.row(version).value;
  }

  /** Searched: there are few rows. */
  private rowOf({ _facts: { minor } }: KubernetesVersion): ClosedRow<V> | undefined {
    const index = this.minors.findIndex(({ from, to }) => from <= minor && minor <= to);
    return index === -1 ? undefined : this.rows[index];
  }
}

function isClosed<V>(row: FactRow<V>): row is ClosedRow<V> {
  return row.to !== undefined;
}

/**
 * A table of what was generated: a value per minor, made of the rows that hold in all of it.
 *
 * @throws if the releases of a minor disagree: the value would then be one of a release, not of the minor
 */
export function generatedTable<R extends ReleaseRange & { readonly source: string }, V>(
  subject: string, read: { readonly [minor: string]: readonly string[] }, facts: readonly (readonly R[])[], valueOf: (held: readonly R[]) => V,
): FactTable<V> {
  const releases = readReleases(read);
  const rows: ClosedRow<V>[] = [];
  let before: readonly R[] | undefined;
  for (const [index, found] of releases.rowsByMinor(facts).entries()) {
    const minor = releases.minors[index];
    if (found.includes('unread')) throw new Error(`releases of ${minor} disagree on ${subject}; a value per minor cannot say that`);
    const held = found.filter((row): row is R => row !== undefined && row !== 'unread');
    const last = rows.at(-1);
    // Of the same rows it is the same value: most minors change nothing.
    if (last && before && held.length > 0 && isSame(held, before)) {
      rows[rows.length - 1] = { ...last, to: minor };
      continue;
    }
    before = held;
    const value = valueOf(held);
    const source = [...new Set(held.map(row => row.source))].join('; ') || `nothing of it in ${read[minor].join(', ')}`;
    if (last && JSON.stringify(last.value) === JSON.stringify(value)) rows[rows.length - 1] = { ...last, to: minor };
    else rows.push({ from: minor, to: minor, value, source });
  }
  return new FactTable(subject, rows, true);
}

function isSame<R>(some: readonly R[], others: readonly R[]): boolean {
  return some.length === others.length && some.every((row, index) => row === others[index]);
}

function lastRead<V>(subject: string, { from, readAt = [] }: FactRow<V>): string {
  const minors = readAt.map(minorNumber);
  if (minors.length === 0) throw new Error(`a row of ${subject} from ${from} on has neither 'to' nor 'readAt'`);
  return `1.${Math.max(...minors)}`;
}

/** Of a minor, or of a release of one. */
function minorNumber(release: string): number {
  return Number(release.split('.', 2)[1]);
}
