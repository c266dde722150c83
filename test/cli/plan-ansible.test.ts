import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { FILES, OF_KUBEADM, planned, projectOf, WAYS } from './ansible-projects';
import { ansibleTasks } from '../../src/files/ansible-tasks';
import { StrategyKind } from '../../src/lib/migration/migration-strategy';
import { ansibleProject, SUMS } from '../../src/lib/plan/ansible/project';
import { takeObjectBack } from '../../src/lib/plan/object-copies';
import { makePlan, Plan } from '../../src/lib/plan/plan';

/** As Ansible reads it, but that what is marked as no template says so. */
function read(text: string): unknown {
  const unsafe = { tag: '!unsafe', resolve: (value: string) => ({ unsafe: value }) };
  return parseAllDocuments(text, { customTags: [unsafe], version: '1.1' }).map(document => document.toJS() as unknown)[0];
}

describe('an Ansible project', () => {
  it.each(WAYS)('of strategy %s from %s to %s uses modules of ansible.builtin and nothing of a shell', (...way) => {
    for (const { path, content } of projectOf(planned(...way)).filter(file => file.path.endsWith('.yaml'))) {
      const names = [...content.matchAll(/^ *-? *([a-z]+(?:\.[a-z_]+)+):/gm)].map(([, name]) => name).filter(
        name => name.startsWith('ansible.') || name.includes('community'),
      );
      expect([path, names.filter(name => !name.startsWith('ansible.builtin.'))]).toEqual([path, []]);
      expect([path, names.filter(name => /\.(shell|raw|script|expect)$/.test(name))]).toEqual([path, []]);
    }
  });

  it('names every task file that there is in some way, and no other', () => {
    const written = new Set(WAYS.flatMap(way => projectOf(planned(...way)).map(({ path }) => path)));
    for (const name of readdirSync(OF_KUBEADM)) readdirSync(join(OF_KUBEADM, name, 'tasks')).forEach(file => written.add(`tasks/${file}`));
    // An app with a credential provider, off the host network, with files that the library does not know how to put.
    const others = ['has-program', 'host-is-named', 'manual'];
    expect([...ansibleTasks().keys()].filter(name => !written.has(`tasks/${name}.yaml`))).toEqual(others);
  });

  it('has control-plane nodes one by one, and workers by group with a share and a limit of failures', () => {
    const files = projectOf(planned(StrategyKind.LEADER_MIGRATION, 'n', 'n-plus-1'));
    const plays = read(
      files.find(({ path }) => path === 'migrate.yaml')!.content,
    ) as { name: string; hosts: string | string[]; serial?: string; any_errors_fatal?: boolean }[];
    const upgrades = plays.filter(({ name }) => /^\d+ Upgrade/.test(name));
    expect(upgrades.map(({ hosts }) => hosts))
      .toEqual([expect.stringMatching(/^ip-10-0-1-10/), expect.stringMatching(/^ip-10-0-2-10/), expect.stringMatching(/^ip-10-0-3-10/)]);
    const workers = plays.filter(({ serial }) => serial !== undefined);
    expect(workers).toEqual([expect.objectContaining({
      hosts: [expect.stringMatching(/^ip-10-0-1-101/), expect.stringMatching(/^ip-10-0-2-101/)],
      any_errors_fatal: false,
      max_fail_percentage: expect.stringContaining('worker_max_fail_percentage'),
    })]);
  });

  it('asks the rest of the control plane before a node of it goes, and the members of etcd', () => {
    const plan = planned(StrategyKind.LEADER_MIGRATION, 'n', 'n-plus-1');
    const plays = read(
      projectOf(plan).find(({ path }) => path === 'migrate.yaml')!.content,
    ) as { name: string; hosts: string | string[] }[];
    for (const node of plan.controlPlane) {
      const at = plays.findIndex(({ name }) => new RegExp(`^\\d+ Upgrade ${node} `).test(name));
      expect(plays[at - 1]).toMatchObject({ name: `Before ${plays[at].name}`, hosts: plan.controlPlane.filter(other => other !== node) });
      expect(JSON.stringify(plays[at - 1]).match(/tasks\/readyz.yaml/g)).toHaveLength(2);
      expect(JSON.stringify(plays[at - 1])).not.toMatch(/tasks\/(?!begin|came-through|readyz|stopped)/);
      // After the operator's yes, which the step itself does not ask for again.
      expect(JSON.stringify(plays[at - 1])).toMatch(/tasks\/begin\.yaml.*tasks\/readyz\.yaml/);
      expect(JSON.stringify(plays[at])).toMatch(/tasks\/begin\.yaml","vars":\{"was_asked":true/);
      // Also of a step that was begun: whoever goes on with it may do so days later.
      expect(JSON.stringify(plays[at - 1])).toMatch(/"when":\["number >= standing_at",/);
      expect(JSON.stringify(plays[at - 1])).not.toContain('number > standing_at');
      expect(JSON.stringify(plays[at])).toContain('tasks/etcd-members-well.yaml');
    }
  });

  it("asks no way back for kubeadm's own upgrade, neither a dry one", () => {
    const files = projectOf(planned(StrategyKind.LEADER_MIGRATION, 'n', 'n-plus-1'));
    const checks = (book: string) => (read(files.find(({ path }) => path === `${book}.yaml`)!.content) as { name: string; vars?: object }[])
      .filter(({ name }) => name === 'Import checks').map(({ vars }) => vars);
    expect([checks('migrate'), checks('back')]).toEqual([[undefined], [{ upgrades_by_kubeadm: false }]]);
  });

  it.each(Object.values(StrategyKind))('compares the Services where a leg ends, there and back, with strategy %s', strategy => {
    for (const [from, to] of [['not-started', 'n-plus-1'], ['n-plus-1', 'not-started']] as const) {
      const plan = planned(strategy, from, to);
      const files = projectOf(plan);
      const playsOf = (book: string) => read(files.find(({ path }) => path === `${book}.yaml`)!.content) as { name: string }[];
      const comparing = (book: string) => playsOf(book).filter(play => JSON.stringify(play).includes('tasks/services-same.yaml'));
      // A leg may have no step: with a downtime the way into `n` changes nothing here.
      const between = [...new Set(plan.steps.map(step => step.to))].slice(0, -1);
      expect(comparing('migrate').map(({ name }) => name)).toEqual([...between.map(state => `Compare the Services in state ${state}`), 'End']);
      expect(comparing('back').map(({ name }) => name))
        .toEqual([...[...between].reverse().map(state => `Back: compare the Services in state ${state}`), 'End']);
      for (const state of between) {
        const last = plan.steps.filter(step => step.to === state).at(-1)!;
        const names = playsOf('migrate').map(({ name }) => name.split(' ')[0]);
        const at = playsOf('migrate').findIndex(({ name }) => name === `Compare the Services in state ${state}`);
        expect(names.slice(at).find(name => /^\d/.test(name))).toBe(plan.steps[plan.steps.indexOf(last) + 1].id.split('-')[0]);
      }
    }
  });

  it('refuse two node groups that an inventory cannot tell apart', () => {
    const [blue, green] = ['ip-10-0-1-101', 'ip-10-0-2-101'].map(name => `${name}.eu-central-1.compute.internal`);
    const result = makePlan(FILES.get(StrategyKind.LEADER_MIGRATION)!, 'n', 'n-plus-1', { nodeGroups: { 'spot-a': [blue], 'spot_a': [green] } });
    if ('refused' in result) throw new Error(result.refused.reason);
    expect(() => projectOf(result.plan)).toThrow(new Error('node groups \'spot-a\' and \'spot_a\' are both '
      + '\'workers_spot_a\' in an inventory, which has letters, digits and underscores only; rename one of them'));
  });

  /** Tasks that say themselves when a call has failed, and why. */
  const OWN_FAILURES: Readonly<Record<string, string>> = {
    'apply-file failed_when: difference.rc > 1': 'kubectl diff ends with 1 where something differs',
    'came-through rescue:': 'gives the lock back, and fails',
    'kubelet-release failed_when: kubelet_says.cmd is not defined': 'what says no release is asserted by whoever asked, or brought to one',
    'leases-known ignore_unreachable: true': 'a node that does not answer has no other name than its own, and its Lease is then held by a stranger',
    'load-balancers-same failed_when: false': 'compared again and again, and asserted in the next task',
    'services-well rescue:': 'asked once more of the Services that are left, by an assertion; a read that failed fails it',
    'lock-leave failed_when: false': 'a lock that is not given back is named by the next run, with how to take it over',
    "read-load-balancers failed_when: asked_balancers.rc not in [0, 1] or not asked_balancers.stdout.startswith('{')": '1: one is missing',
  };

  it.each(['localhost', 'workers'])("fails for a node called '%s', whose steps would go elsewhere", name => {
    const plan = planned(StrategyKind.LEADER_MIGRATION, 'n', 'mixed');
    const project = () => ansibleProject({ ...plan, workers: [name] }, '../app', ansibleTasks());
    expect(project).toThrow(`node '${name}' has a name that means something else`);
  });

  it('asks what is on a node, or on its network, without a proxy', () => {
    const asking = [...ansibleTasks()].filter(([, text]) => text.includes('ansible.builtin.uri:'));
    expect(asking.map(([name]) => name)).toEqual(expect.arrayContaining(['healthz', 'process-runs', 'readyz']));
    const count = (text: string, part: string) => text.split(part).length - 1;
    for (const [name, text] of asking) expect([name, count(text, 'use_proxy: false')]).toEqual([name, count(text, 'ansible.builtin.uri:')]);
  });

  it('takes a call that failed for an error: what says otherwise is known by name', () => {
    const own = /^ *((?:failed_when|ignore_errors|ignore_unreachable|rescue|force_handlers|any_errors_fatal):.*)$/gm;
    const found = [...ansibleTasks()].flatMap(([name, text]) => [...text.matchAll(own)].map(([, says]) => `${name} ${says}`));
    expect(found.sort()).toEqual(Object.keys(OWN_FAILURES).sort());
    for (const way of WAYS) {
      for (const { path, content } of projectOf(planned(...way)).filter(file => !file.path.startsWith('tasks/'))) {
        const rescues = [...content.matchAll(/rescue:\n(?: *- name: .*\n)? *(?:- )?ansible.builtin.include_tasks: (.*)/g)].map(([, file]) => file);
        expect([path, rescues.length]).toEqual([path, content.split('rescue:').length - 1]);
        expect([path, rescues.filter(file => !['tasks/stopped.yaml', 'tasks/note-problem.yaml'].includes(file))]).toEqual([path, []]);
      }
    }
  });

  it('goes on with the next check, on every node, where one failed', () => {
    const files = projectOf(planned(StrategyKind.LEADER_MIGRATION, 'n', 'n-plus-1'));
    const plays = read(files.find(({ path }) => path === 'checks.yaml')!.content) as { name: string; any_errors_fatal?: boolean; tasks: unknown[] }[];
    const noting = plays.filter(play => JSON.stringify(play).includes('note-problem.yaml'));
    const last = { 'name': 'Every check was made', 'ansible.builtin.set_fact': { was_checked: true } };
    expect(noting.map(({ name, any_errors_fatal: fatal, tasks }) => [name, fatal, tasks.slice(-1)]))
      .toEqual(['Check the cluster', 'Check the nodes'].map(name => [name, false, [last]]));
  });

  it('gives no task a variable of the name that another one registers or sets: that would win, on every host that came by there', () => {
    const names: Record<'kept' | 'given', Map<string, string>> = { kept: new Map(), given: new Map() };
    const note = (file: string, task: unknown): void => {
      if (Array.isArray(task)) return task.forEach(one => note(file, one));
      if (typeof task !== 'object' || task === null) return;
      const { register, vars, block, rescue, always, tasks, 'ansible.builtin.set_fact': facts } = task as Record<string, object>;
      for (const name of [...register ? [String(register)] : [], ...Object.keys(facts ?? {})]) names.kept.set(name, file);
      for (const name of Object.keys(vars ?? {})) names.given.set(name, file);
      for (const inner of [block, rescue, always, tasks]) note(file, inner);
    };
    for (const way of WAYS) {
      for (const { path, content } of projectOf(planned(...way)).filter(file => file.path.endsWith('.yaml'))) {
        note(path, read(content));
      }
    }
    expect(names.kept.size).toBeGreaterThan(20);
    expect([...names.kept].filter(([name]) => names.given.has(name)).map(([name, file]) => [name, file, names.given.get(name)])).toEqual([]);
  });

  it('has what the plan knows of a node in a file of its own, and none of it in the file that is read for each task', () => {
    const plan = planned(StrategyKind.LEADER_MIGRATION, 'n', 'n-plus-1');
    const files = new Map(projectOf(plan).map(({ path, content }) => [path, content]));
    const paths = new Set<string>();
    for (const node of [...plan.controlPlane, ...plan.workers]) {
      const values = read(files.get(`vars/nodes/${node}.yaml`)!) as Record<'start_values' | 'evidence_files', Record<string, unknown>[]>;
      expect(values.start_values.map(({ path }) => path)).toEqual(Object.keys(plan.standing.startValues[node]));
      expect(values.evidence_files).not.toEqual([]);
      values.start_values.forEach(({ path }) => paths.add(String(path)));
    }
    expect(paths.size).toBeGreaterThan(2);
    expect([...paths].filter(path => files.get('group_vars/plan.yaml')!.includes(path))).toEqual([]);
  });

  it.each([
    ['a path', '/var/lib/kubelet/kubeadm-flags.env', "/etc/{{lookup('pipe','touch${IFS}x')}}.conf"],
    ['a flag', '--cloud-provider=external', "--cloud-provider={{lookup('pipe','touch${IFS}x')}}"],
  ])('marks text of the manifests that Jinja would read: %s', (_, own, hostile) => {
    const plan = planned(StrategyKind.LEADER_MIGRATION, 'n', 'mixed');
    const text = JSON.stringify(plan).replaceAll(own, () => JSON.stringify(hostile).slice(1, -1));
    const files = ansibleProject(JSON.parse(text) as Plan, '../app', ansibleTasks());
    // The sums are for sha256sum alone: Ansible never reads them.
    const found = files.filter(({ path, content }) => path !== SUMS && content.includes('touch$'));
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

it('calls the copy of an object as who goes by hand is told', () => {
  const [, called] = /copy_name: "(.*)"/.exec(ansibleTasks().get('read-copy')!)!;
  const name = called.replace('{{ of_state }}', 'n').replace("{{ given.kind | split('.') | first }}", 'daemonset').replace('{{ given.name }}', 'x');
  const { text } = takeObjectBack('n', 'mixed', { kind: 'daemonset.apps', namespace: 'kube-system', name: 'x' });
  expect(text).toContain(`ConfigMap ${name} in kube-system`);
});
