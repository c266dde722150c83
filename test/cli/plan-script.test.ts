import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONTROL_PLANE, SimulatedCluster } from './simulated-cluster';

jest.setTimeout(300_000);

const KCM = 'etc/kubernetes/manifests/kube-controller-manager.yaml';
const [FIRST, SECOND, THIRD] = CONTROL_PLANE;

let cluster: SimulatedCluster;
afterEach(() => cluster.destroy());

function oldCluster(): SimulatedCluster {
  return new SimulatedCluster('n', 'n', '1.26.15').deployed('n');
}

function newCluster(phase = 'n-plus-1'): SimulatedCluster {
  const made = new SimulatedCluster(phase, 'n-plus-1', '1.27.16').deployed(phase, ...CONTROL_PLANE);
  made.set('objects/lease.coordination.k8s.io-cloud-provider-extraction-migration', '');
  return made;
}

describe('migrate.sh', () => {
  it('changes nothing with --dry-run, and prints every change', async () => {
    cluster = await oldCluster().plan('n', 'mixed');
    const before = cluster.node(FIRST);
    const run = cluster.run(['--dry-run']);
    expect(run).toMatchObject({ status: 0 });
    expect(run.said).toContain('$ kubectl apply -f ');
    expect(run.said).toContain(`$ kubectl drain ${FIRST}`);
    expect(run.said).toContain('dry run: nothing was changed');
    expect(cluster.log).toEqual([]);
    expect(cluster.node(FIRST)).toEqual(before);
  });

  it('brings the first node to version N+1, asks before each step, and leaves nothing but manifests below the static pod path', async () => {
    cluster = await oldCluster().plan('n', 'mixed');
    const before = cluster.node(FIRST);
    const run = cluster.run([], 'y\n'.repeat(9));
    expect(run).toMatchObject({ status: 0 });
    expect(run.said.match(/\[y\/N\]/g)).toHaveLength(9);
    const after = cluster.node(FIRST);
    for (const [path, text] of cluster.synthesized('mixed', 'n-plus-1', FIRST)) expect([path, after.get(path)]).toEqual([path, text]);
    expect(cluster.staticPods(FIRST)).toEqual(['kube-apiserver.yaml', 'kube-controller-manager.yaml', 'kube-scheduler.yaml']);
    for (const [path, text] of cluster.copies(FIRST, 'n')) expect([path, text]).toEqual([path, before.get(path)]);
    expect(cluster.copies(FIRST, 'n').has(KCM)).toBe(true);
    expect(cluster.node(SECOND)).toEqual(cluster.synthesized('n', 'n', SECOND));
    expect(cluster.has(`labels/${FIRST}`)).toBe(true);
    const order = [
      'apply -f', 'kubeadm init phase upload-config', `drain ${FIRST}`, `upgrade ${FIRST} 1.27.16`, 'systemctl restart kubelet', `uncordon ${FIRST}`, `label node ${FIRST}`,
    ];
    const places = order.map(part => cluster.log.findIndex(line => line.includes(part)));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });

  it('stops at the first no, and goes on from there', async () => {
    cluster = await oldCluster().plan('n', 'mixed');
    expect(cluster.run([], 'y\ny\ny\ny\nn\n')).toMatchObject({ status: 3 });
    expect(cluster.log.filter(line => line.includes('apply'))).toEqual([]);
    const run = cluster.run(['--yes']);
    expect(run).toMatchObject({ status: 0 });
    expect(run.said.match(/done before/g)).toHaveLength(4);
  });

  it.each([['drain'], ['uncordon'], ['label node']])('goes on where it was killed, in the middle of a step: at %s', async (place) => {
    cluster = await oldCluster().plan('n', 'mixed');
    const killed = cluster.run(['--yes'], '', { SIM_KILL: place });
    expect(killed.signal).toBe('SIGKILL');
    const applied = cluster.log.filter(line => line.includes('apply')).length;
    const run = cluster.run(['--yes']);
    expect(run).toMatchObject({ status: 0 });
    expect(cluster.log.filter(line => line.includes('apply')).length).toBe(applied);
    expect(cluster.node(FIRST).get(KCM)).toBe(cluster.synthesized('mixed', 'n-plus-1', FIRST).get(KCM));
    expect(cluster.log.at(-1)).toContain(`label node ${FIRST} ccm-migration/side=n-plus-1`);
    expect(cluster.log.filter(line => line.includes('uncordon')).length).toBeGreaterThan(0);
  });

  it('takes everything back with --back, byte for byte, also half of a step', async () => {
    cluster = await oldCluster().plan('n', 'mixed');
    const before = CONTROL_PLANE.map(node => cluster.node(node));
    cluster.run(['--yes'], '', { SIM_KILL: 'uncordon' });
    expect(cluster.node(FIRST)).not.toEqual(before[0]);
    const run = cluster.run(['--yes', '--back']);
    expect(run).toMatchObject({ status: 0 });
    expect(CONTROL_PLANE.map(node => cluster.node(node))).toEqual(before);
    expect(cluster.has('objects/daemonset-aws-cloud-controller-manager')).toBe(false);
    expect(cluster.log.some(line => line.startsWith('kubectl replace -f ') && line.includes('kubeadm-config'))).toBe(true);
  });

  it('goes from not-started to n-plus-1 and, by plans of its own, back to the bytes that it came from', async () => {
    cluster = await new SimulatedCluster('input', '', '1.26.15').plan('not-started', 'n-plus-1');
    const before = CONTROL_PLANE.map(node => cluster.node(node));
    expect(cluster.run(['--yes'])).toMatchObject({ status: 0 });
    for (const node of CONTROL_PLANE) {
      const after = cluster.node(node);
      for (const [path, text] of cluster.synthesized('n-plus-1', 'n-plus-1', node)) expect([path, after.get(path)]).toEqual([path, text]);
    }
    await cluster.plan('n-plus-1', 'not-started');
    const run = cluster.run(['--yes']);
    expect(run).toMatchObject({ status: 0 });
    expect(CONTROL_PLANE.map(node => cluster.node(node))).toEqual(before);
    expect(cluster.has('objects/daemonset-aws-cloud-controller-manager')).toBe(false);
  });

  it('refuses a cluster of another version, before it changes anything', async () => {
    cluster = await oldCluster().plan('n', 'mixed');
    cluster.set('version', '1.25.16');
    const run = cluster.run(['--yes']);
    expect(run.said).toContain('the cluster runs 1.25.16, but this plan is for 1.26.15 1.27.16');
    expect([run.status, cluster.log]).toEqual([1, []]);
  });

  it('refuses a cluster with other nodes', async () => {
    cluster = await oldCluster().plan('n', 'mixed');
    cluster.remove(`nodes/${THIRD}`);
    const run = cluster.run(['--yes']);
    expect(run.said).toContain(`the nodes of the cluster are not those of this plan: missing ${THIRD}`);
    expect([run.status, cluster.log]).toEqual([1, []]);
  });

  it('refuses a node whose manifest was changed by hand', async () => {
    cluster = await oldCluster().plan('n', 'mixed');
    cluster.set(`nodes/${FIRST}/${KCM}`, cluster.node(FIRST).get(KCM)!.replace('--v=2', '--v=4').concat('# mine\n'));
    const run = cluster.run(['--yes']);
    expect(run.said).toContain(`/${KCM} is not as expected`);
    expect(run.status).toBe(1);
    expect(cluster.log.some(line => line.includes('drain'))).toBe(false);
  });

  it('refuses an app that changed since the plan was made', async () => {
    cluster = await oldCluster().plan('n', 'mixed');
    const file = join(cluster.app, 'dist', 'mixed', '30-ccm.k8s.yaml');
    writeFileSync(file, readFileSync(file, 'utf8').replace('--v=2', '--v=4'));
    const run = cluster.run(['--yes']);
    expect(run.said).toContain("'dist/mixed/30-ccm.k8s.yaml' is not as it was when this plan was made");
    expect([run.status, cluster.log]).toEqual([1, []]);
  });

  it('refuses to turn a kubelet where the EBS CSI driver is missing', async () => {
    cluster = await oldCluster().plan('n', 'mixed');
    cluster.set('drivers', 'efs.csi.aws.com');
    expect(cluster.run(['--yes']).said).toContain('has no ebs.csi.aws.com');
    expect(cluster.log).toEqual([]);
  });

  it('ends Leader Migration: rolls first, deletes with copies, the Lease last and with a precondition', async () => {
    cluster = await newCluster().plan('n-plus-1', 'disabled');
    const run = cluster.run(['--yes']);
    expect(run).toMatchObject({ status: 0 });
    const at = (part: string) => cluster.log.findIndex(line => line.includes(part));
    expect(at('dist/disabled/30-ccm.k8s.yaml')).toBe(0);
    expect(at('delete configmap leader-migration-config')).toBeGreaterThan(0);
    expect(at('leases/cloud-provider-extraction-migration')).toBeGreaterThan(at('delete role.rbac.authorization.k8s.io leader-migration:kube-controller-manager'));
    expect(at('"preconditions":{"resourceVersion":"')).toBe(at('leases/cloud-provider-extraction-migration') + 1);
    expect(cluster.log.filter(line => line.includes('label node')).length).toBe(3);
    const copy = readFileSync(join(cluster.state, 'backup', 'n-plus-1', 'objects', 'configmap-kube-system-leader-migration-config.yaml'), 'utf8');
    expect(copy).toContain('kind: ConfigMap');
  });

  it('never deletes a Lease that is still held, nor what its holder needs', async () => {
    cluster = await newCluster().plan('n-plus-1', 'disabled');
    const kcm = cluster.node(SECOND).get(KCM)!;
    // Somebody still runs with Leader Migration, whatever the manifests say.
    cluster.set(`nodes/${SECOND}/${KCM}`, kcm.replace('    - --leader-elect=true', '    - --enable-leader-migration=true\n    - --leader-elect=true'));
    const run = cluster.run(['--yes']);
    expect(run.status).toBe(1);
    expect(cluster.log.filter(line => line.includes('delete'))).toEqual([]);
  });

  it('releases the Lease of the leader that it stopped, and of no other', async () => {
    cluster = await oldCluster().plan('n', 'mixed', '--release-lease');
    const leader = `${FIRST.split('.')[0]}_kcm`;
    cluster.set('held', leader);
    expect(cluster.run(['--yes'])).toMatchObject({ status: 0 });
    expect(cluster.log.filter(line => line.includes('patch lease'))).toEqual([
      expect.stringMatching(/--type=merge -p \{"metadata":\{"resourceVersion":"\d+"\},"spec":\{"holderIdentity":null\}\}/),
    ]);
  });

  it('fails to release a Lease while the old process is left on its node', async () => {
    cluster = await oldCluster().plan('n', 'mixed', '--release-lease');
    cluster.set('held', `${FIRST.split('.')[0]}_kcm`);
    cluster.mkdir(`nodes/${FIRST}/proc/7`);
    cluster.set(`nodes/${FIRST}/proc/7/cmdline`, ['kube-controller-manager', '--cloud-provider=aws', ''].join('\0'));
    const run = cluster.run(['--yes']);
    expect(run.said).toContain(`kube-controller-manager with --cloud-provider=aws still runs on ${FIRST}: its Lease is not released`);
    expect(cluster.log.some(line => line.includes('patch lease'))).toBe(false);
  });

  it('leaves the Lease alone when another process holds it by then', async () => {
    cluster = await oldCluster().plan('n', 'mixed', '--release-lease');
    expect(cluster.run(['--yes'])).toMatchObject({ status: 0 });
    expect(cluster.log.some(line => line.includes('patch lease'))).toBe(false);
  });
});
