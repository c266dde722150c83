import { grouped } from './once-for';

/** Groups of what has a key in common, if only by way of others: in the order of their first ones. */
export function connected<T extends { readonly keys: readonly string[] }>(all: readonly T[]): readonly (readonly T[])[] {
  // Of each one an earlier one of its group, up to the first, which is its own.
  const earlier = all.map((_, index) => index);
  const firstOf = (index: number): number => {
    let first = index;
    while (earlier[first] !== first) first = earlier[first] = earlier[earlier[first]];
    return first;
  };
  const holder = new Map<string, number>();
  all.forEach(({ keys }, index) => keys.forEach(key => {
    const [one, other] = [firstOf(index), firstOf(holder.get(key) ?? index)];
    earlier[Math.max(one, other)] = Math.min(one, other);
    holder.set(key, other);
  }));
  const groups = grouped(all.map((one, index) => ({ one, first: firstOf(index) })), ({ first }) => first);
  return [...groups.values()].map(group => group.map(({ one }) => one));
}
