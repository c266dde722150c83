import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ansible } from '../../test/ansible/ansible';
import { CONTROL_PLANE, SimulatedProject } from '../../test/cli/simulated-project';
import { describeNeeding } from '../../test/needs';

jest.setTimeout(1_800_000);

const KCM = 'etc/kubernetes/manifests/kube-controller-manager.yaml';
const LOCK = 'lease/kube-system/ccm-migration';
const CCM = 'daemonset/kube-system/aws-cloud-controller-manager';
const [FIRST, SECOND, THIRD] = CONTROL_PLANE;

function oldCluster(): Promise<SimulatedProject> {
  return new SimulatedProject('n', 'n', '1.26.15').deployed('n');
}

/** The holder of the lock, as a run that was killed leaves it. */
function holder(cluster: SimulatedProject): string {
  return (cluster.object(LOCK)!.spec as { holderIdentity?: string }).holderIdentity ?? '';
}

function takeOver(cluster: SimulatedProject): string[] {
  return ['-e', JSON.stringify({ take_over: holder(cluster) })];
}

describeNeeding('the playbooks', ansible().missing, 'REQUIRE_ANSIBLE', () => {
  let cluster: SimulatedProject;
  afterEach(() => cluster.destroy());

  it('preflight lists everything that fails, and changes nothing', async () => {
    cluster = await (await oldCluster()).plan('n', 'mixed');
    const before = cluster.nodes.map(node => cluster.node(node));
    expect(await cluster.run('preflight')).toMatchObject({ status: 0, said: expect.stringContaining('every check holds') });
    cluster.set('drivers', 'efs.csi.aws.com');
    cluster.set(`nodes/${SECOND}/${KCM}`, cluster.node(SECOND).get(KCM)!.concat('# mine\n'));
    const foreign = {
      kind: 'DaemonSet',
      metadata: { namespace: 'other', name: 'ccm' },
      spec: {
        template: {
          spec: {
            containers: [{
              image: 'x/'
        + 'aws-cloud-controller-manager:v1.27.1',
            }],
          },
        },
      },
    };
    const scaler = {
      kind: 'Deployment',
      metadata: { namespace: 'other', name: 'scaler' },
      spec: { replicas: 1, template: { spec: { containers: [{ image: 'x/cluster-autoscaler:v1' }] } } },
    };
    cluster.set('daemonsets.json', JSON.stringify([foreign, scaler]));
    const budget = { metadata: { namespace: 'shop', name: 'cart' }, status: { expectedPods: 1, disruptionsAllowed: 0 } };
    cluster.set('poddisruptionbudgets.json', JSON.stringify([budget]));
    cluster.set('held', 'stranger_ccm');
    cluster.set(`no-image-${THIRD}`, 'registry.k8s.io/provider-aws/cloud-controller-manager:v1.27.10');
    cluster.set('etcd', '[-]etcd failed');
    cluster.set('denied', 'arn:aws:iam::1:role/x may not use ec2:DescribeInstances: no statement allows it');
    cluster.set('balancers.json', JSON.stringify({ services: {}, targetLists: [], missing: { 'shop/cart u1': 'gone.elb.amazonaws.com' } }));
    const run = await cluster.run('preflight');
    expect(run.status).not.toBe(0);
    const said = run.said.slice(run.said.indexOf('PLAY [Say what fails]')).replace(/\s+/g, ' ');
    for (const problem of [
      'has no ebs.csi.aws.com',
      `/${KCM} of ${SECOND} is not as expected`,
      'DaemonSet/other/ccm is a cloud-controller-manager that is not this migration\'s',
      'scale other/scaler to 0',
      'no pod may go of PodDisruptionBudget shop/cart',
      'cloud-provider-extraction-migration by stranger_ccm',
      'not found: registry.k8s.io/provider-aws/cloud-controller-manager:v1.27.10',
      'the API server says of etcd: [-]etcd failed',
      'The role allows every action: non-zero return code; arn:aws:iam::1:role/x may not use ec2:DescribeInstances',
      'AWS knows no load balancer of these Services',
      'gone.elb.amazonaws.com',
    ]) expect(said).toContain(problem);
    cluster.remove('held');
    expect(cluster.log.filter(line => !line.startsWith('tags '))).toEqual([]);
    cluster.set(`nodes/${SECOND}/${KCM}`, before[cluster.nodes.indexOf(SECOND)].get(KCM)!);
    expect(cluster.nodes.map(node => cluster.node(node))).toEqual(before);
  });

  it('preflight fails where a node goes away in the middle', async () => {
    cluster = await (await oldCluster()).plan('n', 'mixed');
    mkdirSync(join(cluster.project, 'host_vars'));
    writeFileSync(join(cluster.project, 'host_vars', `${THIRD}.yaml`), JSON.stringify({
      ansible_connection: "{{ 'ssh' if hostvars['localhost'].reached is defined else 'local' }}", ansible_host: '127.0.0.1', ansible_port: 1,
    }));
    const run = await cluster.run('preflight');
    expect(run.status).not.toBe(0);
    expect(run.said.replace(/\s+/g, ' ')).toContain(`${THIRD}: it went away before every check was made`);
    expect(run.said).not.toContain('every check holds');
  });

  it('change nothing with --check, and show what they would', async () => {
    cluster = await (await oldCluster()).plan('n', 'mixed');
    const before = cluster.nodes.map(node => cluster.node(node));
    const run = await cluster.run('migrate', ['--check', '--diff']);
    expect([run.status, run.said]).toEqual([0, expect.stringContaining('check mode: nothing was changed')]);
    expect(run.said).toContain('+    - --cloud-provider=external');
    expect(cluster.log.filter(line => !line.startsWith('tags '))).toEqual([]);
    expect([cluster.nodes.map(node => cluster.node(node)), cluster.object(LOCK)]).toEqual([before, undefined]);
  });

  it('go there in order, have nothing to do when run again, and turn back byte for byte', async () => {
    cluster = await (await oldCluster()).plan('n', 'mixed');
    const before = cluster.nodes.map(node => cluster.node(node));
    const run = await cluster.run('migrate');
    expect([run.status, run.said]).toEqual([0, expect.stringContaining('the cluster is in state mixed')]);
    const after = cluster.node(FIRST);
    for (const [path, text] of cluster.synthesized('mixed', 'n-plus-1', FIRST)) expect([path, after.get(path)]).toEqual([path, text]);
    expect(cluster.staticPods(FIRST)).toEqual(['kube-apiserver.yaml', 'kube-controller-manager.yaml', 'kube-scheduler.yaml']);
    expect(cluster.node(SECOND)).toEqual(before[cluster.nodes.indexOf(SECOND)]);
    const order = [
      'apply -f', 'kubeadm init phase upload-config', `drain ${FIRST}`, `upgrade ${FIRST} 1.27.16`, 'systemctl restart kubelet', `uncordon ${FIRST}`,
      `label node ${FIRST}`,
    ];
    const places = order.map(part => cluster.log.findIndex(line => line.includes(part)));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(holder(cluster)).toBe('');
    const changes = cluster.log.length;
    cluster.elsewhere();
    expect(await cluster.run('migrate')).toMatchObject({ status: 0 });
    expect(cluster.log.slice(changes).filter(line => /drain|apply|restart|upgrade|kubeadm/.test(line))).toEqual([]);
    // A listener that is not there any more stops the end, and so does an AWS that does not answer; nothing is called well that was not seen.
    const compared = () => cluster.calls.filter(line => line.includes('tags aws load-balancers') && line.includes('--before')).length;
    expect(compared()).toBeGreaterThan(0);
    cluster.set('balancers.json', JSON.stringify({ services: {}, targetLists: [['i-1']], missing: {} }));
    const changed = await cluster.run('migrate');
    expect([changed.status, changed.said]).toEqual([2, expect.stringContaining('shop/cart: listener TCP:80 to TCP:30080 is gone')]);
    cluster.set('no-aws', '');
    const unanswered = await cluster.run('migrate');
    expect([unanswered.status, unanswered.said]).toEqual([2, expect.stringContaining('Could not load credentials from any providers')]);
    cluster.remove('no-aws');
    cluster.remove('balancers.json');
    const back = await cluster.run('back');
    expect([back.status, back.said]).toEqual([0, expect.stringContaining('all steps of this plan are taken back')]);
    expect(cluster.nodes.map(node => cluster.node(node))).toEqual(before);
    expect([cluster.object(CCM), cluster.has(`labels/${FIRST}`)]).toEqual([undefined, false]);
  });

  describe("with kubeadm's own upgrade", () => {
    const settings = { kubeadm_program: ['kubeadm', 'become', '{node}', '{release}'], kubeadm_upgrade_flags: ['--etcd-upgrade=false'] };
    const BY_KUBEADM = ['-e', JSON.stringify(settings)];

    /** What kubeadm makes of its configuration: the planned manifests, or with a change. */
    function writes(change: (text: string) => string = text => text): void {
      mkdirSync(cluster.place('kubeadm-writes'));
      const manifests = [...cluster.synthesized('mixed', 'n-plus-1', FIRST)].filter(([path]) => path.includes('/manifests/'));
      for (const [path, text] of manifests) cluster.set(join('kubeadm-writes', basename(path)), change(text));
    }

    it('let it write the manifests, with copies, before the kubelet follows', async () => {
      cluster = await (await oldCluster()).plan('n', 'mixed');
      writes();
      const before = cluster.nodes.map(node => cluster.node(node));
      const run = await cluster.run('migrate', BY_KUBEADM);
      expect([run.status, run.said]).toEqual([0, expect.stringContaining('the cluster is in state mixed')]);
      const order = [
        `drain ${FIRST}`, `kubeadm become ${FIRST} 1.27.16`, `kubeadm upgrade apply v1.27.16 --yes --etcd-upgrade=false on ${FIRST}`,
        `upgrade ${FIRST} 1.27.16`, 'systemctl restart kubelet', `uncordon ${FIRST}`,
      ];
      const places = order.map(part => cluster.log.findIndex(line => line.includes(part)));
      expect(places).not.toContain(-1);
      expect(places).toEqual([...places].sort((a, b) => a - b));
      const after = cluster.node(FIRST);
      for (const [path, text] of cluster.synthesized('mixed', 'n-plus-1', FIRST)) expect([path, after.get(path)]).toEqual([path, text]);
      const back = await cluster.run('back', BY_KUBEADM);
      expect([back.status, cluster.nodes.map(node => cluster.node(node))]).toEqual([0, before]);
    });

    it('stop where it wrote other bytes than those that were proven', async () => {
      cluster = await (await oldCluster()).plan('n', 'mixed');
      writes(text => text.replace('--cloud-provider=external', '--cloud-provider=aws'));
      const run = await cluster.run('migrate', BY_KUBEADM);
      expect([run.status, run.said.replace(/\s+/g, ' ')])
        .toEqual([2, expect.stringMatching(
          new RegExp(`kubeadm wrote /etc/kubernetes/manifests/kube-.*\\.yaml of ${FIRST} with the sum .* as planned`),
        )]);
      expect(cluster.log.filter(line => line.startsWith('upgrade '))).toEqual([]);
    });
  });

  it('ask before each step, pause at the first answer that is not yes, and go on from there', async () => {
    cluster = await (await oldCluster()).plan('n', 'mixed');
    const run = await cluster.answer('migrate', ['yes', 'yes', 'yes', 'yes', 'no']);
    expect([run.status, run.said]).toEqual([0, expect.stringContaining('paused: run again to go on')]);
    expect(cluster.log.filter(line => line.includes('apply'))).toEqual([]);
    expect(cluster.object(LOCK))
      .toMatchObject({ metadata: { annotations: { 'ccm-migration/state': expect.stringMatching(/^paused before 05 Apply/) } } });
    expect(holder(cluster)).toBe('');
    const rest = await cluster.run('migrate');
    expect([rest.status, rest.said]).toEqual([0, expect.stringContaining('the cluster is in state mixed')]);
  });

  it.each([['drain'], ['label node']])('go on elsewhere where they were killed, in the middle of a step: at %s', async place => {
    cluster = await (await oldCluster()).plan('n', 'mixed');
    expect((await cluster.run('migrate', [], { SIM_KILL: place })).signal).toBe('SIGKILL');
    cluster.elsewhere();
    const applied = cluster.log.filter(line => line.includes('apply')).length;
    expect(await cluster.run('migrate', takeOver(cluster))).toMatchObject({ status: 0 });
    expect(cluster.log.filter(line => line.includes('apply')).length).toBe(applied);
    expect(cluster.node(FIRST).get(KCM)).toBe(cluster.synthesized('mixed', 'n-plus-1', FIRST).get(KCM));
    expect(cluster.log.at(-1)).toContain(`label node ${FIRST} ccm-migration/side=n-plus-1`);
    expect(cluster.log.filter(line => line.includes('uncordon')).length).toBeGreaterThan(0);
  });

  it('stop before a node whose manifest was changed by hand, and leave it alone', async () => {
    cluster = await (await oldCluster()).plan('n', 'mixed');
    cluster.set(`nodes/${FIRST}/${KCM}`, cluster.node(FIRST).get(KCM)!.concat('# mine\n'));
    const run = await cluster.run('migrate');
    expect(run.status).not.toBe(0);
    expect(run.said.replace(/\s+/g, ' ')).toContain(`/${KCM} of ${FIRST} is not as expected`);
    expect(cluster.log.some(line => line.includes('drain'))).toBe(false);
    expect(cluster.node(FIRST).get(KCM)).toContain('# mine');
  });

  it('turn back elsewhere after a kill in the middle of a step, once the dead run is taken over', async () => {
    cluster = await (await oldCluster()).plan('n', 'mixed');
    const before = cluster.nodes.map(node => cluster.node(node));
    expect((await cluster.run('migrate', [], { SIM_KILL: 'uncordon' })).signal).toBe('SIGKILL');
    cluster.elsewhere();
    const changes = cluster.log.length;
    const refused = await cluster.run('back');
    expect(refused.status).not.toBe(0);
    expect(refused.said.replace(/\s+/g, ' ')).toContain(`once you know that this run has ended, set take_over to '${holder(cluster)}'`);
    expect(cluster.log).toHaveLength(changes);
    expect(await cluster.run('back', takeOver(cluster))).toMatchObject({ status: 0 });
    expect(cluster.nodes.map(node => cluster.node(node))).toEqual(before);
    expect(cluster.object(CCM)).toBeUndefined();
  });

  it('stop at a kubelet that hangs, although its files lie in place', async () => {
    cluster = await (await oldCluster()).plan('n', 'mixed');
    cluster.set(`hung-${FIRST}`, '');
    const run = await cluster.run('migrate');
    expect(run.status).not.toBe(0);
    expect(run.said.replace(/\s+/g, ' ')).toMatch(/07 Upgrade \S+ to 1.27.16: The process was started after its files changed/);
    expect(cluster.log.some(line => line.includes('label node'))).toBe(false);
    const again = await cluster.run('migrate');
    expect(again.status).not.toBe(0);
    expect(cluster.log.some(line => line.includes('label node'))).toBe(false);
  });

  it.each<[string, (made: SimulatedProject) => void, string]>([
    ['a cluster of another version', made => made.set('version', '1.25.16'), 'the cluster runs 1.25.16, but this plan is for'],
    ['a control-plane node that is lost', made => made.remove(`nodes/${THIRD}`), 'the control-plane nodes of the cluster are not those of this '
      + `plan: missing ${THIRD}`],
    ['a connection that ends on another machine', made => made.set(`nodes/${SECOND}/proc/sys/kernel/random/boot_id`, 'x'), 'the connection to '
      + `${SECOND} ends on another machine`],
    ['an app that changed', made => {
      const file = join(made.app, 'dist', 'mixed', '30-ccm.k8s.yaml');
      writeFileSync(file, readFileSync(file, 'utf8').replace('--v=2', '--v=4'));
    }, "'dist/mixed/30-ccm.k8s.yaml' is not as it was when this plan was made"],
  ])('refuse %s before anything is changed', async (_, spoil, message) => {
    cluster = await (await oldCluster()).plan('n', 'mixed');
    if (message.includes(
      'another machine',
    )) cluster.set(`machine-${SECOND}`, JSON.stringify({ machineID: `machine-of-${SECOND}`, bootID: `boot-of-${SECOND}` }));
    spoil(cluster);
    const run = await cluster.run('migrate');
    expect(run.status).not.toBe(0);
    expect(run.said.replace(/\s+/g, ' ')).toContain(message);
    expect(cluster.log).toEqual([]);
  });

  it('leave a lost worker out, name a new one, and go all the way and back', async () => {
    cluster = await new SimulatedProject('input', '', '1.26.15').plan('not-started', 'n-plus-1');
    const lost = cluster.nodes.find(node => !CONTROL_PLANE.includes(node))!;
    cluster.remove(`nodes/${lost}`);
    const before = new Map(cluster.nodes.map(node => [node, cluster.node(node)]));
    const there = await cluster.run('migrate');
    expect([there.status, there.said]).toEqual([0, expect.stringContaining('the cluster is in state n-plus-1')]);
    expect(there.said.replace(/\s+/g, ' ')).toContain(`left out: ${lost}`);
    for (const node of CONTROL_PLANE) {
      const after = cluster.node(node);
      for (const [path, text] of cluster.synthesized('n-plus-1', 'n-plus-1', node)) expect([path, after.get(path)]).toEqual([path, text]);
    }
    await cluster.plan('n-plus-1', 'not-started');
    const back = await cluster.run('migrate');
    expect([back.status, back.said]).toEqual([0, expect.stringContaining('the cluster is in state not-started')]);
    expect(new Map(cluster.nodes.map(node => [node, cluster.node(node)]))).toEqual(before);
    expect(cluster.object(CCM)).toBeUndefined();
  });

  it('end Leader Migration: roll first, delete with copies, the Lease last and with a precondition', async () => {
    const made = new SimulatedProject('n-plus-1', 'n-plus-1', '1.27.16');
    cluster = await (await made.deployed('n-plus-1', ...CONTROL_PLANE)).plan('n-plus-1', 'disabled');
    cluster.set('held', `${FIRST.split('.')[0]}_ccm`);
    const run = await cluster.run('migrate');
    expect([run.status, run.said]).toEqual([0, expect.stringContaining('the cluster is in state disabled')]);
    const at = (part: string) => cluster.log.findIndex(line => line.includes(part));
    expect(at('dist/disabled/30-ccm.k8s.yaml')).toBe(0);
    expect(at('delete configmap leader-migration-config')).toBeGreaterThan(0);
    expect(at('leases/cloud-provider-extraction-migration')).toBeGreaterThan(at('delete role.rbac.authorization.k8s.io '
      + 'leader-migration:kube-controller-manager'));
    expect(cluster.log[at('leases/cloud-provider-extraction-migration')]).toContain('"preconditions": {"resourceVersion": "');
    expect(cluster.log.filter(line => line.includes('label node')).length).toBe(3);
    expect(existsSync(join(cluster.project, 'copies', 'n-plus-1', 'configmap-kube-system-leader-migration-config.yaml'))).toBe(true);
  });

  it('never delete a Lease that is still held, nor what its holder needs', async () => {
    const made = new SimulatedProject('n-plus-1', 'n-plus-1', '1.27.16');
    cluster = await (await made.deployed('n-plus-1', ...CONTROL_PLANE)).plan('n-plus-1', 'disabled');
    // Somebody still runs with Leader Migration, whatever the manifests say.
    cluster.set(`nodes/${SECOND}/${KCM}`, cluster.node(SECOND).get(KCM)!.replace('    - --leader-elect=true', '    - '
      + '--enable-leader-migration=true\n    - --leader-elect=true'));
    const run = await cluster.run('migrate');
    expect(run.status).not.toBe(0);
    expect(cluster.log.filter(line => line.includes('delete'))).toEqual([]);
  });

  describe('with --release-lease', () => {
    const leader = `${FIRST.split('.')[0]}_kcm`;

    it('release the Lease of the leader that they stopped', async () => {
      cluster = await (await oldCluster()).plan('n', 'mixed', '--release-lease');
      cluster.set('held', leader);
      cluster.set('short-names', '');
      expect(await cluster.run('migrate')).toMatchObject({ status: 0 });
      expect(cluster.log.filter(line => line.includes('patch lease'))).toEqual([
        expect.stringMatching(/--type=merge -p \{"metadata": \{"resourceVersion": "\d+"\}, "spec": \{"holderIdentity": null\}\}/),
      ]);
    });

    it('fail while the old process is left on its node', async () => {
      cluster = await (await oldCluster()).plan('n', 'mixed', '--release-lease');
      cluster.set('held', leader);
      cluster.set('short-names', '');
      cluster.set(`processes-${FIRST}`, 'kube-controller-manager --cloud-provider=aws');
      const run = await cluster.run('migrate');
      expect(run.status).not.toBe(0);
      expect(run.said).toContain('No such process is left');
      expect(cluster.log.some(line => line.includes('patch lease'))).toBe(false);
    });

    it('leave the Lease alone when another process holds it by then', async () => {
      cluster = await (await oldCluster()).plan('n', 'mixed', '--release-lease');
      expect(await cluster.run('migrate')).toMatchObject({ status: 0 });
      expect(cluster.log.some(line => line.includes('patch lease'))).toBe(false);
    });
  });
});
