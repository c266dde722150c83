import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { PLANNED_WITH_PASSWORD } from './files-with-password';
import { stepFile } from '../../src/lib/plan/node/change';
import { ansible } from '../ansible/ansible';
import { describeNeeding } from '../needs';

jest.setTimeout(300_000);

const COLLECTION = resolve(__dirname, '..', '..', 'collection');
const OLD = '[Global]\npassword = the-old-one\nport = 443\n';

describe('a file with a password', () => {
  describeNeeding('with Ansible', ansible().missing, 'REQUIRE_ANSIBLE', () => {
    let root: string;
    beforeEach(() => { root = mkdtempSync(join(tmpdir(), 'ccm-secrets-')); });
    afterEach(() => rmSync(root, { recursive: true, force: true }));

    const put = (path: string, text: string) => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text, { mode: 0o600 });
    };

    /** What ansible-playbook says when it carries out an action. */
    function play(action: object, files: readonly object[]): string {
      put('plan.json', JSON.stringify({ id: 'p', controlPlane: [], workers: [], kinds: { put: { files, run: [] } }, steps: [] }));
      put('play.yaml', JSON.stringify([{
        hosts: 'localhost',
        connection: 'local',
        gather_facts: false,
        roles: ['cdk8s.ccm_migration.settings'],
        vars: {
          plan_file: join(root, 'plan.json'),
          app_dir: join(root, 'app'),
          node_root: join(root, 'node'),
          backup_dir: '/backup',
          keep_owner: false,
          etcd_snapshot_host: 'localhost',
          etcdctl: ['etcdctl'],
          object_copies: root,
          ansible_python_interpreter: '{{ ansible_playbook_python }}',
        },
        tasks: [{ 'cdk8s.ccm_migration.carry_out': { do: { ...action, node: 'localhost' } } }],
      }]));
      const { stdout, stderr, status } = spawnSync(join(ansible().bin!, 'ansible-playbook'), ['-i', 'localhost,', '--diff', '-vvv', 'play.yaml'], {
        cwd: root, encoding: 'utf8', env: { ...process.env, ANSIBLE_NOCOLOR: '1', HOME: root, ANSIBLE_COLLECTIONS_PATH: COLLECTION },
      });
      expect([status, status === 0 ? '' : stdout + stderr]).toEqual([0, '']);
      return stdout + stderr;
    }

    /** Neither as it is, nor as a module is given it. */
    function expectNoPassword(said: string): void {
      expect(said).not.toMatch(/hunter2|the-old-one/);
      for (const text of [OLD, PLANNED_WITH_PASSWORD[0].text]) expect(said).not.toContain(Buffer.from(text).toString('base64').slice(0, 24));
    }

    it('is in no output of ansible-playbook --diff -vvv, on the way there and back; other files are', () => {
      for (const { source, text } of PLANNED_WITH_PASSWORD) put(`app/${source}`, text);
      put('node/etc/kubernetes/cloud.conf', OLD);
      const files = PLANNED_WITH_PASSWORD.map(file => ({ path: file.path, ...stepFile(file, []).put, source: file.source, sha256: file.sha256 }));
      const said = play({ do: 'put-files', state: 'n', files }, files);
      expect(readFileSync(join(root, 'node/etc/kubernetes/cloud.conf'), 'utf8')).toContain('hunter2');
      expect(statSync(join(root, 'node/backup/n/etc/kubernetes/cloud.conf')).mode % 0o1000).toBe(0o600);
      expectNoPassword(said);
      expect(said).toContain('+kind: LeaderMigrationConfiguration');
      const back = play({ do: 'restore-files', state: 'n', paths: files.map(({ path }) => path) }, files);
      expect(readFileSync(join(root, 'node/etc/kubernetes/cloud.conf'), 'utf8')).toBe(OLD);
      expectNoPassword(back);
      expect(back).toContain('-kind: LeaderMigrationConfiguration');
    });
  });
});
