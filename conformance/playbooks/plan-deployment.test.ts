import { ansible } from '../../test/ansible/ansible';
import { SimulatedProject } from '../../test/cli/simulated-project';
import { describeNeeding } from '../../test/needs';

jest.setTimeout(1_800_000);

const KCM = 'deployment/prod-eu/kube-controller-manager';
const CCM = 'deployment/prod-eu/aws-cloud-controller-manager';

describeNeeding('a kube-controller-manager that a management cluster runs', ansible().missing, 'REQUIRE_ANSIBLE', () => {
  let cluster: SimulatedProject;
  afterEach(() => cluster.destroy());

  const words = () => {
    const { spec } = cluster.hosting[KCM] as { spec: { template: { spec: { containers: { image: string; command: string[] }[] } } } };
    const [{ image, command }] = spec.template.spec.containers;
    return [image.replace(/.*:/, ''), ...command.filter(word => /^--(cloud-provider|enable-leader-migration)/.test(word))];
  };
  const OF_N = ['v1.26.15', '--cloud-provider=aws', '--enable-leader-migration=true'];
  const OF_N_PLUS_1 = ['v1.27.16', '--cloud-provider=external'];
  const rights = () => Object.keys(cluster.objects).filter(key => /^(cluster)?role/.test(key));

  it('goes there by rolls that are a mix of both sides, also by runs that end in the middle, and turns back as it was', async () => {
    cluster = await (await SimulatedProject.ofHosted('not-started')).plan('not-started', 'n-plus-1');
    const before = [cluster.hosting, cluster.objects, cluster.nodes.map(node => cluster.node(node))];
    expect((await cluster.run('migrate', [], { SIM_KILL: '/n/40-management-kcm' })).signal).toBe('SIGKILL');

    // The operator upgrades the API server; until then the plan waits.
    const waiting = await cluster.run('migrate', cluster.takingOver);
    expect(waiting.status).not.toBe(0);
    expect(waiting.said).toContain('the API server is of 1.26.15, and this step is for 1.27.16');
    expect([words(), cluster.hosting[CCM]]).toEqual([OF_N, undefined]);
    cluster.set('version', '1.27.16');
    for (const node of cluster.nodes) cluster.set(`kubelet-version-${node}`, 'v1.26.15');

    expect((await cluster.run('migrate', cluster.takingOver, { SIM_KILL: '/n-plus-1/40-management-kcm' })).signal).toBe('SIGKILL');
    expect([words()[0], cluster.hosting[CCM] !== undefined, rights().length > 0]).toEqual([expect.any(String), true, true]);
    const run = await cluster.run('migrate', cluster.takingOver);
    expect([run.status, run.said]).toEqual([0, expect.stringContaining('the cluster is in state n-plus-1')]);
    expect(words()).toEqual(OF_N_PLUS_1);
    // What is of which cluster: rights and Leases in the one, workloads in the other.
    expect(Object.keys(cluster.objects).filter(key => /^(deployment|daemonset|configmap)\/(?!kube-system\/kubeadm)/.test(key))).toEqual([]);
    expect(Object.keys(cluster.hosting).filter(key => /^(cluster)?role/.test(key))).toEqual([]);
    const rolls = cluster.log.filter(line => line.startsWith('pods of kube-controller-manager'));
    expect(rolls).toContainEqual(expect.stringMatching(/v1\.26\.15.* v1\.27\.16/));
    const order = ['/n/10-lease-access', '/n/40-management-kcm', '/mixed/15-ccm-access', '/mixed/30-management-ccm', '/n-plus-1/40-management-kcm'];
    const places = order.map(part => cluster.log.findIndex(line => line.includes(part)));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));

    const changes = cluster.log.length;
    expect(await cluster.run('migrate')).toMatchObject({ status: 0 });
    expect(cluster.log.slice(changes).filter(line => /drain|apply|replace|delete|upgrade/.test(line))).toEqual([]);

    expect((await cluster.run('back', [], { SIM_KILL: '/mixed/40-management-kcm' })).signal).toBe('SIGKILL');
    const back = await cluster.run('back', cluster.takingOver);
    expect([back.status, back.said]).toEqual([0, expect.stringContaining('all steps of this plan are taken back')]);
    const { [KCM]: kcm, ...others } = cluster.hosting;
    const { [KCM]: wanted, ...rest } = before[0] as typeof cluster.hosting;
    expect([(kcm as { spec: object }).spec, others]).toEqual([(wanted as { spec: object }).spec, rest]);
    expect([cluster.objects, cluster.nodes.map(node => cluster.node(node))]).toEqual(before.slice(1));
  });

  it('without a way to its management cluster says so before anything changes', async () => {
    cluster = await (await SimulatedProject.ofHosted('n-plus-1')).plan('n-plus-1', 'mixed');
    const run = await cluster.run('migrate', ['-e', '{"management_kubectl": []}']);
    expect(run.status).not.toBe(0);
    expect(run.said).toContain('management_kubectl is not set');
    expect(cluster.log.filter(line => /apply|delete|drain|upgrade/.test(line))).toEqual([]);
  });
});
