import { setTimeout as sleep } from 'node:timers/promises';

/** Asks until the answer is not undefined; a failed question counts as no answer. */
export async function eventually<T>(what: string, seconds: number, ask: () => Promise<T | undefined> | T | undefined): Promise<T> {
  const deadline = Date.now() + seconds * 1000;
  let last: unknown;
  while (Date.now() < deadline) {
    try {
      const answer = await ask();
      if (answer !== undefined) return answer;
    } catch (error) {
      last = error;
    }
    await sleep(200);
  }
  throw new Error(`${what} did not happen within ${seconds} s${last instanceof Error ? `: ${last.message}` : ''}`);
}
