import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/** One row: a value that holds for a range of Kubernetes minors, and where it was read. */
export interface FactRow<V> {
  /** First minor, for example `1.20`. */
  readonly from: string;
  /** Last minor, inclusive. */
  readonly to: string;
  readonly value: V;
  /** Repository or module at a version, file and line; or `reference` of the run that showed it. */
  readonly source: string;
}

/**
 * A table of facts per Kubernetes minor. A lookup outside the table is an error that names the known range: facts are never extrapolated.
 */
export class FactTable<V> {
  private readonly byMinor = new Map<number, FactRow<V>>();

  /**
   * @param subject what the table is about, for errors: `controller keys of kube-controller-manager`
   * @param rows oldest first, without overlap and without a hole
   */
  public constructor(public readonly subject: string, public readonly rows: readonly FactRow<V>[]) {
    for (const row of rows) {
      for (let minor = minorNumber(row.from); minor <= minorNumber(row.to); minor++) this.byMinor.set(minor, row);
    }
  }

  public get first(): string { return this.rows[0].from; }

  public get last(): string { return this.rows[this.rows.length - 1].to; }

  public knows(version: KubernetesVersion): boolean {
    return this.byMinor.has(version.minor);
  }

  public row(version: KubernetesVersion): FactRow<V> {
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

function minorNumber(minor: string): number {
  return Number(minor.slice(minor.indexOf('.') + 1));
}
