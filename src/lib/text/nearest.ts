/**
 * The known name with the smallest edit distance to what was written, ignoring case; undefined if none is near enough to be meant.
 *
 * @param limit most letters that differ
 */
export function nearestName(
  written: string, known: readonly string[], limit = Math.max(2, Math.floor(written.length / 3)),
): string | undefined {
  let nearest: string | undefined;
  let best = limit + 1;
  for (const name of known) {
    // As many letters would have to go or come: what is so far off needs no time, however long it is.
    if (Math.abs(name.length - written.length) > limit) continue;
    const distance = editDistance(written.toLowerCase(), name.toLowerCase());
    if (distance < best) [nearest, best] = [name, distance];
  }
  return nearest;
}

/** Levenshtein distance, one row at a time. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) next.push(Math.min(row[j] + (a[i] === b[j] ? 0 : 1), row[j + 1] + 1, next[j] + 1));
    row = next;
  }
  return row[b.length];
}
