import { utimesSync } from 'node:fs';
import { ansible } from '../../test/ansible/ansible';
import { CONTROL_PLANE, SimulatedProject } from '../../test/cli/simulated-project';
import { describeNeeding } from '../../test/needs';

jest.setTimeout(1_800_000);

const [FIRST] = CONTROL_PLANE;
const WORKER = 'ip-10-0-1-101.eu-central-1.compute.internal';

// Of a node whose kubelet does not do what its files say.
describeNeeding('the playbooks', ansible().missing, 'REQUIRE_ANSIBLE', () => {
  let cluster: SimulatedProject;
  afterEach(() => cluster.destroy());

  it('stop at a kubelet that dies at each start, although its node is said to be Ready', async () => {
    cluster = await (await SimulatedProject.ofN()).plan('n', 'mixed');
    cluster.set(`crashing-${FIRST}`, '');
    const run = await cluster.run('migrate');
    expect([run.status === 0, run.said.replace(/\s+/g, ' ')])
      .toEqual([false, expect.stringMatching(/Upgrade \S+ to 1.27.16: .* is True as of.* \(at: The kubelet keeps its node Ready since its start/)]);
    expect(cluster.log.filter(line => line.includes('uncordon'))).toEqual([]);
  });

  it('bring the program of a kubelet back where a run ended between the packages and the files', async () => {
    cluster = await (await new SimulatedProject('n-plus-1', 'n-plus-1', '1.27.16').deployed('n-plus-1', ...CONTROL_PLANE)).plan('n-plus-1', 'mixed');
    cluster.executable(`../nodes/${WORKER}/usr/bin/kubelet`, 'echo Kubernetes v1.26.15');
    utimesSync(cluster.place(`kubelets/${WORKER}`), 1e9, 1e9);
    expect((await cluster.run('preflight')).said.replace(/\s+/g, ' ')).toContain(`no release of the kubelet of ${WORKER}: ps must show it`);
    const run = await cluster.run('back');
    expect(run).toMatchObject({ status: 0, said: expect.stringContaining('all steps of this plan are taken back') });
    expect(cluster.log).toEqual(expect.arrayContaining([`upgrade ${WORKER} 1.27.16 on ${WORKER}`, `systemctl restart kubelet on ${WORKER}`]));
    expect(cluster.log.filter(line => line.startsWith('upgrade '))).toHaveLength(1);
    expect(cluster.node(WORKER).get('usr/bin/kubelet')).toContain('v1.27.16');
    // Packages that bring another release are found out, and what they did not bring is said.
    cluster.executable(`../nodes/${WORKER}/usr/bin/kubelet`, 'echo Kubernetes v1.26.15');
    const unchanged = await cluster.run('back', ['-e', JSON.stringify({ node_upgrade: ['true'] })]);
    const said = unchanged.said.replace(/\s+/g, ' ');
    expect([unchanged.status, said]).toEqual([2, expect.stringContaining(`the kubelet of ${WORKER} is 1.26.15, not 1.27.16: node_upgrade did not`)]);
  });

  it('stop on the way back at a kubelet that goes on with the new flags, although its old files lie in place', async () => {
    cluster = await (await SimulatedProject.ofN()).plan('n', 'mixed');
    expect(await cluster.run('migrate')).toMatchObject({ status: 0 });
    cluster.set(`hung-${FIRST}`, '');
    const run = await cluster.run('back');
    expect([run.status === 0, run.said.includes('all steps of this plan are taken back')]).toEqual([false, false]);
    expect(run.said).toContain('has not been started again since its files changed');
    expect(cluster.log.filter(line => line.includes('uncordon'))).toHaveLength(1); // that of the way there
  });

  it('turn back where a kubelet died in its step: the drain does not wait for pods that no kubelet ends, and the restart mends it', async () => {
    cluster = await (await SimulatedProject.ofN()).plan('n', 'n-plus-1');
    // Its file was touched since it was started, long ago: no step reaches it.
    utimesSync(cluster.place(`kubelets/${WORKER}`), 1e9, 1e9);
    const before = cluster.nodes.map(node => cluster.node(node));
    expect((await cluster.run('migrate', [], { SIM_KILL: `uncordon ${FIRST}` })).signal).toBe('SIGKILL');
    cluster.set(`ready-${FIRST}`, 'Unknown');
    const back = await cluster.run('back', cluster.takingOver);
    expect([back.status, cluster.nodes.map(node => cluster.node(node))]).toEqual([0, before]);
    expect(cluster.log.filter(line => line.includes('drain')).map(line => line.includes('--skip-wait-for-delete-timeout=30'))).toEqual([false, true]);
  });
});
