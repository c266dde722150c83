import { setFlagsFromString } from 'node:v8';
import { CompiledFiles } from '../files/compiled-files';

/** Name of the file with `run`, which scripts/bundle/command-line.ts fills in: it has a hash of what is in the file. */
declare const ENTRY: string;

/** The last release of Node whose engine was seen to have the flags: an engine says on standard error that it does not know one. */
const LAST_WITH_FLAGS = 20;

/**
 * - Four times what a function has to run before it is optimized: most runs end before the two large ones of the YAML reader have repaid that.
 * - The heap grows by six tenths of what is in use before it is collected again, not by up to three times of it: an input at its limits needs 500 MB
 *   in place of 800.
 */
const FLAGS = ['--interrupt-budget=528000', '--heap-growing-percent=60'];

/** Runs the command line. What the engine made of its files is kept for each command, since each calls other functions of them. */
export function start(): void {
  if (Number.parseInt(process.versions.node) <= LAST_WITH_FLAGS) for (const flag of FLAGS) setFlagsFromString(flag);
  const command = /^[a-z]+$/.exec(process.argv[2] ?? '')?.[0] ?? 'none';
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const files = new CompiledFiles(__dirname, name => require(name) as unknown, command);
  // Not of a command that there is not.
  process.on('exit', code => { if (code <= 1) files.keep(); });
  (files.load(ENTRY) as { run(): void }).run();
}
