import { createHash } from 'node:crypto';
import { inspect } from 'node:util';

/** No value is cut short. */
const ALL = { depth: Infinity, maxArrayLength: Infinity, maxStringLength: Infinity, breakLength: Infinity, compact: true };

/** Of objects that were given before: to show the files of an app again takes longer than most questions about it. */
const shown = new WeakMap<object, string>();

function keyOf(value: unknown): string {
  const object = typeof value === 'object' && value !== null ? value : undefined;
  const key = (object && shown.get(object)) ?? createHash('sha256').update(inspect(value, ALL)).digest('base64');
  if (object) shown.set(object, key);
  return key;
}

/**
 * A function that makes something of values, and makes it once for equal ones, in all test files of a process: to synthesize or read a cluster takes
 * a fifth of a second, and hundreds of tests ask about the same few.
 *
 * Neither what it makes nor what it was given must be changed afterwards. A test of the making itself calls the function of `src`.
 */
export function once<Given extends readonly unknown[], Made>(make: (...given: Given) => Made): (...given: Given) => Made {
  const made = new Map<string, Made>();
  return (...given) => {
    const key = given.map(keyOf).join(' ');
    if (!made.has(key)) made.set(key, make(...given));
    return made.get(key)!;
  };
}
