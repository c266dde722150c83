import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
import { readTree } from '../golden';

jest.setTimeout(120_000);

const EXAMPLE = resolve(__dirname, '..', '..', 'examples', 'kubeadm');

/** The migration of the example, as its program has it. */
const MIGRATION = new Migration({ clusterId: 'prod-eu', toVersion: KubernetesVersion.of('1.27.16'), nodes: NodeFolder.read(join(EXAMPLE, 'input')) });

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'ccm-plan-output-'));
  for (const part of ['dist', 'nodes', 'bundles/kubeadm']) cpSync(join(EXAMPLE, part), join(root, 'app', part), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

async function plan(...args: string[]) {
  const io = ioIn(root);
  const code = await main(['plan', ...args], io);
  return { code, ...io.text };
}

describe('ccm-migration plan --output', () => {
  it('writes what the construct writes, byte for byte, and the collection beside it', async () => {
    const { code, err } = await plan('app', '--from', 'n', '--to', 'n-plus-1', '--volumes', 'workers', '--output', 'app/bundles/plan');
    expect([code, err]).toEqual([0, 'wrote 14 files to app/bundles/plan: read report.md, then runbook.md; app/bundles/collection has the '
      + 'collection that carries it out\n']);
    const ofWorkers = { volumes: EbsVolumes.WORKERS, from: PlanState.N, to: PlanState.N_PLUS_1 };
    const paths = new MigrationPlan({ migration: MIGRATION, appDir: join(root, 'app'), ...ofWorkers }).write(join(root, 'app', 'bundles', 'other'));
    expect([...paths].sort()).toEqual([
      'ansible.cfg', 'back.yaml', 'by-hand.sh', 'collection.sha256', 'files.json', 'group_vars/plan.yaml', 'inventory.yaml', 'look.yaml',
      'migrate.yaml',
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
});
