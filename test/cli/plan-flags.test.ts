import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ansibleTasks } from '../../src/files/ansible-tasks';
import { MigrationStrategy } from '../../src/lib/migration/migration-strategy';
import { ansibleProject } from '../../src/lib/plan/ansible/project';
import { makePlan } from '../../src/lib/plan/plan';
import { ansible } from '../ansible/ansible';
import { appFiles } from '../lib/plan/app-fixture';
import { describeNeeding } from '../needs';

jest.setTimeout(300_000);

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'ccm-plan-flags-'));
  mkdirSync(join(root, 'bin'));
  mkdirSync(join(root, 'node'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function program(name: string, body: string): void {
  writeFileSync(join(root, 'bin', name), `#!/bin/bash\n${body}\n`);
  chmodSync(join(root, 'bin', name), 0o755);
}

const programs = ansible();

/** Runs the tasks of what a step runs, and nothing else of the project. */
function runStep(kcmRuntime: 'systemd' | 'deployment', id: RegExp, part: 'run' | 'undo' = 'run') {
  const result = makePlan(appFiles({ strategy: MigrationStrategy.downtime() }), 'n', 'n-plus-1', { kcmRuntime });
  if ('refused' in result) throw new Error('refused');
  for (const { path, content } of ansibleProject(result.plan, '.', ansibleTasks())) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  const step = result.plan.steps.find(one => id.test(one.id))!;
  const tasks = step[part].filter(({ withinSeconds }) => withinSeconds === undefined)
    .map(({ action }) => ({ 'ansible.builtin.include_tasks': `tasks/${action.do}.yaml`, 'vars': { given: action } }));
  const vars = { kubectl: ['kubectl'], node_root: join(root, 'node'), backup_dir: '/var/lib/ccm-migration/backup' };
  writeFileSync(join(root, 'step.yaml'), JSON.stringify([{ hosts: 'localhost', gather_facts: false, vars, tasks }]));
  const env = {
    PATH: `${join(root, 'bin')}:${programs.bin}:${process.env.PATH}`,
    HOME: root,
    ROOT: root,
    LANG: 'C.UTF-8',
    LC_ALL: 'C.UTF-8',
    ANSIBLE_NOCOLOR: 'true',
  };
  return spawnSync(
    'ansible-playbook', ['-i', 'localhost,', '-c', 'local', '-e', `ansible_python_interpreter=${programs.bin}/python`,
      'step.yaml'], { cwd: root, env, encoding: 'utf8' },
  );
}

describeNeeding('flags of a kube-controller-manager that is a Deployment', programs.missing, 'REQUIRE_ANSIBLE', () => {
  const deployment = (container: object) => JSON.stringify({ spec: { template: { spec: { containers: [container] } } } });

  it('are changed in its own command line, and its image with them', () => {
    const command = ['kube-controller-manager', '--cloud-provider=aws', '--cloud-config=/etc/kubernetes/cloud.conf', '--own=a"b'];
    writeFileSync(join(root, 'deployment.json'), deployment({ image: 'registry.example/kcm:v1.26.15', command }));
    program('kubectl', 'case "$*" in *get*) cat "$ROOT/deployment.json" ;; patch*) printf "%s" "${@: -1}" >"$ROOT/patch" ;; esac');
    expect(runStep('deployment', /start-kcm$/)).toMatchObject({ status: 0 });
    const [flags, image] = JSON.parse(readFileSync(join(root, 'patch'), 'utf8')) as { path: string; value: unknown }[];
    expect(flags.path).toBe('/spec/template/spec/containers/0/command');
    expect(flags.value).toEqual(['kube-controller-manager', '--own=a"b', '--cloud-provider=external']);
    expect(image).toMatchObject({ path: '/spec/template/spec/containers/0/image', value: 'registry.example/kcm:v1.27.16' });
  });

  it('fails on a value that is a word of its own', () => {
    writeFileSync(join(root, 'deployment.json'), deployment({ image: 'registry.example/kcm:v1.26.15', args: ['--cloud-provider', 'aws'] }));
    program('kubectl', 'case "$*" in *get*) cat "$ROOT/deployment.json" ;; patch*) touch "$ROOT/patch" ;; esac');
    const { status, stdout } = runStep('deployment', /start-kcm$/);
    expect(stdout.replace(/\s+/g, ' ')).toContain('write each flag and its value as one word (found --cloud-provider)');
    expect(status).not.toBe(0);
    expect(() => readFileSync(join(root, 'patch'))).toThrow();
  });
});

describeNeeding('flags of a kube-controller-manager that is a unit', programs.missing, 'REQUIRE_ANSIBLE', () => {
  const FILE = 'etc/systemd/system/kube-controller-manager.service.d/90-ccm-migration.conf';

  it('are changed in a drop-in with its own command line, and taken back', () => {
    program('systemctl', [
      'echo "$*" >>"$ROOT/log"',
      'if [ "$1" = show ]; then echo "{ path=/opt/kcm ; argv[]=/opt/kcm --cloud-provider=aws --cloud-config=/etc/kubernetes/cloud.conf --own=1 ; '
        + 'ignore_errors=no ; pid=1 }"; fi',
    ].join('\n'));
    const start = /start-ip-10-0-1-10\./;
    expect(runStep('systemd', start)).toMatchObject({ status: 0 });
    // Once more, as after a kill: what the first run wrote is not what was there before.
    expect(runStep('systemd', start)).toMatchObject({ status: 0 });
    expect(readFileSync(join(root, 'node', FILE), 'utf8')).toBe('[Service]\nExecStart=\nExecStart=/opt/kcm --own=1 --cloud-provider=external\n');
    expect(readFileSync(join(root, 'log'), 'utf8').trim().split('\n').slice(-2)).toEqual(['daemon-reload', 'start kube-controller-manager']);
    expect(runStep('systemd', start, 'undo')).toMatchObject({ status: 0 });
    expect(() => readFileSync(join(root, 'node', FILE), 'utf8')).toThrow();
  });
});
