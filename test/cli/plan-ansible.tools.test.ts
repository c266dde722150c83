import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { everyVerb, planned, root, WAYS, write } from './ansible-projects';
import { collectionFiles, writeCollection } from '../../src/files/collection';
import { AwsCcm } from '../../src/lib/ccm/aws-ccm';
import { CcmWorkload } from '../../src/lib/ccm/workload-kind';
import { renderJson } from '../../src/lib/plan/render/json';
import { makeCcmUpgradeChain } from '../../src/lib/plan/upgrade/ccm-upgrade-chain';
import { ansible, ansibleLint } from '../ansible/ansible';
import { lintPlaybooks } from '../ansible/lint';
import { appFiles, ofKubeadm, rewritten, steadyFiles } from '../lib/plan/app-fixture';
import { planned as plannedApp } from '../lib/plan/plans';
import { describeNeeding } from '../needs';

jest.setTimeout(900_000);

const ROOT = resolve(__dirname, '..', '..');
const programs = ansible();
const lint = ansibleLint();

describeNeeding('ansible-core', programs.missing, 'REQUIRE_ANSIBLE', () => {
  it.each(WAYS)('reads the playbooks of strategy %s from %s to %s', (...way) => {
    const folder = write(planned(...way));
    symlinkSync(join(ROOT, 'collection'), join(root, 'collection'));
    const books = readdirSync(folder).filter(file => /^(preflight|look|migrate|back)\.yaml$/.test(file));
    expect(books).toHaveLength(4);
    const { status, stderr } = spawnSync(
      join(programs.bin!, 'ansible-playbook'), ['--syntax-check', ...books], { cwd: folder, encoding: 'utf8', env: clean(programs.bin!) },
    );
    expect({ status, stderr: stderr.trim() }).toEqual({ status: 0, stderr: '' });
  });

  it('takes text of the manifests that Jinja would read as it is', () => {
    const hostile = `{{ lookup('ansible.builtin.pipe', 'touch ${join(root, 'x')}') }}`;
    const part = { atMostSeconds: 0, lastsSeconds: 0, before: [], proof: [], undo: [], files: [], programs: [] };
    writeFileSync(join(root, 'plan.json'), JSON.stringify({
      id: 'p',
      controlPlane: [],
      workers: [],
      actions: { 'step/manual': { says: hostile, on: 'operator' } },
      kinds: { 'n/x': { ...part, from: 'n', to: 'n', title: hostile, run: [{ do: 'step/manual', what: hostile }] } },
      steps: [{ name: 'n/x', kind: 'n/x' }],
    }));
    writeFileSync(join(root, 'play.yaml'), JSON.stringify([{
      hosts: 'localhost',
      gather_facts: false,
      roles: ['cdk8s.ccm_migration.settings'],
      vars: { plan_file: join(root, 'plan.json'), app_dir: root, ask: false, etcd_snapshot_host: 'localhost', etcdctl: [], object_copies: root },
      tasks: [
        { 'cdk8s.ccm_migration.carry_out': { do: { do: 'read-step', number: 1, what: 'take' }, seen: { reached: 0 } }, 'register': 'this_step' },
        { 'name': '{{ this_step.title }}', 'ansible.builtin.debug': { msg: 'title: {{ this_step.title }}' } },
        {
          'ansible.builtin.include_role': { name: 'cdk8s.ccm_migration.step', tasks_from: 'by-role.yaml' },
          'loop': '{{ this_step.actions }}',
          'loop_control': { loop_var: 'given' },
        },
      ],
    }]));
    const { stdout } = spawnSync(join(programs.bin!, 'ansible-playbook'), ['-i', 'localhost,', '-c', 'local', 'play.yaml'], {
      cwd: root, encoding: 'utf8', env: { ...clean(programs.bin!), ANSIBLE_NOCOLOR: '1', ANSIBLE_COLLECTIONS_PATH: join(ROOT, 'collection') },
    });
    expect(stdout).toContain(`title: ${hostile}`);
    expect(stdout).toContain(`not done by hand: ${hostile}; do it, then run again`);
    expect(existsSync(join(root, 'x'))).toBe(false);
  });
});

describeNeeding('ansible-lint', lint.missing, 'REQUIRE_ANSIBLE', () => {
  // All at once: a start takes as long as a project. The collection beside them is linted by itself.
  it('has nothing to say in its strictest profile', () => {
    const projects = WAYS.map((way, index) => basename(write(planned(...way), `${index}-${way[1]}-to-${way[2]}`)));
    writeCollection(join(root, 'collection'), collectionFiles());
    // Settings that are comments have no blank before them, which tells them from sentences.
    expect(lintPlaybooks(root, projects.map(name => join(name, 'settings.example.yaml')))).toEqual({ status: 0, findings: '' });
  });
});

