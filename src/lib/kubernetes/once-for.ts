/** What is made of a value once, however often it is asked for: indexes of all objects, which each workload looks through. */
export function onceFor<Key extends object, Made>(make: (key: Key) => Made): (key: Key) => Made {
  const made = new WeakMap<Key, { readonly value: Made }>();
  return key => {
    const known = made.get(key) ?? { value: make(key) };
    made.set(key, known);
    return known.value;
  };
}

/** Values by the key of each. */
export function grouped<Value, Key>(values: readonly Value[], keyOf: (value: Value) => Key): ReadonlyMap<Key, readonly Value[]> {
  const groups = new Map<Key, Value[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return groups;
}

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
