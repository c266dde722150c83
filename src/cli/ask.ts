import { InputError } from './io';

/**
 * Asks at the terminal, on standard error: standard output is for the result.
 *
 * @throws `InputError` if standard input ends before the answer
 */
export async function ask(question: string): Promise<string> {
  const { createInterface } = await import('node:readline/promises');
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await new Promise((resolve, reject) => {
      lines.on('close', () => reject(new InputError('no answer; nothing was written')));
      lines.question(question).then(resolve, reject);
    });
  } finally {
    lines.close();
  }
}
