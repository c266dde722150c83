import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Violation } from '../../src/plugin/cdk8s-validation';
import { LeaderMigrationValidation, LeaderMigrationValidationProps } from '../../src/plugin/leader-migration-validation';
import { ccm } from '../lib/rules/input';
import { ROOT } from '../pages';

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

  /** What is submitted of an app whose phases are beside its node files. */
  async function reported(app: string) {
    cpSync(join(ROOT, 'examples/kubeadm', 'dist'), join(app, 'dist'), { recursive: true });
    cpSync(join(ROOT, 'examples/kubeadm', 'nodes'), join(app, 'nodes'), { recursive: true });
    const files = readdirSync(join(app, 'dist'), { recursive: true, encoding: 'utf8' }).filter(path => path.endsWith('.yaml')).sort();
    const said: { violations: Violation[]; status?: string; metadata?: Readonly<Record<string, string>> } = { violations: [] };
    await new LeaderMigrationValidation({ nodes: join(app, 'nodes') }).validate({
      manifests: files.map(path => join(app, 'dist', path)),
      report: {
        addViolation: violation => said.violations.push(violation),
        submit: (status, metadata) => Object.assign(said, { status, metadata }),
      },
    });
    return said;
  }

  it('has no violation for an example, and its notes once, with the phases in which they are', async () => {
    const { violations, status, metadata = {} } = await reported(root);
    expect([violations, status]).toEqual([[], 'success']);
    const notes = Object.entries(metadata).filter(([name]) => name.startsWith('Note ')).map(([, text]) => text);
    expect(notes.length).toBeGreaterThan(0);
    const messages = notes.map(text => text.replace(/ \(phases? .*/, ''));
    expect(new Set(messages).size).toBe(messages.length);
    expect(notes.some(text => /\(phases \w+[^)]*, /.test(text))).toBe(true);
  });

  it('fails to be configured with an unknown severity', () => {
    expect(() => new LeaderMigrationValidation({ failOn: 'note' })).toThrow("failOn is 'note'; accepted: 'error', 'warning'");
  });
});
