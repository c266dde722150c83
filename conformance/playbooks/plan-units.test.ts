import { ansible } from '../../test/ansible/ansible';
import { CONTROL_PLANE, SimulatedProject } from '../../test/cli/simulated-project';
import { describeNeeding } from '../../test/needs';

jest.setTimeout(1_800_000);

const [FIRST] = CONTROL_PLANE;

describeNeeding('a control plane of units of systemd', ansible().missing, 'REQUIRE_ANSIBLE', () => {
  let cluster: SimulatedProject;
  afterEach(() => cluster.destroy());

  const units = (node: string) => {
    const running = JSON.parse(cluster.text(`units/${node}`)) as Record<string, { words: string[]; release: string }>;
    const told = (words: string[]) => words.filter(word => /^--(cloud-provider|enable-leader-migration)/.test(word)).join(' ');
    return Object.fromEntries(Object.entries(running).map(([name, { words, release }]) => [name, `${release} ${told(words)}`]));
  };
  const ofN = {
    'kube-apiserver': '1.26.15 --cloud-provider=aws',
    'kube-controller-manager': '1.26.15 --cloud-provider=aws --enable-leader-migration=true',
    'kube-scheduler': '1.26.15 ',
  };
  const ofNPlus1 = {
    'kube-apiserver': '1.27.16 --cloud-provider=external',
    'kube-controller-manager': '1.27.16 --cloud-provider=external',
    'kube-scheduler': '1.27.16 ',
  };

  it('goes there one unit after the other, also by a run that ends in the middle, and turns back byte for byte', async () => {
    cluster = await (await SimulatedProject.ofUnits('n')).plan('n', 'n-plus-1');
    const before = cluster.nodes.map(node => cluster.node(node));
    expect((await cluster.run('migrate', [], { SIM_KILL: 'daemon-reload' })).signal).toBe('SIGKILL');
    expect((await cluster.run('migrate', cluster.takingOver, { SIM_KILL: 'systemctl restart kube-controller-manager' })).signal).toBe('SIGKILL');
    expect(units(FIRST)).toEqual({ ...ofN, 'kube-apiserver': ofNPlus1['kube-apiserver'] });
    // Meanwhile systemd starts it again by itself, with what it had read before.
    cluster.change(`units/${FIRST}`, text => text.replace(/(?<="since": )\d[\d.]*(?=, "release": "1.26.15")/g, `${Date.now() / 1000 + 2}`));
    const run = await cluster.run('migrate', cluster.takingOver);
    expect([run.status, run.said]).toEqual([0, expect.stringContaining('the cluster is in state n-plus-1')]);
    expect(CONTROL_PLANE.map(units)).toEqual(CONTROL_PLANE.map(() => ofNPlus1));
    const order = [
      `drain ${FIRST}`, `upgrade ${FIRST} 1.27.16`, `systemctl daemon-reload on ${FIRST}`, `systemctl restart kube-apiserver on ${FIRST}`,
      `label node ${FIRST}`, `systemctl restart kube-controller-manager on ${FIRST}`, `systemctl restart kube-scheduler on ${FIRST}`,
      `systemctl restart kubelet on ${FIRST}`, `uncordon ${FIRST}`,
    ];
    const places = order.map(part => cluster.log.findIndex(line => line.includes(part)));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    const changes = cluster.log.length;
    expect(await cluster.run('migrate')).toMatchObject({ status: 0 });
    expect(cluster.log.slice(changes).filter(line => /drain|apply|restart|upgrade|reload/.test(line))).toEqual([]);
    const back = await cluster.run('back');
    expect([back.status, back.said]).toEqual([0, expect.stringContaining('all steps of this plan are taken back')]);
    expect(CONTROL_PLANE.map(units)).toEqual(CONTROL_PLANE.map(() => ofN));
    expect(cluster.nodes.map(node => cluster.node(node))).toEqual(before);
  });
});
