/**
 * What `verify` of this checkout says otherwise than that of another revision, over the corpora of the repository, those beside it, changed copies
 * of them, and generated mixes: before and after a change of how input is read.
 *
 *     npx tsx scripts/differential/main.ts <revision>
 *
 *     --sample <n>     asks so many of the cases, not all
 *     --seed <n>       draws other cases, and changes copies in another way; 1 by default
 *     --recorded <f>   asks also what tests gave to the reader, as record.ts wrote it to a folder
 *     --having <text>  asks only inputs with a file in which this regular expression matches
 *     --mutations <n>  changed copies of each input; 1 by default
 *     --keep           leaves what was made, so that a case can be asked again
 *
 * It prints each difference of an exit code, a verdict, a counter-example, a finding and an unknown part, and the processor time of both. It ends
 * with 1 where something differs. Both sides run simultaneously, each in one process, so that a busy machine disturbs both.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Case, cases } from './cases';
import type { Said } from './side';

const ROOT = resolve(__dirname, '..', '..');

/** Time and process in what kubectl logs. */
const LOGGED = /\b([EWI]\d{4}) \d\d:\d\d:\d\d\.\d+ +\d+ /g;

/** What is compared of an answer, a line per thing that is said. */
function linesOf({ exit, text: whole }: Said): readonly string[] {
  const text = whole.replaceAll(LOGGED, '$1 ');
  if (exit === undefined) return [`threw ${text}`];
  let result: Record<string, unknown>;
  try {
    result = JSON.parse(text) as Record<string, unknown>;
  } catch {
    return [`exit ${exit}`, `said ${text}`];
  }
  const { $schema: _, schemaVersion: __, exclusivity, liveness, lookedAt, ...lists } = result as Record<string, unknown[]>;
  const { tool: ___, tables: ____, ...seen } = lookedAt as unknown as Record<string, unknown>;
  return [
    `exit ${exit}`,
    ...Object.entries({ exclusivity, liveness }).flatMap(([name, promise]) => promiseLines(name, promise as unknown as SaidPromise)),
    ...Object.entries(lists).flatMap(([name, said]) => said.map(one => `${name} ${JSON.stringify(one)}`)),
    ...Object.entries(seen).map(([name, said]) => `${name} ${JSON.stringify(said)}`),
  ];
}

interface SaidPromise {
  readonly verdict: string;
  readonly counterexamples: readonly object[];
  readonly unknown: readonly object[];
}

function promiseLines(name: string, { verdict, counterexamples, unknown }: SaidPromise): readonly string[] {
  return [
    `${name} ${verdict}`,
    ...counterexamples.map(one => `${name} counter-example ${JSON.stringify(one)}`),
    ...unknown.map(one => `${name} unknown ${JSON.stringify(one)}`),
  ];
}

/** Of two lists, what only one of them has, with a sign as `diff` prints it; the same twice counts twice. */
function difference(old: readonly string[], now: readonly string[]): readonly string[] {
  const without = (all: readonly string[], taken: readonly string[]) => {
    const left = [...taken];
    return all.filter(line => {
      const at = left.indexOf(line);
      if (at >= 0) left.splice(at, 1);
      return at < 0;
    });
  };
  return [...without(old, now).map(line => `- ${line}`), ...without(now, old).map(line => `+ ${line}`)];
}

function side(root: string, input: string, output: string): Promise<readonly Said[]> {
  return new Promise((done, failed) => {
    const child = spawn(join(ROOT, 'node_modules/.bin/tsx'), [join(__dirname, 'side.ts'), root, input, output], { stdio: 'inherit' });
    child.once('error', failed);
    child.once('close', status => {
      if (status === 0) done(JSON.parse(readFileSync(output, 'utf8')) as readonly Said[]);
      else failed(new Error(`the side of ${root} ended with ${status}`));
    });
  });
}

/** Prints what differs, and says in how many cases. */
function report(asked: readonly Case[], old: readonly Said[], now: readonly Said[]): number {
  let differing = 0;
  asked.forEach(({ name, args }, index) => {
    const lines = difference(linesOf(old[index]), linesOf(now[index]));
    if (lines.length === 0) return;
    differing++;
    process.stdout.write(`${name} [${args.join(' ')}]\n${lines.map(line => `  ${line}\n`).join('')}`);
  });
  asked.forEach(({ name, args }, index) => {
    if (now[index].exit === undefined) process.stdout.write(`threw now: ${name} [${args.join(' ')}]: ${now[index].text.slice(0, 300)}\n`);
  });
  const [before, after] = [old, now].map(said => said.reduce((sum, { took }) => sum + took, 0) / 1e3);
  const exits = [0, 1, 2, undefined].map(code => `${now.filter(({ exit }) => exit === code).length} ${code ?? 'threw'}`).join(', ');
  const spent = `processor time ${before.toFixed(1)} s before, ${after.toFixed(1)} s now, ratio ${(after / before).toFixed(3)}`;
  process.stdout.write(`${asked.length} cases (by exit code: ${exits}), ${differing} differ; ${spent}\n`);
  return differing;
}

async function main(): Promise<number> {
  const text = { type: 'string' } as const;
  const { values, positionals: [revision, ...others] } = parseArgs({
    options: {
      sample: text, seed: { ...text, default: '1' }, recorded: text, having: text, mutations: { ...text, default: '1' }, keep: { type: 'boolean' },
    },
    allowPositionals: true,
  });
  if (revision === undefined || others.length > 0) throw new Error('name one revision, as in: scripts/differential/main.ts main --sample 300');
  const folder = mkdtempSync(join(tmpdir(), 'differential-'));
  const old = join(folder, 'old');
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
  git('worktree', 'add', '--quiet', '--detach', old, revision);
  try {
    symlinkSync(join(ROOT, 'node_modules'), join(old, 'node_modules'));
    const count = values.sample === undefined ? undefined : Number(values.sample);
    const recorded = values.recorded === undefined ? undefined : resolve(values.recorded);
    const asked = cases({
      seed: Number(values.seed),
      count,
      recorded,
      having: values.having === undefined ? undefined : new RegExp(values.having),
      mutations: Number(values.mutations),
      folder: join(folder, 'made'),
    });
    const input = join(folder, 'cases.json');
    writeFileSync(input, JSON.stringify(asked));
    const [before, now] = await Promise.all([side(old, input, join(folder, 'before.json')), side(ROOT, input, join(folder, 'now.json'))]);
    return report(asked, before, now) > 0 ? 1 : 0;
  } finally {
    git('worktree', 'remove', '--force', old);
    if (!values.keep) rmSync(folder, { recursive: true, force: true });
  }
}

void main().then(code => { process.exitCode = code; });
