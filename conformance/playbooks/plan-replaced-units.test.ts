import { ansible } from '../../test/ansible/ansible';
import { Run, SimulatedProject } from '../../test/cli/simulated-project';
import { describeNeeding } from '../../test/needs';

jest.setTimeout(1_800_000);

const KCM = 'kube-controller-manager';

function ended({ status, said }: Run): [number | null, string] {
  return [status, said.replace(/\s+/g, ' ')];
}

interface Unit { readonly words: readonly string[]; readonly release: string }

describeNeeding('the playbooks of a plan that replaces nodes of units', ansible().missing, 'REQUIRE_ANSIBLE', () => {
  let cluster: SimulatedProject;
  beforeEach(async () => { cluster = await (await SimulatedProject.ofReplacedUnits()).plan('n', 'n-plus-1'); });
  afterEach(() => cluster.destroy());

  const controlPlane = () => cluster.nodes.filter(node => cluster.has(`units/${node}`));
  const members = () => Object.keys(JSON.parse(cluster.text('members.json')) as object).sort();
  const run = (playbook: string, env: NodeJS.ProcessEnv = {}) => cluster.run(playbook, cluster.takingOver, env);

  /** Release and flags of the migration of each kube-controller-manager. */
  function managers(): readonly string[] {
    const units = controlPlane().map(node => (JSON.parse(cluster.text(`units/${node}`)) as Record<string, Unit>)[KCM]);
    return units.map(({ release, words }) => [release, ...words.filter(word => /^--(cloud-provider|enable-leader-migration)/.test(word))].join(' '));
  }
  const OF_N = '1.26.15 --cloud-provider=aws --enable-leader-migration=true';
  const OF_N_PLUS_1 = '1.27.16 --cloud-provider=external';

  it('go there and back, also by runs that end in the middle; each node is asked for its units by its owner\'s command', async () => {
    expect(ended(await cluster.run('preflight'))).toEqual([0, expect.stringContaining('every check holds')]);
    expect((await run('migrate', { SIM_KILL: 'machine make control-plane n-plus-1' })).signal).toBe('SIGKILL');
    expect((await run('migrate', { SIM_KILL: 'member remove' })).signal).toBe('SIGKILL');
    expect(ended(await run('migrate'))).toEqual([0, expect.stringContaining('done: the cluster is in state n-plus-1')]);
    expect(managers()).toEqual([OF_N_PLUS_1, OF_N_PLUS_1, OF_N_PLUS_1]);
    expect([cluster.nodes.length, members()]).toEqual([5, controlPlane()]);
    expect(cluster.calls.filter(call => call.startsWith('shell-of new-cp-')).length).toBeGreaterThan(3);
    expect((await run('back', { SIM_KILL: 'machine end new-cp' })).signal).toBe('SIGKILL');
    expect(ended(await run('back'))).toEqual([0, expect.stringContaining('all steps of this plan are taken back')]);
    expect(managers()).toEqual([OF_N, OF_N, OF_N]);
    expect([cluster.nodes.length, members(), cluster.holder]).toEqual([5, controlPlane(), '']);
  });

  it('let no node leave where one has come with other flags, and come back by a plan of their own', async () => {
    cluster.set('other-flag-new-cp-1-1.example', '--cluster-name=other\n');
    expect(ended(await run('migrate'))).toEqual([2, expect.stringContaining(
      `${KCM} of new-cp-1-1.example has beyond the plan --cluster-name=other; make the node with the files of nodes/`,
    )]);
    expect(cluster.log.filter(line => /drain|machine end|delete node/.test(line))).toEqual([]);
    cluster.remove('other-flag-new-cp-1-1.example');
    expect(ended(await run('migrate'))).toEqual([0, expect.stringContaining('done: the cluster is in state n-plus-1')]);
    await cluster.plan('n-plus-1', 'n');
    expect(ended(await run('migrate'))).toEqual([0, expect.stringContaining('done: the cluster is in state n')]);
    expect(managers()).toEqual([OF_N, OF_N, OF_N]);
    expect(cluster.object('daemonset/kube-system/aws-cloud-controller-manager')).toBeUndefined();
  });

  it('say before anything changes that no command asks a node', async () => {
    const refused = await cluster.run('preflight', ['-e', '{"on_node": []}']);
    expect(ended(refused)).toEqual([2, expect.stringContaining('on_node is not set: the command, on this machine, that has a shell of a node run')]);
    expect(cluster.log.filter(line => /make|end|drain/.test(line))).toEqual([]);
  });
});
