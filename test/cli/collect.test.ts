import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ioIn } from './simulated-project';
import { main } from '../../src/cli/main';

let root: string;
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'ccm-collect-'));
  expect(await main(['collect', '--output', 'collect'], ioIn(root))).toBe(0);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('ccm-migration collect', () => {
  it('writes a project, and never over an inventory that was filled in', async () => {
    const inventory = join(root, 'collect', 'inventory.yaml');
    writeFileSync(inventory, 'mine\n');
    writeFileSync(join(root, 'collect', 'collect.yaml'), 'old\n');
    const io = ioIn(root);
    expect(await main(['collect', '--output', 'collect'], io)).toBe(0);
    expect(readFileSync(inventory, 'utf8')).toBe('mine\n');
    expect(readFileSync(join(root, 'collect', 'collect.yaml'), 'utf8')).toContain('import_playbook: cdk8s.ccm_migration.collect');
    expect(io.text.out).toContain('fill in collect/inventory.yaml');
  });

  it('fails without a folder, with exit code 2 and one line', async () => {
    const io = ioIn(root);
    expect(await main(['collect'], io)).toBe(2);
    expect(io.text.err).toMatch(/required option '-o, --output <dir>' not specified/);
  });
});
