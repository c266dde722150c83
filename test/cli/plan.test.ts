import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { ioIn } from './simulated-project';
import { main } from '../../src/cli/main';
import { MigrationPlan } from '../../src/constructs/migration-plan';
import { NodeFolder } from '../../src/constructs/node-folder';
import { collectionFiles } from '../../src/files/collection';
import { KubernetesVersion } from '../../src/lib/kubernetes/kubernetes-version';
import { Migration } from '../../src/lib/migration/migration';
import { EbsVolumes } from '../../src/lib/plan/options';
import { PlanState } from '../../src/lib/plan/state';
import { readTree, writeTree } from '../golden';
import { steadyFiles } from '../lib/plan/app-fixture';

jest.setTimeout(120_000);

const EXAMPLE = resolve(__dirname, '..', '..', 'examples', 'kubeadm');

/** The migration of the example, as its program has it. */
const MIGRATION = new Migration({ clusterId: 'prod-eu', toVersion: KubernetesVersion.of('1.27.16'), nodes: NodeFolder.read(join(EXAMPLE, 'input')) });

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'ccm-plan-cli-'));
  for (const part of ['dist', 'nodes', 'bundles/kubeadm']) cpSync(join(EXAMPLE, part), join(root, 'app', part), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

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
      /^error: --accepted has no meaning without --upgrade-from; leave it out\n$/],
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

  it('plans the upgrade of the cloud-controller-manager from what was synthesized before', async () => {
    writeTree(steadyFiles('v1.37.0'), join(root, 'now'));
    writeTree(steadyFiles('v1.36.1'), join(root, 'before'));
    const { code, out } = await plan('now', '--upgrade-from', 'before', '--output', 'now/bundles/plan');
    expect([code, out.split('\n')[0]]).toEqual([0, expect.stringMatching(
      /^upgrade of the cloud-controller-manager v1\.36\.1 -> v1\.37\.0, Kubernetes 1\.37\.1, 3 control-plane nodes, 0 workers, 6 steps; of every/,
    )]);
    const { pinned } = JSON.parse(readFileSync(join(root, 'now', 'bundles', 'plan', 'plan.json'), 'utf8')) as { pinned: object };
    expect(Object.keys(pinned)).toEqual(['../before/dist/disabled/app.k8s.yaml', 'dist/disabled/app.k8s.yaml']);
    writeTree(steadyFiles('v1.35.2', { kubernetes: '1.36.4' }), join(root, 'old'));
    writeTree(steadyFiles('v1.37.0', { kubernetes: '1.36.4' }), join(root, 'early'));
    const refused = await plan('early', '--upgrade-from', 'old', '--output', 'early/bundles/plan');
    expect([refused.code, refused.out]).toEqual([1, expect.stringContaining('what to do: Upgrade the API servers first.')]);
    expect(existsSync(join(root, 'early', 'bundles'))).toBe(false);
    writeFileSync(join(root, 'accepted.yaml'), 'accepted:\n- {rule: ccm-newer-than-api-server, reason: x, until: "2999-12-31"}\n'
      + '- {rule: ccm-upgrade-skips-minors, reason: y}\n');
    expect((await plan('early', '--upgrade-from', 'old', '--accepted', 'accepted.yaml')).code).toBe(0);
  });

  it('fails with exit code 2 on a golden that was changed by hand', async () => {
    const index = join(root, 'app', 'nodes', 'n', 'files.json');
    const path = join(root, 'app', 'nodes', 'n', JSON.parse(readFileSync(index, 'utf8'))[0].path);
    writeFileSync(path, readFileSync(path, 'utf8') + '# mine\n');
    const { code, err } = await plan('app', '--from', 'n', '--to', 'mixed');
    expect(code).toBe(2);
    expect(err).toMatch(/was changed since synth wrote it: its sha256 is /);
  });

  it('writes what the construct writes, byte for byte, and the collection beside it', async () => {
    expect((await plan('app', '--from', 'n', '--to', 'n-plus-1', '--volumes', 'workers', '--output', 'app/bundles/plan')).code).toBe(0);
    const ofWorkers = { volumes: EbsVolumes.WORKERS, from: PlanState.N, to: PlanState.N_PLUS_1 };
    const paths = new MigrationPlan({ migration: MIGRATION, appDir: join(root, 'app'), ...ofWorkers }).write(join(root, 'app', 'bundles', 'other'));
    expect([...paths].sort()).toEqual([
      'ansible.cfg', 'back.yaml', 'collection.sha256', 'files.json', 'group_vars/plan.yaml', 'inventory.yaml', 'look.yaml', 'migrate.yaml',
      'plan.json', 'preflight.yaml', 'rbac/operator.yaml', 'report.md', 'runbook.md', 'settings.example.yaml',
    ]);
    const [ofCommand, ofConstruct] = ['plan', 'other'].map(name => readTree(join(root, 'app', 'bundles', name)));
    expect(ofCommand).toEqual(ofConstruct);
    const { 'files.json': _, ...collection } = Object.fromEntries(readTree(join(root, 'app', 'bundles', 'collection')));
    expect(collection).toEqual(Object.fromEntries(collectionFiles()));
  });

  it('writes over what an earlier plan wrote, and over nothing else', async () => {
    const args = (to: string) => ['app', '--from', 'n', '--to', to, '--output', 'way'];
    expect((await plan(...args('mixed'))).code).toBe(0);
    expect((await plan(...args('n-plus-1'))).code).toBe(0);
    for (const folder of ['collected', 'foreign']) {
      const io = ioIn(root);
      if (folder === 'collected') expect(await main(['collect', '--output', folder], io)).toBe(0);
      else cpSync(join(root, 'app', 'dist'), join(root, folder), { recursive: true });
      writeFileSync(join(root, folder, 'inventory.yaml'), 'mine: {}\n');
      const { code, err } = await plan('app', '--from', 'n', '--to', 'mixed', '--output', folder);
      expect([code, err]).toEqual([2, expect.stringMatching(/--output cannot be written: '.*' is not in '.*files\.json', so it is yours/)]);
      expect(readFileSync(join(root, folder, 'inventory.yaml'), 'utf8')).toBe('mine: {}\n');
    }
  });

  it('writes over no file of another owner in a folder called collection', async () => {
    const own = join(root, 'plans', 'collection', 'ansible_collections', 'cdk8s', 'ccm_migration', 'galaxy.yml');
    mkdirSync(dirname(own), { recursive: true });
    writeFileSync(own, 'mine: {}\n');
    const { code, err } = await plan('app', '--from', 'n', '--to', 'mixed', '--output', 'plans/way');
    expect([code, err]).toEqual([2, expect.stringMatching(/--output cannot be written: '.*galaxy\.yml' is not in '.*files\.json', so it is yours/)]);
    expect(readFileSync(own, 'utf8')).toBe('mine: {}\n');
    expect(existsSync(join(root, 'plans', 'way'))).toBe(false);
  });

  it('has a runbook with the bounds of gaps, the way back and the limits of the promise', async () => {
    const { out } = await plan('app', '--from', 'n', '--to', 'n-plus-1', '--format', 'markdown', '--release-lease');
    expect(out).toMatch(/\| No process runs the cloud controllers \| less than 43\.2 s, /);
    expect(out).toContain('A lease is not a fencing token');
    expect(out).toContain('Never do it for a node that does not answer.');
    expect(out).toMatch(/\*\*Turn back\*\*: `ansible-playbook back\.yaml`, .* also from the middle of a step/);
  });
});
