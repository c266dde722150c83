/** What was read in one release. `source` is left out of comparisons: lines move. */
export type Read = { readonly source: string };

/** A fact and the releases that have it. */
export type Ranged<F> = { readonly from: string; readonly to: string } & F;

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

function same<F extends Read>({ from, to, ...row }: Ranged<F>, fact: F): boolean {
  return JSON.stringify({ ...row, source: '' }) === JSON.stringify({ ...fact, source: '' });
}
