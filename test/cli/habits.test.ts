import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ioIn } from './simulated-project';
import { main } from '../../src/cli/main';
import { isColoured } from '../../src/cli/run';
import { packageVersion } from '../../src/cli/version';
import { ROOT } from '../pages';
import { emptyFolder } from '../scratch';

let root: string;
beforeAll(() => {
  root = emptyFolder();
  for (const part of ['dist', 'nodes']) cpSync(join(ROOT, 'examples', 'kubeadm', part), join(root, 'app', part), { recursive: true });
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
const DIFF = ['diff', 'n', 'mixed', 'app'];

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
  ['markdown', text => text.startsWith('# Migration `n` → `mixed`')],
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
