import { readFileSync } from 'node:fs';
import Sequencer from '@jest/test-sequencer';

/**
 * Files with the longest time-out in them first: on a clean machine jest knows no durations and goes by the size of a file, so one that runs for
 * minutes comes last, and all workers but one wait for it.
 */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const bySize = super.sort(tests); // and what failed before, where jest has seen it
    const longest = new Map(tests.map(({ path }) => [path, longestTimeout(readFileSync(path, 'utf8'))]));
    return [...bySize].sort((a, b) => longest.get(b.path) - longest.get(a.path));
  }
}

/** Of `jest.setTimeout(300_000)` and `}, 300_000);`, in milliseconds. */
function longestTimeout(source) {
  const timeouts = [...source.matchAll(/(?:jest\.setTimeout\(|\}, )(\d[\d_]*)\)/g)].map(([, number]) => Number(number.replaceAll('_', '')));
  return Math.max(0, ...timeouts);
}
