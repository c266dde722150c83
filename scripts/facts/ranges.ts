/** What was read in one release. `source` is left out of comparisons: lines move. */
export type Read = { readonly source: string };

/** A fact and the releases that have it. */
export type Ranged<F> = { readonly from: string; readonly to: string } & F;

/** Releases that are read of each minor, oldest first. */
export type ReleasesByMinor = { readonly [minor: string]: readonly string[] };

/**
 * Rows of one fact: releases that follow each other and say the same are one row, with the source of the first.
 *
 * @param releases all that were read, in order
 * @param at what a release says; undefined: it does not have the fact
 */
export function ranges<F extends Read>(releases: readonly string[], at: (release: string) => F | undefined): Ranged<F>[] {
  const rows: Ranged<F>[] = [];
  let open = false;
  for (const release of releases) {
    const fact = at(release);
    const last = rows.at(-1);
    if (fact && open && last && same(last, fact)) rows[rows.length - 1] = { ...last, to: release };
    else if (fact) rows.push({ from: release, to: release, ...fact });
    open = fact !== undefined;
  }
  return rows;
}

/**
 * The same over all releases of Kubernetes. A range that begins with the first release that was read of a minor begins with the minor, and one that
 * ends with the last that was read ends with it; else it begins or ends inside the minor, and says with which release. The source is the last of the
 * first minor.
 */
export function rangesByMinor<F extends Read>(read: ReleasesByMinor, at: (release: string) => F | undefined): Ranged<F>[] {
  const minors = Object.entries(read);
  const all = minors.flatMap(([, releases]) => releases);
  return ranges(all, at).map(row => {
    const begins = minors.find(([, releases]) => releases.includes(row.from))!;
    const ends = minors.find(([, releases]) => releases.includes(row.to))!;
    const shown = begins === ends ? row.to : begins[1].at(-1)!;
    return {
      ...row,
      from: row.from === begins[1][0] ? begins[0] : row.from,
      to: row.to === ends[1].at(-1) ? ends[0] : row.to,
      source: at(shown)!.source,
    };
  });
}

function same<F extends Read>({ from, to, ...row }: Ranged<F>, fact: F): boolean {
  return JSON.stringify({ ...row, source: '' }) === JSON.stringify({ ...fact, source: '' });
}