describeNeeding('plan.json', lint.missing, 'REQUIRE_ANSIBLE', () => {
  const SCHEMA = join(ROOT, 'schemas', 'plan.schema.json');
  const SCRIPT = 'import json,sys,jsonschema\nvalidator = jsonschema.Draft202012Validator(json.load(open(sys.argv[1])))\n'
    + 'print(json.dumps([[*map(str, e.path), e.message[:200]] for e in validator.iter_errors(json.load(open(sys.argv[2])))]))';

  /** What its schema says about it, problem by problem. */
  function problems(text: string): readonly string[][] {
    const file = join(root, 'plan.json');
    writeFileSync(file, text);
    const { stdout, stderr } = spawnSync(join(lint.bin!, 'python'), ['-c', SCRIPT, SCHEMA, file], { encoding: 'utf8' });
    expect(stderr).toBe('');
    return JSON.parse(stdout) as string[][];
  }

  it.each(WAYS)('fits its schema: strategy %s from %s to %s', (...way) => {
    expect(problems(renderJson({ plan: planned(...way) }))).toEqual([]);
  });

  it('fits its schema where kubeadm upgrades, where the host says names, where etcd is elsewhere, off the host network, and of another cloud', () => {
    const edits: readonly (readonly [RegExp, (text: string) => string])[] = [
      [/worker-n-plus-1\/ip-10-0-1-101.*kubeadm-flags.env$/, text => text.replace(/ --hostname-override=[^" ]*/, '')],
      [/kube-apiserver\.yaml$/, text => text.replace(/--etcd-servers=\S*/, '--etcd-servers=https://10.0.9.1:2379')],
      [/^dist\//, text => text.replace('hostNetwork: true', 'hostNetwork: false')],
    ];
    const apps = [ofKubeadm(appFiles()), ...edits.map(([path, edit]) => rewritten(appFiles(), path, edit))];
    for (const app of apps) expect(problems(renderJson({ plan: plannedApp('not-started', 'n-plus-1', app) }))).toEqual([]);
    expect(problems(renderJson({ plan: { ...plannedApp('n', 'mixed'), cloud: 'gce', aws: undefined } }))).toEqual([]);
    const kubeconfigs = appFiles({ ccm: AwsCcm.of({ run: { workload: CcmWorkload.staticPodOfKubeadm() } }) });
    expect(problems(renderJson({ plan: plannedApp('disabled', 'not-started', kubeconfigs) }))).toEqual([]);
  });

  it('fits its schema where the cloud-controller-manager is upgraded, there and back, also as a static pod', () => {
    const of = { run: { workload: CcmWorkload.staticPodOfKubeadm() } };
    const apps = [{}, { of }].map(options => (['v1.36.1', 'v1.37.0'] as const).map(release => steadyFiles(release, options)));
    for (const [old, young] of apps) {
      for (const [files, now] of [[old, young], [young, old]]) {
        const made = makeCcmUpgradeChain(now, [{ files, folder: '../before' }]);
        expect(problems(renderJson(made))).toStrictEqual([]);
        expect(renderJson(made)).toContain('"ccmUpgrade"');
      }
    }
  });

  const text = renderJson({ plan: plannedApp('n', 'mixed') });

  it.each<[string, string, string, RegExp]>([
    ['another version', '"schemaVersion": 2', '"schemaVersion": 1', /^schemaVersion 2 was expected/],
    ['an action that there is not', '"do": "objects/apply-file"', '"do": "run-anything"', /^kinds .* do 'run-anything' is not one of/],
    ['a field that there is not', '"do": "node/drain"', '"do": "node/drain", "force": true', /Additional properties .*'force' was unexpected/],
    ['a step that is not safe', '"exclusivity": true', '"exclusivity": false', /exclusivity True was expected/],
    ['a sum that is none', '"kind": "mixed/upgrade"', '"kind": "mixed/upgrade", "sums": { "/x": [] }, "x": 1', /^steps /],
  ])('does not fit with %s', (_, what, by, says) => {
    expect(text).toContain(what);
    expect(problems(text.replace(what, by)).map(problem => problem.join(' '))).toEqual(expect.arrayContaining([expect.stringMatching(says)]));
  });

  it('has a schema that knows every action, and no other', async () => {
    const { $defs: { verb } } = JSON.parse(readFileSync(SCHEMA, 'utf8')) as { $defs: { verb: { enum: string[] } } };
    expect(verb.enum).toEqual(await everyVerb());
  });
});

/** Without what the machine sets for Ansible. */
function clean(bin: string): NodeJS.ProcessEnv {
  return { PATH: `${bin}:${process.env.PATH}`, HOME: root, LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8', PYTHONDONTWRITEBYTECODE: '1' };
}
