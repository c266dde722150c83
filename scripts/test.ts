/**
 * `npm test`: types, style and every test that runs in the process, simultaneously, so that no core is idle. Arguments go to jest. The output of the
 * others is printed after jest has ended, so that lines do not mix.
 *
 * At the end stands what the run took of the processors, in loops of work that it measured itself (test/jest/processor-time.cjs), beside the budget
 * in test/processor-budget.json: a test that is added makes another one cheaper, or raises the budget in a commit that says why.
 */
import { spawn } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readProcessorLog } from '../test/jest/processor-time.cjs';

/** How far a run may be over its budget, as a share of it. */
const TOLERANCE = 0.1;
/** Of the times that Linux counts of a process, in a second. */
const TICKS = 100;

const ROOT = resolve(__dirname, '..');

interface Ended {
  readonly name: string;
  readonly status: number;
  readonly seconds: number;
  /** Of its processors, with all that it started; undefined: this system does not say. */
  readonly processorSeconds?: number;
  readonly output: string;
}

function run(name: string, command: string, args: readonly string[], isShown = false): Promise<Ended> {
  const start = Date.now();
  return new Promise((done, failed) => {
    // The shell stays until the program has ended, and then knows what it took.
    const child = spawn('sh', ['-c', '"$@"; status=$?; cat /proc/$$/stat >&3 2>/dev/null; exit $status', 'sh', command, ...args], {
      stdio: isShown ? ['inherit', 'inherit', 'inherit', 'pipe'] : ['ignore', 'pipe', 'pipe', 'pipe'],
    });
    const texts = { output: '', stat: '' };
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text: string) => { texts.output += text; });
    (child.stdio[3] as NodeJS.ReadableStream).setEncoding('utf8').on('data', (text: string) => { texts.stat += text; });
    child.once('error', failed);
    child.once('close', (status, signal) => {
      done({
        name,
        status: status ?? 1,
        seconds: (Date.now() - start) / 1000,
        processorSeconds: childrenSeconds(texts.stat),
        output: signal ? `${texts.output}ended by ${signal}\n` : texts.output,
      });
    });
  });
}

/** Of the processes that a process started and that have ended: `cutime` and `cstime` of proc_pid_stat(5), after the name in parentheses. */
function childrenSeconds(stat: string): number | undefined {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.length > 15 ? (Number(fields[13]) + Number(fields[14])) / TICKS : undefined;
}

/** The command of a task: to start projen for it takes a second. */
function commandOf(task: string): string {
  const { tasks } = JSON.parse(readFileSync(join(ROOT, '.projen', 'tasks.json'), 'utf8')) as {
    readonly tasks: Readonly<Record<string, { readonly steps: readonly { readonly exec: string }[] }>>;
  };
  return tasks[task].steps.map(({ exec }) => exec).join(' && ');
}

/** What is over the budget, in words. A part of the tests takes less. */
function overBudget(loop: number, ended: readonly Ended[]): string | undefined {
  if (ended.some(({ processorSeconds }) => processorSeconds === undefined)) return undefined;
  const { loops: budget } = JSON.parse(readFileSync(join(ROOT, 'test', 'processor-budget.json'), 'utf8')) as { readonly loops: number };
  const parts = ended.map(({ name, processorSeconds }) => ({ name, loops: processorSeconds! / loop }));
  const total = parts.reduce((sum, { loops }) => sum + loops, 0);
  const said = `${total.toFixed(0)} of ${budget} loops (${parts.map(({ name, loops }) => `${name} ${loops.toFixed(0)}`).join(', ')})`;
  process.stderr.write(`processor time in loops of ${(loop * 1000).toFixed(0)} ms: ${said}\n`);
  if (total <= budget * (1 + TOLERANCE)) return undefined;
  return `more than ${TOLERANCE * 100} % over the budget: ${said}; make something cheaper, or raise test/processor-budget.json in a commit that says `
    + 'why';
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'npm-test-'));
  process.env.PROCESSOR_LOG = join(folder, 'processor');
  const ended = await Promise.all([
    run('jest', 'jest', ['--passWithNoTests', '--ci', ...process.argv.slice(2)], true),
    ...['types', 'style'].map(task => run(task, 'sh', ['-c', commandOf(task)])),
  ]);
  for (const { name, status, seconds, output } of ended) {
    process.stderr.write(`${status === 0 ? '' : output}${name}: ${status === 0 ? 'passed' : 'FAILED'} after ${seconds.toFixed(0)} s\n`);
  }
  const { loop } = readProcessorLog(process.env.PROCESSOR_LOG);
  const over = overBudget(loop, ended);
  if (over !== undefined) process.stderr.write(`${over}\n`);
  rmSync(folder, { recursive: true });
  const failed = [
    ...ended.filter(({ status }) => status !== 0).map(({ name }) => `${name} of npm test failed`),
    ...process.env.CI && over !== undefined ? [over] : [],
  ];
  if (process.env.FAILED_LOG) appendFileSync(process.env.FAILED_LOG, failed.map(line => `== ${line}\n`).join(''));
  process.exitCode = failed.length > 0 ? 1 : 0;
}

void main();
