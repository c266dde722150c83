import { ansible } from '../../test/ansible/ansible';
import { CONTROL_PLANE, KCM_FILE, SimulatedProject } from '../../test/cli/simulated-project';
import { describeNeeding } from '../../test/needs';

jest.setTimeout(1_800_000);

const LOCK = 'lease/kube-system/ccm-migration';
const [, SECOND, THIRD] = CONTROL_PLANE;
const WORKER = 'ip-10-0-1-101.eu-central-1.compute.internal';

const FOREIGN = {
  kind: 'DaemonSet',
  metadata: { namespace: 'other', name: 'ccm' },
  spec: { template: { spec: { containers: [{ image: 'x/aws-cloud-controller-manager:v1.27.1' }] } } },
};

const NAMESAKE = {
  kind: 'DaemonSet',
  metadata: { namespace: 'kube-system', name: 'aws-cloud-controller-manager' },
  spec: { template: { spec: { containers: [{ image: 'x/aws-cloud-controller-manager:v1.27.1', args: ['--v=2'] }, { image: 'x/sidecar' }] } } },
};

// Of the playbooks, what must never be passed by: asked on every commit; `npm run playbooks` has the rest.
describeNeeding('the playbooks', ansible().missing, 'REQUIRE_ANSIBLE', () => {
  let cluster: SimulatedProject;
  afterEach(() => cluster.destroy());

  it('go on with nothing that no run of theirs has left, nor take it back', async () => {
    cluster = await (await SimulatedProject.ofN()).plan('n', 'mixed');
    cluster.add({ kind: 'ServiceAccount', metadata: { namespace: 'kube-system', name: 'cloud-controller-manager' } });
    for (const playbook of ['migrate', 'back']) {
      const run = await cluster.run(playbook);
      const ofAnother = /as only Apply .* leaves it, but the last plan that ran here is none, not n-to-mixed-\w+: serviceaccount \S+ \S+ there/;
      expect([run.status, run.said.replace(/\s+/g, ' ')]).toEqual([2, expect.stringMatching(ofAnother)]);
    }
    expect([cluster.log, cluster.object(LOCK)]).toEqual([[], undefined]);
  });

  it('never take away what a cloud-controller-manager needs, where the step before it was passed by', async () => {
    const made = await new SimulatedProject('n-plus-1', 'n-plus-1', '1.27.16').deployed('n-plus-1', ...CONTROL_PLANE);
    cluster = await made.plan('n-plus-1', 'disabled');
    cluster.drop('role/kube-system/leader-migration:kube-controller-manager');
    const run = await cluster.run('migrate', ['-e', 'go_on=true']);
    expect([run.status, run.said]).toEqual([2, expect.stringMatching(/Lease\s+cloud-provider-extraction-migration\s+is\s+still\s+renewed/)]);
    expect(cluster.log.filter(line => line.includes('delete'))).toEqual([]);
  });

  it('do not begin a step whose question was answered after another run took over', async () => {
    cluster = await (await SimulatedProject.ofN()).plan('n', 'mixed');
    const run = await cluster.answer('migrate', ['yes', 'yes', 'yes', 'yes', () => {
      const lock = cluster.object(LOCK) as { kind: string; metadata: { namespace: string; name: string }; spec: object };
      cluster.add({ ...lock, spec: { ...lock.spec, holderIdentity: 'other/1' } });
      return 'yes';
    }]);
    expect([run.status === 0, cluster.holder, cluster.log.filter(line => line.includes('apply'))]).toEqual([false, 'other/1', []]);
  });

  // Ansible takes the keys as they come: Ctrl-C, and what it then asks for.
  it.each([
    ['A', 2, /Apply [^\n]*: ended at the question, nothing of it was done; run again to go on from here, or run back.yaml to take back /],
    ['C', 0, /paused before Apply [^\n]*: run again to continue/],
  ])('do nothing of a step at whose question Ctrl-C and %s is pressed', async (key, status, says) => {
    cluster = await (await SimulatedProject.ofN()).plan('n', 'mixed');
    const run = await cluster.answer('migrate', ['yes', 'yes', 'yes', 'yes', `\u0003${key}`]);
    const said = run.said.replace(/\s+/g, ' ');
    expect([run.status, said]).toEqual([status, expect.stringMatching(says)]);
    expect(said).not.toContain('systemctl status kubelet');
    expect([cluster.holder, cluster.log.filter(line => line.includes('apply'))]).toEqual(['', []]);
  }, 120_000);

  it('preflight lists everything that fails, and changes nothing', async () => {
    cluster = await (await SimulatedProject.ofN()).plan('n', 'mixed');
    const before = cluster.nodes.map(node => cluster.node(node));
    expect(await cluster.run('preflight')).toMatchObject({ status: 0, said: expect.stringContaining('every check holds') });
    cluster.set('drivers', 'efs.csi.aws.com');
    cluster.set(`nodes/${SECOND}/${KCM_FILE}`, cluster.node(SECOND).get(KCM_FILE)!.concat('# mine\n'));
    const scaler = {
      kind: 'Deployment',
      metadata: { namespace: 'other', name: 'scaler' },
      spec: { replicas: 1, template: { spec: { containers: [{ image: 'x/cluster-autoscaler:v1' }] } } },
    };
    cluster.set('daemonsets.json', JSON.stringify([FOREIGN, scaler, NAMESAKE]));
    const budget = { metadata: { namespace: 'shop', name: 'cart' }, status: { expectedPods: 1, disruptionsAllowed: 0 } };
    cluster.set('poddisruptionbudgets.json', JSON.stringify([budget]));
    cluster.set('held', 'stranger_ccm');
    cluster.add({ kind: 'Lease', metadata: { name: 'ccm-migration', namespace: 'kube-system' }, spec: { holderIdentity: 'other/1' } });
    cluster.set(`nodes/${THIRD}/etc/kubernetes/manifests/mine.yaml`, JSON.stringify({
      metadata: { name: 'mine' }, spec: { containers: [{ image: 'x/gcp-cloud-controller-manager:v1', command: ['x'] }] },
    }));
    cluster.set(`ready-${SECOND}`, 'False');
    cluster.set(`kubelet-version-${SECOND}`, 'v1.28.1');
    cluster.set(`no-image-${THIRD}`, 'registry.k8s.io/provider-aws/cloud-controller-manager:v1.27.10');
    cluster.set('etcd', '[-]etcd failed');
    cluster.set('etcd-unhealthy', 'https://10.0.2.10:2379 is unhealthy: failed to commit proposal: context deadline exceeded');
    cluster.set(`api-server-${THIRD}`, '[+]ping ok\n[-]etcd failed: reason withheld\nreadyz check failed\n');
    cluster.set(`ready-${WORKER}`, 'Unknown');
    cluster.set('scaling', 'masters (3 of 5 nodes): Launch, Terminate not suspended');
    cluster.set('etcd-size', '9'.repeat(15));
    cluster.set('denied', 'arn:aws:iam::1:role/x may not use ec2:DescribeInstances: no statement allows it');
    cluster.set('balancers.json', JSON.stringify({ services: {}, targetLists: [], missing: { 'shop/cart u1': 'gone.elb.amazonaws.com' } }));
    const run = await cluster.run('preflight');
    expect(run.status).not.toBe(0);
    const said = run.said.slice(run.said.indexOf('PLAY [Say what fails]')).replace(/\s+/g, ' ');
    for (const problem of [
      'has no ebs.csi.aws.com',
      `/${KCM_FILE} of ${SECOND} is not as expected`,
      `DaemonSet/other/ccm, Pod/kube-system/mine-${THIRD} is a cloud-controller-manager that is not this migration's`,
      'DaemonSet/kube-system/aws-cloud-controller-manager has the name of the cloud-controller-manager of the app, and a command line that the app '
        + 'has in no phase',
      'scale Deployment/other/scaler to 0',
      'other/1 runs a plan',
      'no pod may go of PodDisruptionBudget shop/cart',
      `${SECOND}: The node is Ready: node ${SECOND} is not Ready`,
      `kubelets of other versions than 1.26 and 1.27: ${SECOND} has v1.28.1`,
      'cloud-provider-extraction-migration by stranger_ccm',
      'not found: registry.k8s.io/provider-aws/cloud-controller-manager:v1.27.10',
      'the API server says of etcd: [-]etcd failed',
      `the API server of ${THIRD} is not ready, or says nothing of etcd: [-]etcd failed: reason withheld; readyz check failed`,
      'https://10.0.2.10:2379 is unhealthy: failed to commit proposal',
      `workers that are not Ready: ${WORKER};`,
      'masters (3 of 5 nodes): Launch, Terminate not suspended',
      'There is room for a snapshot of etcd: etcd\'s database has 953674317 MiB, but only ',
      'arn:aws:iam::1:role/x may not use ec2:DescribeInstances',
      'AWS knows no load balancer of these Services',
      'gone.elb.amazonaws.com',
    ]) expect(said).toContain(problem);
    cluster.remove('held');
    cluster.remove(`nodes/${THIRD}/etc/kubernetes/manifests/mine.yaml`);
    expect(cluster.log.filter(line => !line.startsWith('tags '))).toEqual([]);
    cluster.set(`nodes/${SECOND}/${KCM_FILE}`, before[cluster.nodes.indexOf(SECOND)].get(KCM_FILE)!);
    expect(cluster.nodes.map(node => cluster.node(node))).toEqual(before);
  });

  it('refuse objects of a later step that are there although no node was changed', async () => {
    cluster = await (await new SimulatedProject('input', 'n', '1.26.15').deployed('mixed')).plan('not-started', 'mixed');
    const run = await cluster.run('migrate');
    expect(run.status).not.toBe(0);
    expect(run.said.replace(/\s+/g, ' ')).toContain('it is not of this plan: remove it, or plan from the state that the cluster is in');
    expect(cluster.log).toEqual([]);
  });

  it.each<[string, object, string]>([
    ['another cloud-controller-manager', FOREIGN, 'DaemonSet/other/ccm is a cloud-controller-manager that is not this migration\'s'],
    ['one of our name', NAMESAKE, 'DaemonSet/kube-system/aws-cloud-controller-manager has the name of the cloud-controller-manager of the app'],
  ])('refuse %s without a preflight, and leave no lock', async (_, workload, message) => {
    cluster = await (await SimulatedProject.ofN()).plan('n', 'mixed');
    cluster.set('daemonsets.json', JSON.stringify([workload]));
    const run = await cluster.run('migrate');
    expect(run.status).not.toBe(0);
    expect(run.said.replace(/\s+/g, ' ')).toContain(message);
    expect([cluster.log, cluster.holder]).toEqual([[], undefined]);
  });

  it('refuse to begin while what upgrades the nodes is not set, and preflight says so', async () => {
    cluster = await (await SimulatedProject.ofN()).plan('n', 'mixed');
    const unset = ['-e', JSON.stringify({ node_upgrade: [], without_kubeadm_upgrade: false })];
    const runs = [await cluster.run('preflight', unset), await cluster.run('migrate', unset)];
    for (const run of runs) {
      expect(run.status).not.toBe(0);
      const said = run.said.replace(/\s+/g, ' ');
      for (const setting of ['kubeadm_program', 'node_upgrade']) expect(said).toContain(`${setting} is not set: the command`);
    }
    expect([cluster.log.filter(line => !line.startsWith('tags ')), cluster.holder]).toEqual([[], undefined]);
    const byName = ['-e', JSON.stringify({ node_upgrade: [], without_node_upgrade: true })];
    expect(await cluster.run('preflight', byName)).toMatchObject({ status: 0 });
    // Old files would meet the new kubelet. What kubeadm upgraded, it does not take back.
    const back = await cluster.run('back', unset);
    expect([back.status, cluster.holder]).toEqual([2, undefined]);
    expect(back.said).toContain('node_upgrade is not set');
    expect(back.said).not.toContain('kubeadm_program is not set');
  });

  it('do not take a lock that another run took while they looked at the cluster', async () => {
    cluster = await (await SimulatedProject.ofN()).plan('n', 'mixed');
    const metadata = { name: 'ccm-migration', namespace: 'kube-system', resourceVersion: '1' };
    cluster.addBefore('kubectl get nodes', { kind: 'Lease', metadata, spec: { holderIdentity: 'other/1' } });
    const run = await cluster.run('migrate');
    expect([run.status === 0, run.said]).toEqual([false, expect.stringContaining('AlreadyExists')]);
    expect([cluster.log, cluster.holder]).toEqual([[], 'other/1']);
  });

  it('give the lock back where something is not as it was, on one node of three', async () => {
    cluster = await (await SimulatedProject.ofN()).plan('n', 'mixed');
    cluster.set(`nodes/${SECOND}/${KCM_FILE}`, cluster.node(SECOND).get(KCM_FILE)!.concat('# mine\n'));
    const run = await cluster.run('back');
    expect([run.status === 0, run.said.includes('all steps of this plan are taken back')]).toEqual([false, false]);
    expect(run.said.replace(/\s+/g, ' ')).toContain(`/${KCM_FILE} of ${SECOND} is not as it was before this plan`);
    expect(cluster.holder).toBe('');
  });

  it('give the lock back where what the Services are cannot be read', async () => {
    cluster = await (await SimulatedProject.ofN()).plan('n', 'mixed');
    const run = await cluster.runFailing('migrate', ['kubectl get services -A -o json #1']);
    expect(run.failed).toBeDefined();
    expect(run.status).not.toBe(0);
    expect([cluster.log, cluster.holder]).toEqual([[], '']);
  });
});
