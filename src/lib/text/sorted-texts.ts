/** Each text once, sorted. */
export function sortedTexts(texts: Iterable<string>): readonly string[] {
  return [...new Set(texts)].sort();
}
