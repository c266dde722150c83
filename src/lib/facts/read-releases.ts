import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/** A range of releases: of whole minors (`1.22`), or from or to a release inside one (`1.22.17`), where those that were read of a minor differ. */
export interface ReleaseRange {
  readonly from: string;
  readonly to: string;
}

/** A release that was read. */
interface Reading {
  readonly patch: number;
  /** Its place among all that were read. */
  readonly place: number;
}

/** The releases of Kubernetes in which something was read. */
export class ReadReleases {
  public readonly minors: readonly string[];
  private readonly byMinor: ReadonlyMap<string, readonly Reading[]>;
  private readonly places: ReadonlyMap<string, number>;

  /** @param read per minor, oldest first */
  public constructor(read: { readonly [minor: string]: readonly string[] }) {
    this.minors = Object.keys(read);
    this.places = new Map(Object.values(read).flat().map((release, place) => [release, place]));
    this.byMinor = new Map(Object.entries(read).map(([minor, releases]) => [
      minor, releases.map(release => ({ patch: KubernetesVersion.of(release).patch!, place: this.places.get(release)! })),
    ]));
  }

  /**
   * The row of a version. `undefined`: the release does not have the fact. `unread`: nobody read that release, and those that were read before and
   * after it do not say the same, or there is none after it. A bare minor is what all that were read of it say.
   *
   * @param rows ranges of one fact, oldest first
   */
  public rowAt<R extends ReleaseRange>(rows: readonly R[], version: KubernetesVersion): R | 'unread' | undefined {
    const [first, ...others] = new Set(this.rowsAround(rows, version));
    return others.length > 0 || !this.isBetweenRead(version) ? 'unread' : first;
  }

  /** What each release says that was read next to a version; of a bare minor all that were read, and of a release that was read itself only that. */
  public rowsAround<R extends ReleaseRange>(rows: readonly R[], version: KubernetesVersion): readonly (R | undefined)[] {
    const { before, after } = this.near(version);
    const near = version.patch === undefined ? this.byMinor.get(version.minorVersion) ?? [] : [...before, ...after];
    return near.map(({ place }) => rows.find(row => this.first(row) <= place && place <= this.last(row)));
  }

  /** Whether a release was read, or lies between two of its minor that were; of a bare minor whether any was. */
  public isBetweenRead(version: KubernetesVersion): boolean {
    const { before, after } = this.near(version);
    return version.patch === undefined ? this.minors.includes(version.minorVersion) : before.length > 0 && after.length > 0;
  }

  /** The first release that was read after a range, by its minor where none was read of it before; `undefined`: the range goes to the last one. */
  public after(range: ReleaseRange): string | undefined {
    const next = [...this.places.keys()][this.last(range) + 1];
    if (next === undefined) return undefined;
    const { minorVersion } = KubernetesVersion.of(next);
    return this.first({ from: minorVersion, to: minorVersion }) === this.places.get(next) ? minorVersion : next;
  }

  /** The newest that was read up to a patch release, and the oldest from it on: the same one if it was read itself. */
  private near({ minorVersion, patch = 0 }: KubernetesVersion): { readonly before: readonly Reading[]; readonly after: readonly Reading[] } {
    const read = this.byMinor.get(minorVersion) ?? [];
    return { before: read.filter(one => one.patch <= patch).slice(-1), after: read.filter(one => one.patch >= patch).slice(0, 1) };
  }

  private first({ from }: ReleaseRange): number {
    return this.byMinor.get(from)?.[0].place ?? this.places.get(from)!;
  }

  private last({ to }: ReleaseRange): number {
    return this.byMinor.get(to)?.at(-1)!.place ?? this.places.get(to)!;
  }
}
