import { isatty } from 'node:tty';
import { ask } from './ask';
import { main } from './main';
import { printable } from '../lib/text/printable';

/** Entry of the executable: the only place that touches the process. */
export function run(): void {
  // The reader of a pipe may stop reading, as `head` does: that is no error, and nothing more is printed.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', endOfStream);
  // The SDK is bundled, so a user cannot choose its release; the oldest Node that works stands in package.json.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
  const io = {
    out: (text: string) => { process.stdout.write(text); },
    err: (text: string) => { process.stderr.write(text); },
    isTerminal: Boolean(process.stderr.isTTY),
    hasColours: Boolean(process.stdout.isTTY) && !process.env.NO_COLOR && process.env.TERM !== 'dumb',
    get input() { return process.stdin; }, // made when it is asked for: to open it takes longer than most of what is done without it
    get ask() { return isatty(0) && process.stderr.isTTY ? ask : undefined; },
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

function endOfStream(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit();
  // A disk that is full, for example: the result is lost, so the command must not end with 0.
  process.stderr.write(`error: the result cannot be written: ${printable(error.message)}\n`);
  process.exit(2);
}
