import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { ansibleTasks } from '../../src/files/ansible-tasks';
import { AwsCcm } from '../../src/lib/ccm/aws-ccm';
import { CcmWorkload } from '../../src/lib/ccm/workload-kind';
import { StrategyKind } from '../../src/lib/migration/migration-strategy';
import { ansibleProject } from '../../src/lib/plan/ansible/project';
import { KcmRuntime } from '../../src/lib/plan/options';
import { makePlan, Plan } from '../../src/lib/plan/plan';
import { renderJson } from '../../src/lib/plan/render/json';
import { PlanStateName } from '../../src/lib/plan/state';
import { ansible, ansibleLint } from '../ansible/ansible';
import { appFiles } from '../lib/plan/app-fixture';
import { describeNeeding } from '../needs';
import { STRATEGIES } from '../strategies';

jest.setTimeout(900_000);

let root: string;
beforeEach(() => { root = mkdtempSync(join(tmpdir(), 'ccm-ansible-')); });
afterEach(() => rmSync(root, { recursive: true, force: true }));

const FILES = new Map(Object.values(StrategyKind).map(kind => [kind, appFiles({ strategy: STRATEGIES[kind] })]));

const STATIC_PODS = appFiles({ ccm: AwsCcm.of({ run: { workload: CcmWorkload.staticPodOfKubeadm() } }) });

function planned(strategy: StrategyKind, from: PlanStateName, to: PlanStateName, kcmRuntime?: KcmRuntime, files = FILES.get(strategy)!): Plan {
  const result = makePlan(files, from, to, { releaseLease: true, kcmRuntime });
  if ('refused' in result) throw new Error(result.refused.reason);
  return result.plan;
}

function write(plan: Plan): string {
  const folder = join(root, `${plan.from}-to-${plan.to}`);
  for (const { path, content } of ansibleProject(plan, '../app', ansibleTasks())) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

/** Between them they have every command that there is. */
const WAYS: readonly [StrategyKind, PlanStateName, PlanStateName, KcmRuntime?, Map<string, string>?][] = [
  [StrategyKind.LEADER_MIGRATION, 'not-started', 'n-plus-1'],
  [StrategyKind.LEADER_MIGRATION, 'disabled', 'not-started'],
  [StrategyKind.LEADER_MIGRATION, 'n-plus-1', 'disabled'],
  [StrategyKind.CONTROLLERS_OFF_THEN_ON, 'n-plus-1', 'n'],
  [StrategyKind.DOWNTIME, 'n', 'n-plus-1', 'static-pod'],
  [StrategyKind.DOWNTIME, 'n', 'n-plus-1', 'systemd'],
  [StrategyKind.DOWNTIME, 'n-plus-1', 'n', 'deployment'],
  [StrategyKind.LEADER_MIGRATION, 'n', 'mixed', undefined, STATIC_PODS],
  [StrategyKind.LEADER_MIGRATION, 'mixed', 'n', undefined, STATIC_PODS],
];

/** As Ansible reads it, but that what is marked as no template says so. */
function read(text: string): unknown {
  const unsafe = { tag: '!unsafe', resolve: (value: string) => ({ unsafe: value }) };
  return parseAllDocuments(text, { customTags: [unsafe], version: '1.1' }).map(document => document.toJS() as unknown)[0];
}

describe('an Ansible project', () => {
  it.each(WAYS)('of strategy %s from %s to %s uses modules of ansible.builtin and nothing of a shell', (...way) => {
    for (const { path, content } of ansibleProject(planned(...way), '../app', ansibleTasks()).filter(file => file.path.endsWith('.yaml'))) {
      const names = [...content.matchAll(/^ *-? *([a-z]+(?:\.[a-z_]+)+):/gm)].map(([, name]) => name).filter(
        name => name.startsWith('ansible.') || name.includes('community'),
      );
      expect([path, names.filter(name => !name.startsWith('ansible.builtin.'))]).toEqual([path, []]);
      expect([path, names.filter(name => /\.(shell|raw|script|expect)$/.test(name))]).toEqual([path, []]);
    }
  });

  it('names every task file that there is in some way, and no other', () => {
    const written = new Set(WAYS.flatMap(way => ansibleProject(planned(...way), '../app', ansibleTasks()).map(({ path }) => path)));
    // An app with kubeadm's configuration, with a credential provider, off the host network.
    const others = ['exists', 'has-program', 'host-is-named', 'manual', 'upgrade-kubeadm', 'upload-kubeadm'];
    expect([...ansibleTasks().keys()].filter(name => !written.has(`tasks/${name}.yaml`))).toEqual(others);
  });

  it('has control-plane nodes one by one, and workers by group with a share and a limit of failures', () => {
    const files = ansibleProject(planned(StrategyKind.LEADER_MIGRATION, 'n', 'n-plus-1'), '../app', ansibleTasks());
    const plays = read(
      files.find(({ path }) => path === 'migrate.yaml')!.content,
    ) as { name: string; hosts: string | string[]; serial?: string; any_errors_fatal?: boolean }[];
    const upgrades = plays.filter(({ name }) => name?.includes('Upgrade'));
    expect(upgrades.map(({ hosts }) => hosts))
      .toEqual([expect.stringMatching(/^ip-10-0-1-10/), expect.stringMatching(/^ip-10-0-2-10/), expect.stringMatching(/^ip-10-0-3-10/)]);
    const workers = plays.filter(({ serial }) => serial !== undefined);
    expect(workers).toEqual([expect.objectContaining({
      hosts: [expect.stringMatching(/^ip-10-0-1-101/), expect.stringMatching(/^ip-10-0-2-101/)],
      any_errors_fatal: false,
      max_fail_percentage: expect.stringContaining('worker_max_fail_percentage'),
    })]);
  });

  it('marks text of the manifests that Jinja would read', () => {
    const plan = planned(StrategyKind.LEADER_MIGRATION, 'n', 'mixed');
    const hostile = "/etc/{{lookup('pipe','touch${IFS}x')}}.conf";
    const text = JSON.stringify(plan).replaceAll('/var/lib/kubelet/kubeadm-flags.env', JSON.stringify(hostile).slice(1, -1));
    const files = ansibleProject(JSON.parse(text) as Plan, '../app', ansibleTasks());
    const found = files.filter(({ content }) => content.includes('touch$'));
    expect(found.map(({ path }) => path)).toEqual(expect.arrayContaining(['migrate.yaml', 'back.yaml']));
    for (const { path, content } of found) {
      const bare = content.split('\n').filter(line => line.includes('touch$') && !line.includes('!unsafe'));
      expect([path, bare]).toEqual([path, []]);
    }
  });

  it('changes with its input only', () => {
    const plan = planned(StrategyKind.LEADER_MIGRATION, 'n', 'mixed');
    expect(ansibleProject(plan, '../app', ansibleTasks())).toEqual(ansibleProject(plan, '../app', ansibleTasks()));
  });
});

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
  it('has nothing to say in its strictest profile', () => {
    for (const way of WAYS) write(planned(...way));
    const args = ['--offline', '--strict', '--profile', 'production', '--nocolor', '-q', '--project-dir', root];
    const folders = readdirSync(root).map(name => join(root, name));
    for (const folder of folders) {
      const { status, stdout } = spawnSync(join(lint.bin!, 'ansible-lint'), args, { cwd: folder, encoding: 'utf8', env: clean(lint.bin!) });
      expect({ folder, status, stdout: stdout.trim() }).toEqual({ folder, status: 0, stdout: '' });
    }
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

