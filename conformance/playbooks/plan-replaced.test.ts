import { ansible } from '../../test/ansible/ansible';
import { CONTROL_PLANE, Run, SimulatedProject } from '../../test/cli/simulated-project';
import { describeNeeding } from '../../test/needs';

jest.setTimeout(1_800_000);

const DONE = expect.stringContaining('done: the cluster is in state n-plus-1');
const TAKEN_BACK = expect.stringContaining('all steps of this plan are taken back');
const KILLED = [null, 'SIGKILL'];

function ended({ status, said }: Run): [number | null, string] {
  return [status, said.replace(/\s+/g, ' ')];
}

describeNeeding('the playbooks of a plan that replaces nodes', ansible().missing, 'REQUIRE_ANSIBLE', () => {
  let cluster: SimulatedProject;
  beforeEach(async () => { cluster = await (await SimulatedProject.ofReplaced()).plan('n', 'n-plus-1'); });
  afterEach(() => cluster.destroy());

  const members = () => Object.keys(JSON.parse(cluster.text('members.json')) as object).sort();
  const controlPlane = () => cluster.nodes.filter(node => cluster.has(`nodes/${node}/etc/kubernetes/manifests`));
  const release = (node: string) => cluster.has(`kubelet-version-${node}`) ? cluster.text(`kubelet-version-${node}`) : 'v1.26.15';
  const releases = () => [...new Set(cluster.nodes.map(release))];
  const logged = (pattern: RegExp) => cluster.log.filter(line => pattern.test(line));
  const run = (playbook: string, settings: object = {}, env: NodeJS.ProcessEnv = {}) =>
    cluster.run(playbook, [...cluster.takingOver, '-e', JSON.stringify(settings)], env);

  /** Three control-plane nodes and two workers of one release, and no member of etcd besides. */
  function expectAll(version: string): void {
    expect([controlPlane().length, cluster.nodes.length, releases()]).toEqual([3, 5, [version]]);
    expect(members()).toEqual(controlPlane());
    // No node is about to leave, or is cordoned.
    expect(cluster.nodes.filter(node => cluster.has(`cordoned-${node}`))).toStrictEqual([]);
  }

  async function expectKilledBefore(playbook: string, calls: readonly (readonly [string, string])[]): Promise<void> {
    for (const [variable, call] of calls) {
      const { status, signal } = await run(playbook, {}, { [variable]: call });
      expect([call, status, signal]).toEqual([call, ...KILLED]);
    }
  }

  it('go there and back, one joins before one leaves', async () => {
    expect(ended(await cluster.run('preflight'))).toEqual([0, expect.stringContaining('every check holds')]);
    expect(ended(await cluster.run('migrate'))).toEqual([0, DONE]);
    expectAll('v1.27.16');
    const turns = logged(/^machine |member remove/).map(line => /make \S+|member remove|machine end/.exec(line)![0]);
    const turn = ['make control-plane', 'member remove', 'machine end'];
    expect(turns).toEqual([...turn, ...turn, ...turn, 'make workers', 'machine end', 'make workers', 'machine end']);
    const again = cluster.log.length;
    expect(ended(await cluster.run('migrate'))).toEqual([0, DONE]);
    expect(cluster.log.slice(again).filter(line => !line.startsWith('tags '))).toStrictEqual([]);
    expect(ended(await cluster.run('back'))).toEqual([0, TAKEN_BACK]);
    expectAll('v1.26.15');
    expect(cluster.holder).toBe('');
  });

  it('come back by a plan of its own', async () => {
    expect(ended(await run('migrate'))).toEqual([0, DONE]);
    await cluster.plan('n-plus-1', 'n');
    expect(ended(await run('migrate'))).toEqual([0, expect.stringContaining('done: the cluster is in state n')]);
    expectAll('v1.26.15');
    expect(cluster.nodes.filter(node => cluster.has(`labels/${node}`))).toStrictEqual([]);
    expect(cluster.object('daemonset/kube-system/aws-cloud-controller-manager')).toBeUndefined();
  });

  it('say which node never joins, which one the cloud does not know, and which one is lost, and go on', async () => {
    cluster.set('no-join', '');
    expect(ended(await run('migrate'))).toEqual([2, expect.stringContaining('0 of 1 nodes of group control-plane are Ready with 1.27.16')]);
    expect(logged(/drain|end /)).toStrictEqual([]);
    // The same token, which makes nothing.
    cluster.remove('no-join');
    expect(ended(await run('migrate'))).toEqual([2, expect.stringContaining('make_attempt=2 asks for another machine')]);
    cluster.set('wrong-name', '');
    expect(ended(await run('migrate', { make_attempt: '2' }))).toEqual([2, expect.stringContaining('new-cp-2-1.example: no provider ID aws://')]);
    cluster.remove('wrong-name');
    // Its owner ends its machine.
    cluster.set('ended-new-cp-2-1.example', '');
    expect(ended(await run('migrate'))).toEqual([2, expect.stringContaining('not Ready: new-cp-2-1.example')]);
    expect(logged(/drain|end /)).toStrictEqual([]);
    expect(ended(await run('migrate', { lost_nodes: ['new-cp-2-1.example'] }))).toEqual([0, DONE]);
    expectAll('v1.27.16');
  });

  it('end no node where etcd would lose its quorum', async () => {
    const [first, second, third] = CONTROL_PLANE;
    cluster.set(`member-down-${second}`, '');
    expect(ended(await run('migrate'))).toEqual([2, expect.stringMatching(`members of etcd: ${second} \\(2\\) is not healthy`)]);
    cluster.remove(`member-down-${second}`);
    cluster.set('dies-at-drain', `${first} ${third}`);
    expect(ended(await run('migrate'))).toEqual([
      2, expect.stringMatching(/is not removed from etcd: of the 3 members that are left, .* is not healthy, .* and 2 are a quorum; mend it first/),
    ]);
    expect([members().length, logged(/member remove|machine end|delete node/)]).toEqual([4, []]);
  });

  it('go on there and back wherever a run is killed, and make and end each machine once', async () => {
    const nodesMade = () => Object.values(JSON.parse(cluster.text('tokens.json')) as Record<string, string[]>).flat().length;
    const nodesEnded = () => new Set(logged(/^machine end/).map(line => line.split(' ')[2])).size;
    await expectKilledBefore('migrate', [
      ['SIM_KILL', 'machine make'], ['SIM_KILL_AFTER', 'machine make'], ['SIM_KILL', 'kubectl drain'], ['SIM_KILL', 'member remove'],
      ['SIM_KILL', 'machine end'], ['SIM_KILL_AFTER', 'machine end'], ['SIM_KILL', 'delete node'],
    ]);
    expect(ended(await run('migrate'))).toEqual([0, DONE]);
    expectAll('v1.27.16');
    expect([nodesMade(), nodesEnded()]).toEqual([5, 5]);
    // Workers first.
    await expectKilledBefore('back', [
      ['SIM_KILL', 'machine make workers'], ['SIM_KILL_AFTER', 'machine make workers'], ['SIM_KILL', 'machine end new-w'],
      ['SIM_KILL_AFTER', 'machine make control-plane'], ['SIM_KILL', 'member remove'], ['SIM_KILL_AFTER', 'machine end new-cp'],
    ]);
    expect(ended(await run('back'))).toEqual([0, TAKEN_BACK]);
    expectAll('v1.26.15');
    expect([nodesMade(), nodesEnded()]).toEqual([10, 10]);
  });

  it('leave no broken node where a way back is killed and the plan goes on', async () => {
    await expectKilledBefore('migrate', [['SIM_KILL', 'machine end ip-10-0-3-10']]);
    await expectKilledBefore('back', [['SIM_KILL', 'machine end new-cp']]);
    // One of N+1 has lost its member of etcd.
    expect(controlPlane().length - members().length).toBe(1);
    expect(ended(await run('migrate'))).toEqual([0, DONE]);
    expectAll('v1.27.16');
  });
});
