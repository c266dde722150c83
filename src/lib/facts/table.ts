import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/** One row: a value that holds for a range of Kubernetes minors, and where it was read. */
export interface FactRow<V> {
  /** First minor, for example `1.20`. */
  readonly from: string;
  /** Last minor, inclusive. A row that may go on has `readAt` instead. */
  readonly to?: string;
  /** Releases in which somebody saw that the value still holds. The range ends with the newest: it is never carried over to a release that nobody read. */
  readonly readAt?: readonly string[];
  readonly value: V;
  /** Repository or module at a version, file and line; or `reference` of the run that showed it. */
  readonly source: string;
}

/** A row whose end is known. */
export interface ClosedRow<V> extends FactRow<V> {
  readonly to: string;
}

const ALL: FactTable<unknown>[] = [];

/** Every table that was made: the tests walk them for holes, overlaps and sources. */
export function allFactTables(): readonly FactTable<unknown>[] {
  return ALL;
}

/**
 * A table of facts per Kubernetes minor. A lookup outside the table is an error that names the known range: facts are never extrapolated.
 */
export class FactTable<V> {
  /** Oldest first, each with its last minor. */
  public readonly rows: readonly ClosedRow<V>[];
  private readonly byMinor = new Map<number, ClosedRow<V>>();

  /**
   * @param subject what the table is about, for errors: `controller keys of kube-controller-manager`
   * @param rows oldest first, without overlap and without a hole
   */
  public constructor(public readonly subject: string, rows: readonly FactRow<V>[]) {
    this.rows = rows.map(row => ({ ...row, to: row.to ?? lastRead(subject, row) }));
    for (const row of this.rows) {
      for (let minor = minorNumber(row.from); minor <= minorNumber(row.to); minor++) this.byMinor.set(minor, row);
    }
    ALL.push(this);
  }

  public get first(): string { return this.rows[0].from; }

  public get last(): string { return this.rows[this.rows.length - 1].to; }

  public knows(version: KubernetesVersion): boolean {
    return this.byMinor.has(version.minor);
  }

  public row(version: KubernetesVersion): ClosedRow<V> {
    const row = this.byMinor.get(version.minor);
    if (!row) {
      throw new Error(`Kubernetes ${version.minorVersion} is not in the table of ${this.subject}; known: ${this.first} to ${this.last}`);
    }
    return row;
  }

  public at(version: KubernetesVersion): V {
    return this.row(version).value;
  }
}

function lastRead<V>(subject: string, { from, readAt = [] }: FactRow<V>): string {
  const minors = readAt.map(release => KubernetesVersion.of(release).minor);
  if (minors.length === 0) throw new Error(`a row of ${subject} from ${from} on has neither 'to' nor 'readAt'`);
  return `1.${Math.max(...minors)}`;
}

function minorNumber(minor: string): number {
  return Number(minor.slice(minor.indexOf('.') + 1));
}
