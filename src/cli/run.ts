import { isatty } from 'node:tty';
import { ask } from './ask';
import { main } from './main';
import { lazy } from '../lib/facts/lazy';
import { printable } from '../lib/text/printable';

/**
 * Entry of the executable: the only place that touches the process. A stream is opened when it is asked for: to open one takes longer than most of
 * what is done without it.
 */
export function run(): void {
  // The SDK is bundled, so a user cannot choose its release; the oldest Node that works stands in package.json.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
  const out = lazy(() => guarded(process.stdout));
  const err = lazy(() => guarded(process.stderr));
  const io = {
    out: (text: string) => { out().write(text); },
    err: (text: string) => { err().write(text); },
    get isTerminal() { return Boolean(err().isTTY); },
    get hasColours() { return isColoured(process.env, () => Boolean(out().isTTY)); },
    get columns() { return columnsOf(process.env, () => out()); },
    get input() { return process.stdin; },
    get ask() { return isatty(0) && err().isTTY ? ask : undefined; },
    cwd: process.cwd(),
    today: new Date().toISOString().slice(0, 10),
  };
  main(process.argv.slice(2), io).then(
    code => { process.exitCode = code; },
    (error: Error) => {
      io.err(`error: ${printable(error.message)}\n`);
      process.exitCode = 2;
    },
  );
}

/** NO_COLOR wins, then FORCE_COLOR, which pipelines set that show colours: https://no-color.org, https://force-color.org. */
export function isColoured({ NO_COLOR, FORCE_COLOR, TERM }: NodeJS.ProcessEnv, isTerminal: () => boolean): boolean {
  if (NO_COLOR) return false;
  return FORCE_COLOR ? FORCE_COLOR !== '0' && FORCE_COLOR !== 'false' : TERM !== 'dumb' && isTerminal();
}

/** COLUMNS, where it is exported, says it of what is no terminal, too. */
export function columnsOf({ COLUMNS }: NodeJS.ProcessEnv, out: () => Pick<NodeJS.WriteStream, 'isTTY' | 'columns'>): number | undefined {
  if (COLUMNS && /^[1-9]\d{1,3}$/.test(COLUMNS)) return Number(COLUMNS);
  const { isTTY, columns } = out();
  return isTTY && columns > 0 ? columns : undefined;
}

/** The reader of a pipe may stop reading, as `head` does: that is no error, and nothing more is printed. */
function guarded(stream: NodeJS.WriteStream): NodeJS.WriteStream {
  return stream.on('error', endOfStream);
}

function endOfStream(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit();
  // A disk that is full, for example: the result is lost, so the command must not end with 0.
  process.stderr.write(`error: the result cannot be written: ${printable(error.message)}\n`);
  process.exit(2);
}
