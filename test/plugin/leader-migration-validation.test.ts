import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LeaderMigrationValidation } from '../../src/plugin/leader-migration-validation';

let root: string;
beforeEach(() => { root = mkdtempSync(join(tmpdir(), 'plugin-')); });
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('the report', () => {
  it('is submitted as a failure where the input cannot be read', async () => {
    const submitted: string[] = [];
    const rules: string[] = [];
    const broken = join(root, 'broken.yaml');
    writeFileSync(broken, 'a: [');
    await new LeaderMigrationValidation({ nodes: join(root, 'nowhere') }).validate({
      manifests: [broken],
      report: { addViolation: violation => rules.push(violation.ruleName), submit: status => submitted.push(status) },
    });
    expect({ submitted, rules }).toEqual({ submitted: ['failure'], rules: ['unreadable-input'] });
  });

  it('fails to be configured with an unknown severity', () => {
    expect(() => new LeaderMigrationValidation({ failOn: 'note' })).toThrow("failOn is 'note'; accepted: 'error', 'warning'");
  });
});
