/**
 * One side of the differential: asks the `verify` of a checkout about all cases, in this process, one after the other.
 *
 * Arguments: root of the checkout, file of the cases, file to write the answers to.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Case } from './cases';
import type { main as Main } from '../../src/cli/main';

/** One case in so many is asked before all, and not counted: modules are loaded, and hot code is compiled. */
const WARM_UP = 40;

/** What a side says. */
export interface Said {
  /** Of the command; none: it threw. */
  readonly exit?: number;
  /** What it printed, or the error. */
  readonly text: string;
  /** Processor time, in milliseconds. */
  readonly took: number;
}

async function say(main: typeof Main, { cwd, args }: Case): Promise<Said> {
  const text = { out: '', err: '' };
  const io = { cwd, isTerminal: false, out: (more: string) => { text.out += more; }, err: (more: string) => { text.err += more; } };
  const start = process.cpuUsage();
  const took = () => { const { user, system } = process.cpuUsage(start); return (user + system) / 1e3; };
  try {
    const exit = await main(['verify', '--format', 'json', ...args], io);
    return { exit, text: text.out + text.err, took: took() };
  } catch (error) {
    return { text: String((error as Error).stack).replaceAll(/\(?\/[^\s)]*\)?/g, '').split('\n', 3).join(' '), took: took() };
  }
}

async function run(root: string, input: string, output: string): Promise<void> {
  const { main } = await import(join(root, 'src/cli/main.ts')) as { readonly main: typeof Main };
  const cases = JSON.parse(readFileSync(input, 'utf8')) as readonly Case[];
  for (let index = 0; index < cases.length; index += WARM_UP) await say(main, cases[index]);
  const said: Said[] = [];
  for (const one of cases) said.push(await say(main, one));
  writeFileSync(output, JSON.stringify(said));
}

const [root, input, output] = process.argv.slice(-3);
void run(root, input, output);
