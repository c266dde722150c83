/** When a process ran. */
export interface Lifetime {
  readonly started: number;
  readonly exit?: { readonly at: number };
}

/**
 * Of those that want one port of a node only one has it, and answers: the one that was started when it says, as far as that can be told (the kernel
 * counts from a boot time in whole seconds). One that had ended before it was asked is none of them, however near its start.
 *
 * @param start of the process that answered, in milliseconds
 * @param asked when it was asked
 */
export function whoAnswered<T extends Lifetime>(candidates: readonly T[], start: number, asked: number): T | undefined {
  const distance = ({ started }: T): number => Math.abs(started - start);
  return candidates.filter(({ exit }) => exit === undefined || exit.at >= asked).sort((a, b) => distance(a) - distance(b))[0];
}
