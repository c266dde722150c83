import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PLANNED_WITH_PASSWORD } from './files-with-password';
import { ansibleTasks } from '../../src/files/ansible-tasks';
import { putFiles, takeBack } from '../../src/lib/plan/commands';
import { ansible } from '../ansible/ansible';
import { describeNeeding } from '../needs';

jest.setTimeout(300_000);

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

    function play(...tasks: readonly { readonly given: unknown; readonly file: string }[]): string {
      for (const [name, text] of ansibleTasks()) put(`tasks/${name}.yaml`, text);
      put('play.yaml', JSON.stringify([{
        hosts: 'localhost',
        connection: 'local',
        gather_facts: false,
        vars: {
          app_dir: join(root, 'app'),
          node_root: join(root, 'node'),
          backup_dir: '/backup',
          keep_owner: false,
          ansible_python_interpreter: '{{ ansible_playbook_python }}',
        },
        tasks: tasks.map(({ given, file }) => ({ 'ansible.builtin.include_tasks': `tasks/${file}.yaml`, 'vars': { given } })),
      }]));
      const { stdout, stderr, status } = spawnSync(join(ansible().bin!, 'ansible-playbook'), ['-i', 'localhost,', '--diff', '-vvv', 'play.yaml'], {
        cwd: root, encoding: 'utf8', env: { ...process.env, ANSIBLE_NOCOLOR: '1', HOME: root },
      });
      expect([status, status === 0 ? '' : stdout + stderr]).toEqual([0, '']);
      return stdout + stderr;
    }

    it('is in no output of ansible-playbook --diff -vvv, on the way there and back; other files are', () => {
      for (const { source, text } of PLANNED_WITH_PASSWORD) put(`app/${source}`, text);
      put('node/etc/kubernetes/cloud.conf', OLD);
      const [there] = putFiles('a', 'n', PLANNED_WITH_PASSWORD);
      const [back] = takeBack('a', 'n', PLANNED_WITH_PASSWORD.map(({ path, sha256 }) => ({ path, sum: sha256 })));
      const said = play({ file: 'put-files', given: there.action });
      expect(readFileSync(join(root, 'node/etc/kubernetes/cloud.conf'), 'utf8')).toContain('hunter2');
      expect(statSync(join(root, 'node/backup/n/etc/kubernetes/cloud.conf')).mode % 0o1000).toBe(0o600);
      expect(said).not.toMatch(/hunter2|the-old-one/);
      expect(said).toContain('+kind: LeaderMigrationConfiguration');
      // What the run wrote is what lies there: its sum is what Ansible would have.
      const paths = PLANNED_WITH_PASSWORD.map(({ path }) => path);
      const saidBack = play({ file: 'restore-files', given: { ...back.action, do: 'restore-files', paths } });
      expect(readFileSync(join(root, 'node/etc/kubernetes/cloud.conf'), 'utf8')).toBe(OLD);
      expect(saidBack).not.toMatch(/hunter2|the-old-one/);
    });
  });
});
