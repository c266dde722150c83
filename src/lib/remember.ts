/**
 * What was made for a key before, or is made now.
 *
 * @param most entries after which the memory begins anew, where a program can ask for any number of keys
 */
export function remember<K, V>(memory: Map<K, V>, key: K, make: () => V, most = Infinity): V {
  if (memory.has(key)) return memory.get(key)!;
  if (memory.size >= most) memory.clear();
  const made = make();
  memory.set(key, made);
  return made;
}
