import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ioIn } from './simulated-project';
import { main } from '../../src/cli/main';
import { MigrationPlan } from '../../src/constructs/migration-plan';
import { NodeFolder } from '../../src/constructs/node-folder';
import { KubernetesVersion } from '../../src/lib/kubernetes/kubernetes-version';
import { Migration } from '../../src/lib/migration/migration';
import { PlanState } from '../../src/lib/plan/state';

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
  it('prints every step with its wait, its gap and its way back', async () => {
    const { code, out } = await plan('app', '--from', 'n', '--to', 'mixed');
    expect(code).toBe(0);
    expect(out).toContain('plan n -> mixed, strategy leader-migration, 1.26.15 and 1.27.16, 3 control-plane nodes, 2 workers, 9 steps');
    expect(out).toMatch(/less than 23\.8 s when the successor already bids/);
    expect(out.match(/way back:/g)).toHaveLength(9);
  });

  it('prints one JSON object and nothing else', async () => {
    const { code, out } = await plan('app', '--from', 'n-plus-1', '--to', 'disabled', '--format', 'json');
    const data = JSON.parse(out);
    expect(code).toBe(0);
    expect(data.route).toEqual(['n-plus-1', 'disabled']);
    for (const step of data.steps) expect(step).toMatchObject({ exclusivity: true, liveness: true, wayBack: { text: expect.stringMatching(/./) } });
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
    ['no state', ['app', '--from', 'n'], /required option '--to <state>' not specified/],
    ['a node group given twice', ['app', '--from', 'n', '--to', 'mixed', '--node-group', 'a=x', '--node-group', 'a=y'], /'a' is given twice/],
    ['a node group without nodes', ['app', '--from', 'n', '--to', 'mixed', '--node-group', 'a'], /give '<name>=<node>,<node>'/],
  ])('fails with exit code 2 and one line on %s', async (_, args, message) => {
    const { code, err, out } = await plan(...args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(message);
    expect(err).not.toMatch(/\n\s+at /);
  });

  it('fails with exit code 2 on a golden that was changed by hand', async () => {
    const index = join(root, 'app', 'nodes', 'n', 'files.json');
    const path = join(root, 'app', 'nodes', 'n', JSON.parse(readFileSync(index, 'utf8'))[0].path);
    writeFileSync(path, readFileSync(path, 'utf8') + '# mine\n');
    const { code, err } = await plan('app', '--from', 'n', '--to', 'mixed');
    expect(code).toBe(2);
    expect(err).toMatch(/was changed since synth wrote it: its sha256 is /);
  });

  it('writes what the construct writes, byte for byte', async () => {
    expect((await plan('app', '--from', 'n', '--to', 'n-plus-1', '--output', 'app/bundles/plan')).code).toBe(0);
    const paths = new MigrationPlan({ migration: MIGRATION, appDir: join(root, 'app'), from: PlanState.N, to: PlanState.N_PLUS_1 }).write(
      join(root, 'app', 'bundles', 'other'),
    );
    expect(paths).toEqual(
      expect.arrayContaining(['plan.json', 'runbook.md', 'inventory.yaml', 'preflight.yaml', 'migrate.yaml', 'back.yaml', 'tasks/put-files.yaml']),
    );
    for (const path of paths.filter(
      one => one !== 'files.json',
    )) {
      expect(readFileSync(join(root, 'app', 'bundles', 'plan', path), 'utf8')).toBe(
        readFileSync(join(root, 'app', 'bundles', 'other', path), 'utf8'),
      );
    }
    expect(paths).not.toContain('migrate.sh');
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

  it('has a runbook with a timeline, a sequence and the limits of the promise', async () => {
    const { out } = await plan('app', '--from', 'n', '--to', 'n-plus-1', '--format', 'markdown', '--release-lease');
    expect(out).toContain('```mermaid\ntimeline\n');
    expect(out).toContain('```mermaid\nsequenceDiagram\n');
    expect(out).toContain('A lease is not a fencing token');
    expect(out).toContain('Never do it for a node that does not answer.');
    expect(out.match(/^Way back from here: /gm)).toHaveLength(15);
  });
});
