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
   * The row of a version. `undefined`: the release does not have the fact. `unread`: its minor was not read, or the releases that were read of it
   * disagree whether there is the fact and none of them is this one. A patch release that was not read is like the nearest that were read before and
   * after it.
   *
   * @param rows ranges of one fact, oldest first
   */
  public rowAt<R extends ReleaseRange>(rows: readonly R[], version: KubernetesVersion): R | 'unread' | undefined {
    const near = this.near(version);
    if (near.length === 0) return 'unread';
    const found = near.map(place => rows.find(row => this.first(row) <= place && place <= this.last(row)));
    const newest = found[found.length - 1];
    return found.every(row => (row === undefined) === (newest === undefined)) ? newest : 'unread';
  }

  /** Places of what was read of the minor: all of it for a bare minor, else of the version itself or of its neighbours. */
  private near({ minorVersion, patch }: KubernetesVersion): readonly number[] {
    const read = this.byMinor.get(minorVersion) ?? [];
    if (patch === undefined) return read.map(({ place }) => place);
    const before = read.filter(one => one.patch <= patch).slice(-1);
    const after = read.filter(one => one.patch >= patch).slice(0, 1);
    return [...before, ...after].map(({ place }) => place);
  }

  private first({ from }: ReleaseRange): number {
    return this.byMinor.get(from)?.[0].place ?? this.places.get(from)!;
  }

  private last({ to }: ReleaseRange): number {
    return this.byMinor.get(to)?.at(-1)!.place ?? this.places.get(to)!;
  }
}
