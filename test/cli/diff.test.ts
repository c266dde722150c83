import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ioIn } from './simulated-project';
import { main } from '../../src/cli/main';
import { appFiles, rewritten } from '../lib/plan/app-fixture';
import { ROOT } from '../pages';

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'ccm-diff-cli-'));
  for (const part of ['dist', 'nodes']) cpSync(join(ROOT, 'examples', 'kubeadm', part), join(root, 'app', part), { recursive: true });
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function diff(cwd: string, args: readonly string[], hasColours = false, columns?: number) {
  const io = ioIn(join(root, cwd));
  const code = await main(['diff', ...args], { ...io, hasColours, ...columns !== undefined && { columns, isTerminal: true } });
  return { code, ...io.text };
}

describe('ccm-migration diff', () => {
  it('shows the step between two states of the app in this folder, without marks where there is no terminal', async () => {
    const { code, out, err } = await diff('app', ['n', 'mixed']);
    expect([code, out.split('\n')[0], err]).toStrictEqual([0, 'n → mixed of prod-eu', '']);
    expect(out).toContain('\n-    - --cloud-provider=aws\n');
    expect(out).not.toContain('\u001b');
  });

  it('shows the way back, of an app in another folder, in colours', async () => {
    const { code, out } = await diff('.', ['mixed', 'n', 'app', '--cluster', 'prod-eu'], true);
    expect([code, out.split('\n')[0]]).toStrictEqual([0, 'mixed → n of prod-eu']);
    expect(out).toContain('\n\u001b[32m+    - --cloud-provider=aws\u001b[0m\n');
  });

  it('says on a terminal of 80 columns the verdict first, findings below their files, and no row that is wider', async () => {
    const { out } = await diff('app', ['n', 'mixed'], true, 80);
    const rows = out.split('\n');
    expect(rows[2]).toMatch(/^Is it safe\? \u001b\[32mMay go/);
    // But for words that are longer.
    const wide = rows.map(row => stripVTControlCharacters(row)).filter(row => row.length > 80 && row.replace(/^[-+ ] */, '').includes(' '));
    expect(wide).toEqual([]);
    expect(out).toContain('\n\u001b[32m+KUBELET_KUBEADM_ARGS="--cloud-provider=external\u001b[0m\n\u001b[32m+  --container-runtime-endpoint=');
    const files = rows.filter(row => /^nodes\/\S+$/.test(row));
    expect(files.length).toBeGreaterThan(1);
    expect(files).toEqual([...new Set(files)]);
    expect(out).toMatch(/^ {2}\d+: \S*note\S*: /m);
  });

  it('ends with 1 where a step is refused', async () => {
    const off = (text: string) => text.replace(/ *- --enable-leader-migration=true\n/, '');
    for (const [path, text] of rewritten(appFiles(), /^dist\/mixed\//, off)) {
      mkdirSync(dirname(join(root, 'unsafe', path)), { recursive: true });
      writeFileSync(join(root, 'unsafe', path), text);
    }
    const { code, out } = await diff('.', ['n', 'mixed', 'unsafe']);
    expect([code, /^Is it safe\? Must not go\./m.test(out)]).toStrictEqual([1, true]);
    expect(out).toContain('no controller runs twice: STEP REFUSED');
    const rows = (await diff('.', ['n', 'mixed', 'unsafe'], false, 80)).out.split('\n');
    // But for words that are longer.
    expect(rows.filter(row => row.length > 80 && row.replace(/^[-+ ] */, '').includes(' '))).toEqual([]);
    const starts = rows.flatMap((row, index) => /^ {2}- error: '/.test(row) ? [index] : []);
    expect(starts.map(start => rows[start])).toEqual(["  - error: 'cloud-node-lifecycle', 'service'"]);
    for (const start of starts) {
      const after = rows.slice(start + 1);
      const story = after.slice(0, after.findIndex(row => !row.startsWith('      ')));
      expect(story.length).toBeLessThan(10);
      expect(story.join('\n')).toMatch(/runs it holding[^]*no lock in common, because[^]*fix: /);
    }
  });

  it.each<[string, string[], string]>([
    ['a state that is none', ['n', 'done', 'app'], "<to> 'done' is not a state; accepted: 'not-started', 'n', 'mixed', 'n-plus-1', 'disabled'"],
    ['the folder in place of a state', ['app', 'n', 'mixed'], "<from> 'app' is not a state; accepted: "],
    ['one state twice', ['n', 'n', 'app'], "from 'n' to 'n': there is nothing to plan; give two different states"],
    ['no folder', ['n', 'mixed', 'nowhere'], "'nowhere' cannot be read: no such folder"],
    ['a folder of something else', ['n', 'mixed', 'app/dist'], 'no phase is written here'],
    ['another cluster', ['n', 'mixed', 'app', '--cluster', 'x'], "'x'"],
  ])('says in one line what is wrong with %s', async (_, args, message) => {
    const { code, out, err } = await diff('.', args);
    expect([code, out]).toStrictEqual([2, '']);
    expect(err).toContain(message);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
  });

  it('says in its help what it takes', async () => {
    const { code, out } = await diff('.', ['--help']);
    expect(code).toBe(0);
    expect(out).toMatch(/Usage: ccm-migration diff \[options\] <from> <to> \[app-dir\][\s\S]*Exit code: 0 every step/);
  });
});
