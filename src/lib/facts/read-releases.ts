import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { onceFor } from '../kubernetes/once-for';

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

/** A row, and the places of the releases from and to which it holds. */
interface Span<R> {
  readonly row: R;
  readonly first: number;
  readonly last: number;
}

/** The one row that holds in all releases between two places; `unread`: they do not say the same. */
function heldFrom<R>(spans: readonly Span<R>[], start: number, end: number): R | 'unread' | undefined {
  const [one, ...others] = spans.filter(({ first, last }) => first <= end && last >= start);
  if (one === undefined) return undefined;
  return others.length > 0 || one.first > start || one.last < end ? 'unread' : one.row;
}

/** Of a generated table, so the text is a release: to look at it as at one of a user takes longer than all else with it. */
function patchOf(release: string): number {
  return Number(release.slice(release.lastIndexOf('.') + 1));
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
      minor, releases.map(release => ({ patch: patchOf(release), place: this.places.get(release)! })),
    ]));
  }

  /**
   * The row of a version. `undefined`: the release does not have the fact. `unread`: that release was not read, and those that were read before and
   * after it do not say the same, or there is none after it. A bare minor is what all that were read of it say.
   *
   * @param rows ranges of one fact, oldest first
   */
  public rowAt<R extends ReleaseRange>(rows: readonly R[], version: KubernetesVersion): R | 'unread' | undefined {
    const near = this.near(version);
    if (near.length === 0 || !this.isBetweenRead(version)) return 'unread';
    return heldFrom(this.spansOf(rows), near[0].place, near.at(-1)!.place);
  }

  /** For each minor, oldest first, what all of its releases that were read say of each fact. */
  public rowsByMinor<R extends ReleaseRange>(facts: readonly (readonly R[])[]): readonly (readonly (R | 'unread' | undefined)[])[] {
    const spans = facts.map(rows => this.spansOf(rows));
    return [...this.byMinor.values()].map(read => spans.map(ofOne => heldFrom(ofOne, read[0].place, read.at(-1)!.place)));
  }

  /** What each release says that was read next to a version; of a bare minor all that were read, and of a release that was read itself only that. */
  public rowsAround<R extends ReleaseRange>(rows: readonly R[], version: KubernetesVersion): readonly (R | undefined)[] {
    return this.near(version).map(({ place }) => rows.find(row => this.first(row) <= place && place <= this.last(row)));
  }

  /** Whether a release was read, or is between two of its minor that were; of a bare minor whether any was. */
  public isBetweenRead({ _facts: { minorVersion, patch } }: KubernetesVersion): boolean {
    const read = this.byMinor.get(minorVersion);
    if (read === undefined || patch === undefined) return read !== undefined;
    return read[0].patch <= patch && patch <= read.at(-1)!.patch;
  }

  /** The first release that was read after a range, by its minor where none was read of it before; `undefined`: the range goes to the last one. */
  public after(range: ReleaseRange): string | undefined {
    const next = [...this.places.keys()][this.last(range) + 1];
    if (next === undefined) return undefined;
    const { minorVersion } = KubernetesVersion.of(next);
    return this.first({ from: minorVersion, to: minorVersion }) === this.places.get(next) ? minorVersion : next;
  }

  /** The newest that was read up to a patch release, and the oldest from it on: one if it was read itself. Of a bare minor all. */
  private near({ _facts: { minorVersion, patch } }: KubernetesVersion): readonly Reading[] {
    const read = this.byMinor.get(minorVersion) ?? [];
    if (patch === undefined) return read;
    const from = read.findIndex(one => one.patch >= patch);
    if (from === -1) return read.slice(-1);
    return read.slice(read[from].patch === patch ? from : Math.max(from - 1, 0), from + 1);
  }

  private spansOf<R extends ReleaseRange>(rows: readonly R[]): readonly Span<R>[] {
    return rows.map(row => ({ row, first: this.first(row), last: this.last(row) }));
  }

  private first({ from }: ReleaseRange): number {
    return this.byMinor.get(from)?.[0].place ?? this.places.get(from)!;
  }

  private last({ to }: ReleaseRange): number {
    return this.byMinor.get(to)?.at(-1)!.place ?? this.places.get(to)!;
  }
}

/** Those of a table, made once. */
export const readReleases = onceFor((read: { readonly [minor: string]: readonly string[] }) => new ReadReleases(read));
