import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ioIn } from './simulated-project';
import { EXIT_CODES, ExitCodes } from '../../src/cli/exit-codes';
import { main } from '../../src/cli/main';
import { columnsOf, isColoured } from '../../src/cli/run';
import { packageVersion } from '../../src/cli/version';
import { writeTree } from '../golden';
import { appFiles, rewritten } from '../lib/plan/app-fixture';
import { ROOT } from '../pages';
import { emptyFolder } from '../scratch';

let root: string;
beforeAll(() => {
  root = emptyFolder();
  for (const part of ['dist', 'nodes']) cpSync(join(ROOT, 'examples', 'kubeadm', part), join(root, 'app', part), { recursive: true });
  const off = (text: string) => text.replace(/ *- --enable-leader-migration=true\n/, '');
  writeTree(rewritten(appFiles(), /^dist\/mixed\//, off), join(root, 'unsafe'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** With colours, as at a terminal. */
async function run(...args: string[]) {
  const io = { ...ioIn(root), hasColours: true };
  const code = await main(args, io);
  return { code, ...io.text };
}

const COLOUR = '\u001b[';
const VERIFY = ['verify', 'app/dist/mixed', 'app/nodes/mixed'];
const WAY = ['--from', 'n', '--to', 'mixed'];
const DIFF = ['diff', 'n', 'mixed', 'app'];

describe('exit codes', () => {
  /** What ends with each code, of commands that do not call AWS: those are in test/cli/tag.test.ts and test/cli/aws.tools.test.ts. */
  const CALLS: Readonly<Record<string, Partial<Record<keyof ExitCodes, readonly string[]>>>> = {
    verify: { 0: VERIFY, 1: ['verify', 'app/nodes/mixed'], 2: ['verify', 'nowhere'] },
    rules: { 0: ['rules', 'controller-runs-twice'], 2: ['rules', 'no-such-rule'] },
    init: { 0: ['init', 'made', '--cluster-id', 'prod', '--to', '1.31'], 2: ['init', 'other', '--to', '1.31'] },
    collect: { 0: ['collect', '-o', 'collected'], 2: ['collect'] },
    plan: { 0: ['plan', 'app', ...WAY], 1: ['plan', 'app', '--from', 'n', '--to', 'disabled'], 2: ['plan', 'app', '--from', 'n'] },
    report: { 0: ['report', 'app', ...WAY], 1: ['report', 'unsafe', ...WAY], 2: ['report', 'nowhere'] },
    diff: { 0: DIFF, 1: ['diff', 'n', 'mixed', 'unsafe'], 2: ['diff', 'n', 'x', 'app'] },
    upgrade: {
      0: ['upgrade', '--from', 'v1.31.2', '--to', 'v1.31.3'], 1: ['upgrade', '--from', 'v1.31.2', '--to', 'v1.36.1'], 2: ['upgrade'],
    },
    completion: { 0: ['completion', 'bash'], 2: ['completion', 'none'] },
    version: { 0: ['version'], 2: ['version', '--none'] },
  };

  it.each(Object.entries(EXIT_CODES))('%s ends with what its help says', async (name, codes) => {
    const help = await run(...name.split(' '), '--help');
    const said = [...help.out.replace(/\s+/g, ' ').matchAll(/(?:Exit code:|;) ([012]) /g)].map(([, code]) => code);
    expect([help.code, said]).toEqual([0, Object.keys(codes)]);
    const calls = CALLS[name] ?? { 2: [...name.split(' '), '--none'] };
    for (const [code, args] of Object.entries(calls)) {
      const ended = await run(...args);
      expect([code, args, ended.code, ended.code === Number(code) ? '' : ended.err]).toEqual([code, args, Number(code), '']);
    }
    if (name in CALLS) expect(Object.keys(calls)).toEqual(Object.keys(codes));
  });

  it('are said of every command', async () => {
    const { out } = await run('--help');
    const commands = [...out.slice(out.indexOf('\nCommands:')).matchAll(/^ {2}([a-z-]+)/gm)].map(([, name]) => name).filter(name => name !== 'help');
    expect([...new Set(Object.keys(EXIT_CODES).map(name => name.split(' ')[0]))]).toEqual(commands);
  });
});

it.each([['version'], ['-V'], ['--version']])('%s prints the version', async (...args) =>
  expect(await run(...args)).toEqual({ code: 0, out: `${packageVersion()}\n`, err: '' }));

it.each<[string, string[]]>([
  ['verify', VERIFY], ['diff', DIFF], ['report', ['report', 'app', '--from', 'n', '--to', 'mixed']], ['rules', ['rules']],
  ['upgrade', ['upgrade', '--from', 'v1.31.2', '--to', 'v1.31.3']],
])('-o of %s writes what it prints, without colours, to a file whose folder is made', async (name, args) => {
  const file = join('new', name, 'result');
  const [printed, written] = [await run(...args, '--no-color'), await run(...args, '-o', file)];
  expect(written).toEqual({ ...printed, out: '' });
  expect(readFileSync(join(root, file), 'utf8')).toBe(printed.out);
  expect(printed.out).not.toBe('');
  expect(readdirSync(join(root, 'new', name))).toEqual(['result']);
});

it('-o leaves the file of before where the result cannot be written whole', async () => {
  const { code, err } = await run(...DIFF, '-o', '/dev/full');
  expect([code, err]).toEqual([2, expect.stringContaining('error: --output cannot be written: ENOSPC')]);
});

it('-o writes no file where the command fails', async () => {
  expect((await run('diff', 'n', 'nowhere', 'app', '-o', 'none.txt')).code).toBe(2);
  expect(existsSync(join(root, 'none.txt'))).toBe(false);
});

it.each<[string, (text: string) => boolean]>([
  ['text', text => text.includes(COLOUR)],
  ['markdown', text => text.startsWith('# May go: migration `n` → `mixed`')],
  ['html', text => text.startsWith('<!DOCTYPE html>')],
  ['json', text => (JSON.parse(text) as { from: string }).from === 'n'],
])('diff has the format %s', async (format, is) => {
  const { code, out } = await run(...DIFF, '--format', format);
  expect([code, is(out)]).toEqual([0, true]);
});

it('--no-color prints without colours', async () => {
  expect((await run(...VERIFY)).out).toContain(COLOUR);
  expect((await run(...VERIFY, '--no-color')).out).not.toContain(COLOUR);
});

it('--quiet prints nothing but errors, and the exit code says the rest', async () => {
  expect(await run(...VERIFY, '--quiet')).toEqual({ code: 0, out: '', err: '' });
  const { code, out, err } = await run('verify', 'app/nowhere', '-q');
  expect([code, out, err]).toEqual([2, '', expect.stringMatching(/^error: /)]);
});

it.each<[NodeJS.ProcessEnv, boolean, boolean]>([
  [{}, true, true], [{}, false, false], [{ TERM: 'dumb' }, true, false], [{ NO_COLOR: '1' }, true, false], [{ FORCE_COLOR: '1' }, false, true],
  [{ FORCE_COLOR: '0' }, true, false], [{ FORCE_COLOR: '1', NO_COLOR: '1' }, true, false],
])('%j at a terminal (%s) has colours: %s', (env, isTerminal, expected) => expect(isColoured(env, () => isTerminal)).toBe(expected));

it.each<[NodeJS.ProcessEnv, boolean, number | undefined]>([
  [{}, true, 132], [{}, false, undefined], [{ COLUMNS: '80' }, false, 80], [{ COLUMNS: '80' }, true, 80], [{ COLUMNS: 'wide' }, true, 132],
  [{ COLUMNS: '' }, false, undefined], [{ COLUMNS: '1' }, false, undefined],
])('%j at a terminal of 132 columns (%s) has the width %s', (env, isTTY, columns) =>
  expect(columnsOf(env, () => ({ isTTY, columns: 132 }))).toBe(columns));
