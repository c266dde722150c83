import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { OF_KUBEADM, planned, root, WAYS, write } from './ansible-projects';
import { ansibleTasks } from '../../src/files/ansible-tasks';
import { renderJson } from '../../src/lib/plan/render/json';
import { ansible, ansibleLint } from '../ansible/ansible';
import { lintPlaybooks } from '../ansible/lint';
import { describeNeeding } from '../needs';

jest.setTimeout(900_000);

const programs = ansible();
const lint = ansibleLint();

describeNeeding('ansible-core', programs.missing, 'REQUIRE_ANSIBLE', () => {
  it.each(WAYS)('reads the playbooks of strategy %s from %s to %s', (...way) => {
    const folder = write(planned(...way));
    const books = ['preflight.yaml', 'migrate.yaml', 'back.yaml'];
    const { status, stderr } = spawnSync(
      join(programs.bin!, 'ansible-playbook'), ['--syntax-check', ...books], { cwd: folder, encoding: 'utf8', env: clean(programs.bin!) },
    );
    expect({ status, stderr: stderr.trim() }).toEqual({ status: 0, stderr: '' });
  });
});

describeNeeding('ansible-lint', lint.missing, 'REQUIRE_ANSIBLE', () => {
  /** Names of the projects of all ways: two of them may have the same states. */
  function everyProject(): readonly string[] {
    const ways = WAYS.map((way, index) => basename(write(planned(...way), `${index}-${way[1]}-to-${way[2]}`)));
    const ofKubeadm = readdirSync(OF_KUBEADM);
    for (const name of ofKubeadm) cpSync(join(OF_KUBEADM, name), join(root, name), { recursive: true });
    return [...ways, ...ofKubeadm];
  }

  // All at once: a start takes as long as a project, and what is the same in all of them, the tasks, is read but once.
  it('has nothing to say in its strictest profile', () => {
    const projects = everyProject();
    const tasks = ansibleTasks();
    for (const name of projects) {
      for (const file of readdirSync(join(root, name, 'tasks'))) {
        expect([name, file, readFileSync(join(root, name, 'tasks', file), 'utf8')]).toEqual([name, file, tasks.get(basename(file, '.yaml'))]);
      }
    }
    cpSync(resolve(__dirname, '..', '..', 'ansible', 'tasks'), join(root, 'every', 'tasks'), { recursive: true });
    expect(lintPlaybooks(root, projects.map(name => join(name, 'tasks')))).toEqual({ status: 0, findings: '' });
  });

  it.each(WAYS)('is beside a plan.json that fits its schema: strategy %s from %s to %s', (...way) => {
    const file = join(root, 'plan.json');
    writeFileSync(file, renderJson({ plan: planned(...way) }));
    const schema = resolve(__dirname, '..', '..', 'schemas', 'plan.schema.json');
    const script = 'import json,sys,jsonschema;jsonschema.Draft202012Validator(json.load(open(sys.argv[2]))).validate(json.load(open(sys.argv[1])))';
    const run = (path: string) => spawnSync(join(lint.bin!, 'python'), ['-c', script, path, schema], { encoding: 'utf8' });
    expect(run(file)).toMatchObject({ status: 0, stderr: '' });
    writeFileSync(
      file, readFileSync(file, 'utf8').replace('"do": "apply-file"', '"do": "run-anything"').replace('"schemaVersion": 1', '"schemaVersion": 2'),
    );
    expect(run(file).status).toBe(1);
  });
});

/** Without what the machine sets for Ansible. */
function clean(bin: string): NodeJS.ProcessEnv {
  return { PATH: `${bin}:${process.env.PATH}`, HOME: root, LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' };
}

