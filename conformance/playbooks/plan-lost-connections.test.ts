import { ansible } from '../../test/ansible/ansible';
import { CONTROL_PLANE, KCM_FILE, SimulatedProject } from '../../test/cli/simulated-project';
import { describeNeeding } from '../../test/needs';

jest.setTimeout(1_800_000);

const [FIRST, SECOND, THIRD] = CONTROL_PLANE;

// Ansible leads a node whose connection is lost neither to a rescue nor to a failure, and begins the next play.
describeNeeding('a connection that is lost', ansible().missing, 'REQUIRE_ANSIBLE', () => {
  let cluster: SimulatedProject;
  afterEach(() => cluster.destroy());

  const workers = () => cluster.nodes.filter(node => !CONTROL_PLANE.includes(node));

  it.each(['migrate', 'back'])('before %s has looked at the node: nothing is done, and no lock is left', async playbook => {
    cluster = await (await SimulatedProject.ofN()).plan('n', 'mixed');
    cluster.losing(SECOND, '');
    const run = await cluster.run(playbook);
    expect(run.status).not.toBe(0);
    expect(run.said.replace(/\s+/g, ' ')).toContain(`${SECOND} did not answer or is not as expected`);
    expect([cluster.log, cluster.holder]).toEqual([[], undefined]);
  });

  it('is not what --limit does, or an inventory without a node: a run on some of the nodes is refused', async () => {
    cluster = await (await SimulatedProject.ofN()).plan('n', 'n-plus-1');
    const run = await cluster.run('migrate', ['--limit', `localhost,${SECOND}`]);
    expect(run.status).not.toBe(0);
    expect(run.said.replace(/\s+/g, ' ')).toContain(`${FIRST}, `);
    expect(run.said.replace(/\s+/g, ' ')).toContain('was left out (--limit)');
    expect((await cluster.run('migrate', ['--limit', SECOND])).status).not.toBe(0);
    const [worker] = workers();
    cluster.dropFromInventory(worker);
    const dropped = await cluster.run('migrate');
    expect([dropped.status === 0, dropped.said.replace(/\s+/g, ' ')]).toEqual([false, expect.stringContaining(`inventory.yaml lacks ${worker}`)]);
    expect([cluster.log, cluster.holder]).toEqual([[], undefined]);
  });

  it('in the middle of its step: the next node is left alone, on the way there and on the way back', async () => {
    cluster = await (await SimulatedProject.ofN()).plan('n', 'n-plus-1');
    const before = cluster.nodes.map(node => cluster.node(node));
    cluster.losing(SECOND, `uncordon ${SECOND}`);
    const there = await cluster.run('migrate');
    expect([there.status === 0, there.said.includes('done: the cluster is in state')]).toEqual([false, false]);
    const where = `\\(at: [^)]* on ${SECOND}\\); look on ${SECOND}`;
    expect(there.said.replace(/\s+/g, ' ')).toMatch(new RegExp(`Upgrade ${SECOND} to 1.27.16: the connection was lost: [^(]*[^ :(] ${where}`));
    const changes = () => cluster.log.filter(line => !line.includes('annotate node')); // what a drain found is kept on the Node
    expect(changes().at(-1)).toContain(`uncordon ${SECOND}`);
    expect([cluster.holder, cluster.node(THIRD)]).toEqual(['', before[cluster.nodes.indexOf(THIRD)]]);
    cluster.remove('log');
    cluster.losing(SECOND, `drain ${SECOND}`);
    const back = await cluster.run('back');
    expect([back.status === 0, back.said.includes('all steps of this plan are taken back')]).toEqual([false, false]);
    // The step after the last that left something may have been begun, by a drain: taken back, it changes nothing. No run drained the node.
    expect(changes().filter(line => !line.includes(SECOND))).toEqual([`kubectl label node ${THIRD} ccm-migration/side-`]);
    expect(cluster.node(THIRD)).toEqual(before[cluster.nodes.indexOf(THIRD)]);
    expect(cluster.node(FIRST).get(KCM_FILE)).toBe(cluster.synthesized('n-plus-1', 'n-plus-1', FIRST).get(KCM_FILE));
    cluster.losing(SECOND, 'nothing that is ever done');
    expect(await cluster.run('back')).toMatchObject({ status: 0 });
    expect(cluster.nodes.map(node => cluster.node(node))).toEqual(before);
  });
});
