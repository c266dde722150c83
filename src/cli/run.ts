import { main } from './main';
import { printable } from '../lib/text/printable';

/** Entry of the executable: the only place that touches the process. */
export function run(): void {
  const io = {
    out: (text: string) => { process.stdout.write(text); },
    err: (text: string) => { process.stderr.write(text); },
    isTerminal: Boolean(process.stderr.isTTY),
    cwd: process.cwd(),
  };
  main(process.argv.slice(2), io).then(
    code => { process.exitCode = code; },
    (error: Error) => {
      process.stderr.write(`error: ${printable(error.message)}\n`);
      process.exitCode = 2;
    },
  );
}
