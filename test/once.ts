import { createHash } from 'node:crypto';
import { inspect } from 'node:util';

/** No value is cut short. */
const ALL = { depth: Infinity, maxArrayLength: Infinity, maxStringLength: Infinity, breakLength: Infinity, compact: true };

/**
 * A function that makes something of values, and makes it once for equal ones, in all test files of a process: to synthesize or read a cluster takes
 * a fifth of a second, and hundreds of tests ask about the same few.
 *
 * What it makes is shared, so it must not be changed. A test of the making itself calls the function of `src`.
 */
export function once<Given extends readonly unknown[], Made>(make: (...given: Given) => Made): (...given: Given) => Made {
  const made = new Map<string, Made>();
  return (...given) => {
    const key = createHash('sha256').update(inspect(given, ALL)).digest('base64');
    if (!made.has(key)) made.set(key, make(...given));
    return made.get(key)!;
  };
}
