/**
 * A table that is made when it is first asked for, and never changes afterwards: importing the library must not pay for what a program does not use.
 */
export function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
