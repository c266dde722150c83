/** The first item of each key, in their order. */
export function firstOfEach<T>(items: readonly T[], key: (item: T) => string): readonly T[] {
  if (items.length < 2) return items;
  const found = new Map<string, T>();
  for (const item of items) {
    const of = key(item);
    if (!found.has(of)) found.set(of, item);
  }
  return [...found.values()];
}
