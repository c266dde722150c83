import { main } from './main';

/** Entry of the executable: the only place that touches the process. */
export function run(): void {
  // Whoever reads may stop reading, as `head` does: that is no error, and nothing more is to be said.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', endOnClosedPipe);
  const io = {
    out: (text: string) => { process.stdout.write(text); },
    err: (text: string) => { process.stderr.write(text); },
    isTerminal: Boolean(process.stderr.isTTY),
    hasColours: Boolean(process.stdout.isTTY) && !process.env.NO_COLOR && process.env.TERM !== 'dumb',
    input: process.stdin,
    cwd: process.cwd(),
  };
  main(process.argv.slice(2), io).then(
    code => { process.exitCode = code; },
    (error: Error) => {
      process.stderr.write(`error: ${error.message}\n`);
      process.exitCode = 2;
    },
  );
}

function endOnClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
}
