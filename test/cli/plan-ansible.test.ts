import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { everyVerb, FILES, OF_KUBEADM, OF_REPLACED, planned, projectOf, WAYS } from './ansible-projects';
import { collectionFiles } from '../../src/files/collection';
import { StrategyKind } from '../../src/lib/migration/migration-strategy';
import { PlanAction } from '../../src/lib/plan/action';
import { apiServerReady } from '../../src/lib/plan/actions/components';
import { Plan } from '../../src/lib/plan/plan';
import { planFiles } from '../../src/lib/plan/render/files';
import { renderJson } from '../../src/lib/plan/render/json';
import { planProject } from '../../src/lib/plan/render/project';
import { actionsOf } from '../../src/lib/plan/step';
import { makeCcmUpgradeChain } from '../../src/lib/plan/upgrade/ccm-upgrade-chain';
import { steadyFiles, withoutNodeFiles } from '../lib/plan/app-fixture';
import { planOf } from '../lib/plan/plans';
import { replacedFiles } from '../lib/plan/replaced/replaced-app';

/** Below `ansible_collections/cdk8s/ccm_migration`. */
const COLLECTION = new Map([...collectionFiles()].map(([path, text]) => [path.split('/').slice(3).join('/'), text]));
const PYTHON = [...COLLECTION].filter(([path]) => path.startsWith('plugins/module_utils/'));
/** Of plays and tasks, without what they set. */
const BOOKS = [...COLLECTION].filter(([path]) => /^(playbooks|roles\/\w+\/tasks)\//.test(path));

function read(text: string): unknown {
  return parseAllDocuments(text, { version: '1.1' }).map(document => document.toJS() as unknown)[0];
}

function plays(name: string): readonly Record<string, unknown>[] {
  return read(COLLECTION.get(`playbooks/${name}.yaml`)!) as Record<string, unknown>[];
}

describe('the collection', () => {
  // What is on a node, or on its network, is asked by the Python of the node, without a proxy (test_node_files.py): `uri` would take one.
  it('uses modules of ansible.builtin and of its own, and nothing of a shell', () => {
    for (const [path, text] of BOOKS) {
      const names = [...text.matchAll(/^ *-? *([a-z0-9_]+\.[a-z0-9_]+\.[a-z0-9_]+):/gm)].map(([, name]) => name);
      expect([path, names.filter(name => !/^(ansible\.builtin|cdk8s\.ccm_migration)\./.test(name))]).toEqual([path, []]);
      expect([path, names.filter(name => /\.(shell|raw|script|expect|uri)$/.test(name))]).toEqual([path, []]);
    }
  });

  it('has a task file or a function for each action that there is, no task file beside, and no action that is in no plan', async () => {
    const verbs = await everyVerb();
    expect(new Set(verbs).size).toBe(verbs.length);
    const tasks = [...COLLECTION.keys()].flatMap(path => /^roles\/(\w+)\/tasks\/([a-z-]+)\.yaml$/.exec(path)?.slice(1).join('/') ?? []);
    expect(tasks.filter(task => /^(node|objects)\//.test(task))).toEqual(verbs.filter(verb => /^(node|objects)\//.test(verb)).sort());
    const isThere = (verb: string) => verb.includes('/') ? tasks.includes(verb)
      : PYTHON.filter(([, text]) => text.includes(`\ndef ${verb.replaceAll('-', '_')}(world, `)).length === 1;
    expect(verbs.filter(verb => !isThere(verb))).toEqual([]);
    const used = new Set(WAYS.flatMap(way => planned(...way).steps.flatMap(actionsOf).map(({ kind }) => kind.do)));
    for (const folder of [OF_KUBEADM, OF_REPLACED].flatMap(dir => readdirSync(dir).filter(one => one !== 'collection').map(one => join(dir, one)))) {
      const { actions } = JSON.parse(readFileSync(join(folder, 'plan.json'), 'utf8')) as { actions: object };
      for (const verb of Object.keys(actions)) used.add(verb);
    }
    // Of an older release, which asks for fewer actions of IAM.
    const upgrade = makeCcmUpgradeChain(steadyFiles('v1.36.1'), [{ files: steadyFiles('v1.37.0'), folder: '../before' }]);
    const ofObjects = makeCcmUpgradeChain(
      withoutNodeFiles(steadyFiles('v1.37.0')), [{ files: withoutNodeFiles(steadyFiles('v1.36.1')), folder: '../before' }],
    );
    const before = ([['v1.35.2', '1.35.6'], ['v1.36.1', '1.36.4']] as const).map(([ccm, kubernetes]) =>
      ({ files: withoutNodeFiles(steadyFiles(ccm), kubernetes), folder: `../${ccm}` }));
    const chain = makeCcmUpgradeChain(withoutNodeFiles(steadyFiles('v1.37.0')), before);
    for (const one of [upgrade, ofObjects, chain]) {
      for (const verb of Object.keys((JSON.parse(renderJson(one)) as { actions: object }).actions)) used.add(verb);
    }
    const ended = planOf(replacedFiles(), 'n-plus-1', 'disabled');
    for (const verb of 'plan' in ended ? ended.plan.steps.flatMap(actionsOf).map(({ kind }) => kind.do) : []) used.add(verb);
    // An app with a credential provider, hosts without --hostname-override, a control plane of units, and one in another cluster.
    expect(verbs.filter(verb => !used.has(verb)).sort()).toEqual(['has-program', 'host-is-named', 'restart-unit', 'server-is']);
  });

  it('has control-plane nodes one by one, and workers by group with a share and a limit of failures', () => {
    const [before, workers, after] = plays('steps');
    for (const play of [before, after]) expect(play).toMatchObject({ hosts: 'localhost', any_errors_fatal: true });
    expect(workers).toMatchObject({
      hosts: 'workers',
      any_errors_fatal: false,
      serial: expect.stringContaining("hostvars['localhost'].todo.batches"),
      max_fail_percentage: expect.stringContaining('worker_failures'),
      strategy: 'ansible.builtin.linear',
    });
    expect(COLLECTION.get('roles/look/tasks/schedule.yaml')).toContain('worker_failures: "{{ worker_max_fail_percentage | int }}"');
  });

  it("asks no way back for kubeadm's own upgrade, neither a dry one", () => {
    expect(['migrate', 'back'].map(book => plays(book)[0])).toMatchObject([{ vars: { way: 'there' } }, { vars: { way: 'back' } }]);
    for (const file of ['cluster', 'node', 'may-begin']) {
      expect(COLLECTION.get(`roles/preflight/tasks/${file}.yaml`)).toContain('upgrades_by_kubeadm: "{{ way | default(\'there\') == \'there\' }}"');
    }
  });

  it('asks the operator before a step does anything, and no lock is held by a run that was taken over meanwhile', () => {
    const names = (path: string) => (read(COLLECTION.get(path)!) as { block?: { name: string }[]; name: string }[])
      .flatMap(({ block, name }) => block ?? [{ name }]).map(({ name }) => name);
    expect(names('roles/step/tasks/take.yaml').slice(0, 4))
      .toEqual(['Read the step', '{{ this_step.title }}', 'See how the node stands', 'Carry out']);
    expect(names('roles/step/tasks/begin.yaml').slice(0, 2)).toEqual(['Renew the lock', 'Ask']);
    expect(names('roles/step/tasks/ask.yaml')).toEqual(['Ask whether to go on', 'Remember the answer', 'Say that it pauses', 'Renew the lock again']);
  });

  /** Tasks that say themselves when a call has failed, and why. */
  const OWN_FAILURES: Readonly<Record<string, string>> = {
    'roles/collect/tasks/cluster.yaml failed_when: false': 'asserted in the next task, for each kind of object',
    'roles/objects/tasks/apply-file.yaml failed_when: difference.rc > 1': 'kubectl diff ends with 1 where something differs',
    'roles/step/tasks/alone.yaml rescue:': 'gives the lock back, and fails',
    'roles/step/tasks/take.yaml rescue:': 'gives the lock back, and fails',
    'roles/step/tasks/taken-back.yaml rescue:': 'gives the lock back, and fails',
  };

  /** Python that goes on after a failure, or takes another status for an answer, and why. */
  const OWN_ANSWERS: Readonly<Record<string, string>> = {
    'cluster_nodes.py except Failed:': 'whether a node is cordoned is told beside a failure, where it can be asked',
    'join_endpoint.py except Failed as failure:': 'said beside what else keeps a node from joining, as one failure',
    'leases.py except Failed as failure:': 'a lock that is not given back is named by the next run, with how to take it over',
    'leases.py statuses=(0, 1)': 'kubectl auth can-i ends with 1 where the answer is no',
    'members.py statuses=(0, 1)': 'etcdctl endpoint health ends with 1 where a member is not healthy, and says of each whether it is',
    'replaced_workers.py except Failed as failure:': 'so many workers may fail to be drained as worker_max_fail_percentage says, else raised',
    'run.py except Failed as failure:': 'every check is made, then all failures are one; not to know where the plan stands is a problem, too',
    'services.py except Failed:': 'asked again where a Service was deleted meanwhile, else raised',
    'services.py statuses=(0, 1)': 'a load balancer that is missing: its report says which',
    'world.py except Failed as failure:': 'asked again until the time is over, then raised',
  };

  it('takes a call that failed for an error: what says otherwise is known by name', () => {
    const own = /^ *((?:failed_when|ignore_errors|ignore_unreachable|rescue|force_handlers):.*)$/gm;
    const found = BOOKS.flatMap(([path, text]) => [...text.matchAll(own)].map(([, says]) => `${path} ${says}`));
    expect(found.sort()).toEqual(Object.keys(OWN_FAILURES));
    const answers = PYTHON.flatMap(([path, text]) => [...text.matchAll(/(except Failed\b.*|except:|except Exception.*|statuses=\(0, [^)]*\))/g)]
      .map(([, says]) => `${path.split('/').at(-1)} ${says}`));
    expect([...new Set(answers)].sort()).toEqual(Object.keys(OWN_ANSWERS));
  });

  it('stops everything where a node of the control plane fails, and goes on with the next node where it only asks', () => {
    const found = [...COLLECTION.keys()].flatMap(path => /^playbooks\/(.*)\.yaml$/.exec(path)?.[1] ?? []).flatMap(book => plays(book)
      .filter(play => 'hosts' in play && play.any_errors_fatal !== true).map(({ name, any_errors_fatal: fatal }) => [book, name, fatal]));
    expect(found).toEqual([
      ['checks', 'Check the cluster', false],
      ['checks', 'Check the nodes', false],
      ['collect', 'Collect from the nodes', false],
      ['look', 'Look at the nodes', false],
      ['preflight', 'Say what fails', undefined],
      ['steps', 'Workers', false],
      ['steps', 'See that everything is taken back', false],
    ]);
  });

  it('gives no task a variable of the name that another one registers or sets: that would win, on every host that came by there', () => {
    const names: Record<'kept' | 'given', Map<string, string>> = { kept: new Map(), given: new Map() };
    const note = (file: string, task: unknown): void => {
      if (Array.isArray(task)) return task.forEach(one => note(file, one));
      if (typeof task !== 'object' || task === null) return;
      const { register, vars, block, rescue, always, tasks, loop_control: control, ...others } = task as Record<string, object>;
      const facts = others['ansible.builtin.set_fact'];
      for (const name of [...register ? [String(register)] : [], ...Object.keys(facts ?? {})]) names.kept.set(name, file);
      for (const name of [...Object.keys(vars ?? {}), ...Object.values(control ?? {}).map(String)]) names.given.set(name, file);
      for (const inner of [block, rescue, always, tasks]) note(file, inner);
    };
    // Nothing else runs with `collect`.
    for (const [path, text] of BOOKS.filter(([name]) => !name.startsWith('roles/collect/'))) note(path, read(text));
    expect(names.kept.size).toBeGreaterThan(20);
    expect([...names.kept].filter(([name]) => names.given.has(name)).map(([name, file]) => [name, file, names.given.get(name)])).toEqual([]);
  });

  it('calls the copies of objects as who goes by hand keeps them', () => {
    expect(COLLECTION.get('files/by-hand.sh')).toContain('c=copies/$s/');
    expect(COLLECTION.get('plugins/module_utils/objects.py')).toContain("the copy is in copies/{given['state']} of the folder of the app");
  });
});

describe('a plan', () => {
  it('asks the rest of the control plane before a node of it goes, and the members of etcd', () => {
    const plan = planned(StrategyKind.LEADER_MIGRATION, 'n', 'n-plus-1');
    const upgrades = plan.steps.filter(({ id }) => id === 'upgrade');
    expect(upgrades.map(({ node }) => node)).toEqual(plan.controlPlane);
    for (const { before } of upgrades) {
      const own = (one: PlanAction) => [one.kind.do, one.each, one.within];
      expect(before.map(own)).toEqual([
        ['files-are', undefined, 0], ['node-ready', undefined, 0], ['etcd-members-well', undefined, 0], ['api-server-ready', 'others', 0],
        ['remember-leader', undefined, undefined],
      ]);
    }
    // Also of a step that was begun: it may be gone on with days later.
    expect(apiServerReady.kind.always).toBe('also-in-check-mode');
  });
});

describe('the folder of a plan', () => {
  it.each([[1, 10], [50, 10], [55, 11], [200, 40], [250, 50], [1000, 50]])('has forks for a share of %i workers: %i', (count, forks) => {
    const plan = planned(StrategyKind.LEADER_MIGRATION, 'n', 'n-plus-1');
    const many = { ...plan, workers: Array.from({ length: count }, (_, index) => `worker-${index}`) };
    expect(planProject(many, '../app', collectionFiles()).find(({ path }) => path === 'ansible.cfg')!.content).toContain(`\nforks = ${forks}\n`);
  });

  it('has playbooks that are those of the collection', () => {
    const files = new Map(projectOf(planned(StrategyKind.LEADER_MIGRATION, 'n', 'n-plus-1')).map(({ path, content }) => [path, content]));
    for (const name of ['preflight', 'look', 'migrate', 'back']) {
      expect(COLLECTION.has(`playbooks/${name}.yaml`)).toBe(true);
      expect(read(files.get(`${name}.yaml`)!))
        .toEqual([{ 'name': expect.any(String), 'ansible.builtin.import_playbook': `cdk8s.ccm_migration.${name}` }]);
    }
  });

  it('has an inventory of the control plane and of workers by group', () => {
    const workers = ['ip-10-0-1-101', 'ip-10-0-2-101'].map(name => `${name}.eu-central-1.compute.internal`);
    const groupsOf = (nodeGroups?: Record<string, string[]>) => {
      const result = planOf(FILES.get(StrategyKind.LEADER_MIGRATION)!, 'n', 'n-plus-1', { nodeGroups });
      if ('refused' in result) throw new Error(result.refused.reason);
      const { content } = projectOf(result.plan).find(({ path }) => path === 'inventory.yaml')!;
      const { all: { children: { plan: { children } } } } = read(content) as { all: { children: { plan: { children: Record<string, unknown> } } } };
      expect(children.control_plane).toEqual({ hosts: Object.fromEntries(result.plan.controlPlane.map(node => [node, {}])) });
      return children.workers;
    };
    expect(groupsOf()).toEqual({ children: { workers_workers: { hosts: { [workers[0]]: {}, [workers[1]]: {} } } } });
    expect(groupsOf({ 'green': [workers[1]], 'spot-a': [workers[0]] }))
      .toEqual({ children: { workers_green: { hosts: { [workers[1]]: {} } }, workers_spot_a: { hosts: { [workers[0]]: {} } } } });
  });

  it('is refused for two node groups that an inventory cannot tell apart', () => {
    const [blue, green] = ['ip-10-0-1-101', 'ip-10-0-2-101'].map(name => `${name}.eu-central-1.compute.internal`);
    const result = planOf(FILES.get(StrategyKind.LEADER_MIGRATION)!, 'n', 'n-plus-1', { nodeGroups: { 'spot-a': [blue], 'spot_a': [green] } });
    if ('refused' in result) throw new Error(result.refused.reason);
    expect(() => projectOf(result.plan)).toThrow(new Error('node groups \'spot-a\' and \'spot_a\' are both '
      + '\'workers_spot_a\' in an inventory, which has letters, digits and underscores only; rename one of them'));
  });

  it.each(['localhost', 'workers'])("is refused for a node called '%s', whose steps would go elsewhere", name => {
    const plan = planned(StrategyKind.LEADER_MIGRATION, 'n', 'mixed');
    expect(() => planFiles({ ...plan, workers: [name] }, '../app', collectionFiles())).toThrow(`node '${name}' has a name that means something else`);
  });

  it('is refused where the collection is not whole', () => {
    const whole = [...collectionFiles()].filter(([path]) => !path.endsWith('settings/defaults/main.yaml'));
    expect(() => planFiles(planned(StrategyKind.LEADER_MIGRATION, 'n', 'mixed'), '../app', new Map(whole))).toThrow('install the package again');
  });

  it('says which collection it was made with', () => {
    const plan = planned(StrategyKind.LEADER_MIGRATION, 'n', 'mixed');
    const whole = collectionFiles();
    const sum = (collection: ReadonlyMap<string, string>) =>
      planFiles(plan, '../app', collection).find(({ path }) => path === 'collection.sha256')!.content;
    expect(sum(whole)).toMatch(/^[0-9a-f]{64}\n$/);
    expect(sum(new Map([...whole].map(([path, text], index) => [path, index === 7 ? `${text}#` : text])))).not.toBe(sum(whole));
  });

  it('says in the header of the roles what they amount to', () => {
    const { content } = projectOf(planned(StrategyKind.LEADER_MIGRATION, 'n', 'n-plus-1')).find(({ path }) => path === 'rbac/operator.yaml')!;
    const header = content.split('\n').filter(line => line.startsWith('#')).join('\n');
    expect(header).toContain('# Taken together these rights amount to cluster-admin:\n# `escalate` and `bind` may give any right;\n');
  });

  it('has every setting with its default, as a comment', () => {
    const { content } = projectOf(planned(StrategyKind.LEADER_MIGRATION, 'n', 'mixed')).find(({ path }) => path === 'settings.example.yaml')!;
    expect(content.split('\n').filter(line => line !== '' && !line.startsWith('#'))).toEqual([]);
    const set = content.split('\n').map(line => line.replace(/^#(?! \S)/, '')).join('\n');
    expect(read(set)).toEqual(read(COLLECTION.get('roles/settings/defaults/main.yaml')!));
  });

  // A variable of a task would be read as the setting, by everything that the task calls.
  it('has no variable with the name of a setting', () => {
    const settings = Object.keys(read(COLLECTION.get('roles/settings/defaults/main.yaml')!) as object);
    const variablesIn = (value: unknown): string[] => {
      if (typeof value !== 'object' || value === null) return [];
      const own = ['vars', 'ansible.builtin.set_fact'].flatMap(key => Object.keys((value as Record<string, object | undefined>)[key] ?? {}));
      const { register } = value as { register?: string };
      return [...own, ...register === undefined ? [] : [register], ...Object.values(value).flatMap(variablesIn)];
    };
    const all = BOOKS.flatMap(([path, text]) => variablesIn(read(text)).map(name => `${path}: ${name}`));
    expect(all).toContain('roles/step/tasks/stopped.yaml: stopped_on');
    expect(all.filter(one => settings.includes(one.split(': ')[1]))).toEqual([]);
  });

  it('has nothing of what the plan knows of files in what Ansible reads for each task', () => {
    const files = new Map(projectOf(planned(StrategyKind.LEADER_MIGRATION, 'n', 'n-plus-1')).map(({ path, content }) => [path, content]));
    expect(Object.keys(read(files.get('group_vars/plan.yaml')!) as object))
      .toEqual(['plan_file', 'from_state', 'to_state', 'side_label', 'upgrades_by_kubeadm']);
    for (const path of ['group_vars/plan.yaml', 'inventory.yaml']) expect(files.get(path)).not.toMatch(/\/etc\/|\/var\/lib\/kubelet/);
  });

  it.each([
    ['a path', '/var/lib/kubelet/kubeadm-flags.env', "/etc/{{lookup('pipe','touch${IFS}x')}}.conf", ['plan.json', 'by-hand.sh']],
    ['a flag', '--cloud-provider=external', "--cloud-provider={{lookup('pipe','touch${IFS}x')}}", ['plan.json', 'runbook.md']],
  ])('has text of the manifests that Jinja would read in no file that Jinja reads: %s', (_, own, hostile, where) => {
    const plan = planned(StrategyKind.LEADER_MIGRATION, 'n', 'mixed');
    const edited = (value: unknown): unknown => {
      if (typeof value === 'string') return value.replaceAll(own, () => hostile);
      if (Array.isArray(value)) return value.map(edited);
      if (value instanceof Map) return new Map([...value].map(pair => pair.map(edited) as [unknown, unknown]));
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(Object.entries(value).map(pair => pair.map(edited) as [string, unknown]));
    };
    const files = planFiles(edited(plan) as Plan, '../app', collectionFiles());
    expect(files.filter(({ content }) => content.includes('touch$')).map(({ path }) => path)).toEqual(where);
  });

  it('changes with its input only', () => {
    const plan = planned(StrategyKind.LEADER_MIGRATION, 'n', 'mixed');
    expect(planFiles(plan, '../app', collectionFiles())).toEqual(planFiles(plan, '../app', collectionFiles()));
  });
});
