import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ioIn } from './simulated-project';
import { main } from '../../src/cli/main';

jest.setTimeout(120_000);

const EXAMPLE = resolve(__dirname, '..', '..', 'examples', 'kubeadm');

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'ccm-plan-cli-'));
  for (const part of ['dist', 'nodes', 'bundles/kubeadm']) cpSync(join(EXAMPLE, part), join(root, 'app', part), { recursive: true });
  writeFileSync(join(root, 'accepted.yaml'), 'accepted: [{rule: adds-rules-again, reason: x}]\n');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function plan(...args: string[]) {
  const io = ioIn(root);
  const code = await main(['plan', ...args], io);
  return { code, ...io.text };
}

describe('ccm-migration plan', () => {
  it('prints the steps as a table: what, on how many nodes, how long at most, and what proves that it worked', async () => {
    const { code, out } = await plan('app', '--from', 'n', '--to', 'n-plus-1');
    expect(code).toBe(0);
    const [head, , titles, ...rows] = out.trimEnd().split('\n');
    expect(head).toMatch(/^plan n -> mixed -> n-plus-1, strategy leader-migration, 1\.26\.15 and 1\.27\.16, 3 control-plane nodes, 2 workers, 15 /);
    expect(head).toMatch(/; of everything that may run simultaneously during each, exclusivity and liveness hold$/);
    expect(titles.split(/ {2,}/)).toEqual(['step', 'nodes', 'at most', 'what', 'waits for']);
    expect(rows.map(row => row.split(/ {2,}/).length)).toEqual(rows.map(() => 5));
    expect(rows.find(row => row.startsWith('n-plus-1/upgrade '))!.split(/ {2,}/)).toEqual([
      'n-plus-1/upgrade', '2, one by one', '3360 s', 'Upgrade a node to 1.27.16', expect.stringMatching(/^kube-apiserver, .* is ready$/),
    ]);
  });

  it('prints one JSON object and nothing else', async () => {
    const { code, out } = await plan('app', '--from', 'n-plus-1', '--to', 'disabled', '--format', 'json');
    const data = JSON.parse(out);
    expect(code).toBe(0);
    expect(data.route).toEqual(['n-plus-1', 'disabled']);
    expect(data.steps.length).toBeGreaterThan(5);
    for (const { kind } of data.steps) expect(data.kinds[kind]).toMatchObject({ exclusivity: true, liveness: true, undo: expect.any(Array) });
  });

  it.each(['text', 'json', 'markdown'])('refuses n to disabled with the counter-example as %s, exit code 1, and writes nothing', async format => {
    const { code, out } = await plan('app', '--from', 'n', '--to', 'disabled', '--format', format, '--output', 'out');
    expect(code).toBe(1);
    expect(out).toMatch(/no lock in common, because Leader Migration is off in cloud-controller-manager of 'disabled': CCM 1\.27/);
    expect(() => statSync(join(root, 'out'))).toThrow();
  });

  it.each<[string, string[], RegExp]>([
    ['a folder that is not there', ['none', '--from', 'n', '--to', 'mixed'], /^error: 'none' cannot be read: no such folder\n$/],
    ['a folder that is not ours', ['.', '--from', 'n', '--to', 'mixed'], /no phase is written here/],
    ['an unknown state', ['app', '--from', 'n', '--to', 'later'],
      /--to 'later' is not a state; accepted: 'not-started', 'n', 'mixed', 'n-plus-1', 'disabled'/],
    ['no state', ['app', '--from', 'n'], /^error: required option '--to <state>' not specified, nor --upgrade-from in place of both\n$/],
    ['no state at all', ['app'], /^error: required option '--from <state>' not specified/],
    ['a state beside what it was before', ['app', '--upgrade-from', 'app', '--from', 'disabled'],
      /^error: --from has no meaning with --upgrade-from, which stays in state disabled; leave it out\n$/],
    ['a choice that an upgrade does not have', ['app', '--upgrade-from', 'app', '--kcm', 'systemd'],
      /^error: --kcm has no meaning with --upgrade-from/],
    ['an acceptance of findings of a migration', ['app', '--from', 'n', '--to', 'mixed', '--accepted', 'accepted.yaml'],
      /^error: --accepted has no meaning without --upgrade-from where it names no kind of object; leave it out\n$/],
    ['a folder of before that is not there', ['app', '--upgrade-from', 'none'], /^error: 'none' cannot be read: no such folder\n$/],
    ['an upgrade from itself', ['app', '--upgrade-from', 'app'],
      /^error: app: both have the cloud-controller-manager v1\.27\.10, so there is nothing/],
    ['a node group given twice', ['app', '--from', 'n', '--to', 'mixed', '--node-group', 'a=x', '--node-group', 'a=y'], /'a' is given twice/],
    ['a node group without nodes', ['app', '--from', 'n', '--to', 'mixed', '--node-group', 'a'], /give '<name>=<node>,<node>'/],
  ])('fails with exit code 2 and one line on %s', async (_, args, message) => {
    const { code, err, out } = await plan(...args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(message);
    expect(err).not.toMatch(/\n\s+at /);
  });

  it('fails with exit code 2 on a golden that was changed by hand', async () => {
    cpSync(join(root, 'app'), join(root, 'changed'), { recursive: true });
    const index = join(root, 'changed', 'nodes', 'n', 'files.json');
    const path = join(root, 'changed', 'nodes', 'n', JSON.parse(readFileSync(index, 'utf8'))[0].path);
    writeFileSync(path, readFileSync(path, 'utf8') + '# mine\n');
    const { code, err } = await plan('changed', '--from', 'n', '--to', 'mixed');
    expect(code).toBe(2);
    expect(err).toMatch(/was changed since synth wrote it: its sha256 is /);
  });

  it('has a runbook with the bounds of gaps and the way back, and where the limits of the promise are', async () => {
    const { out } = await plan('app', '--from', 'n', '--to', 'n-plus-1', '--format', 'markdown', '--release-lease');
    expect(out).toMatch(/\| No process runs the cloud controllers \| less than 43\.2 s, /);
    expect(out).toContain('this was verified, within the limits that `report.md` ends with.');
    expect(out).toContain('Never do it for a node that does not answer.');
    expect(out).toMatch(/\*\*Turn back\*\*: `ansible-playbook back\.yaml` .* also from the middle of a step/);
  });
});
