import { createHash } from 'node:crypto';

/** Numbers from 0 up to 1, the same ones for the same seed, so that a schedule can be run again. */
export function seeded(seed: number): () => number {
  let count = 0;
  return () => createHash('sha256').update(`${seed} ${count++}`).digest().readUInt32BE() / 2 ** 32;
}
