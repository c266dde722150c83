/** Most results that are kept: enough for the sides of a migration, and for a fleet of clusters that share their files. */
const KEPT = 64;

/** A pure function of texts that keeps its latest results: the same file is read on many nodes, and in many clusters. */
export function recent<R>(compute: (...texts: string[]) => R): (...texts: string[]) => R {
  const results = new Map<string, R>();
  return (...texts) => {
    const key = JSON.stringify(texts);
    if (results.has(key)) return results.get(key)!;
    const result = compute(...texts);
    if (results.size >= KEPT) results.delete(results.keys().next().value!);
    results.set(key, result);
    return result;
  };
}
