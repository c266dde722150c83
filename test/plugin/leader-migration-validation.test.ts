import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LeaderMigrationValidation, LeaderMigrationValidationProps } from '../../src/plugin/leader-migration-validation';
import { ccm } from '../lib/rules/input';

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

  it('is a success where the file of accepted findings says what an unknown kind does', async () => {
    const manifest = join(root, 'app.yaml');
    writeFileSync(manifest, `${ccm()['ccm.yaml']}---\napiVersion: corp.example/v1\nkind: Stack\nmetadata: {name: x}\n`);
    const accepted = join(root, 'accepted.yaml');
    writeFileSync(accepted, 'inertKinds:\n- {group: corp.example, kind: Stack, reason: makes dashboards}\n');
    const submitted = async (props: LeaderMigrationValidationProps) => {
      const found: (string | undefined)[] = [];
      await new LeaderMigrationValidation({ assume: 'kcm=external:1.27.16', ...props }).validate({
        manifests: [manifest], report: { addViolation: ({ fix }) => found.push(fix), submit: status => found.unshift(status) },
      });
      return found;
    };
    expect(await submitted({})).toEqual(['failure', expect.stringContaining('\ninertKinds:\n')]);
    expect((await submitted({ accepted }))[0]).toBe('success');
  });

  it('fails to be configured with an unknown severity', () => {
    expect(() => new LeaderMigrationValidation({ failOn: 'note' })).toThrow("failOn is 'note'; accepted: 'error', 'warning'");
  });
});
