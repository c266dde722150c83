/** A value that a property does not accept, for an error: `the string "1.27.16"`, `an object with the keys "release"`. */
export function got(value: unknown): string {
  if (typeof value === 'string') return `the string ${JSON.stringify(value)}`;
  if (typeof value === 'function') return 'a function';
  if (Array.isArray(value)) return 'a list';
  if (typeof value !== 'object' || value === null) return String(value);
  const keys = Object.keys(value).slice(0, 3).map(key => JSON.stringify(key));
  return keys.length === 0 ? 'an object without keys' : `an object with the keys ${keys.join(', ')}`;
}
