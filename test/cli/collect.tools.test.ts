import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ioIn } from './simulated-project';
import { main } from '../../src/cli/main';
import { ansibleLint } from '../ansible/ansible';
import { lintPlaybooks } from '../ansible/lint';
import { describeNeeding } from '../needs';

jest.setTimeout(300_000);

// What the playbook does: conformance/playbooks/collect.test.ts. The collection itself is linted with the plans.
describeNeeding('ansible-lint', ansibleLint().missing, 'REQUIRE_ANSIBLE', () => {
  it('has nothing to say about collect.yaml in its strictest profile', async () => {
    const root = mkdtempSync(join(tmpdir(), 'ccm-collect-'));
    expect(await main(['collect', '--output', 'collect'], ioIn(root))).toBe(0);
    expect(lintPlaybooks(join(root, 'collect'))).toEqual({ status: 0, findings: '' });
    rmSync(root, { recursive: true });
  });
});
