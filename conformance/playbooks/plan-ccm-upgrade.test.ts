import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CcmWorkload } from '../../src/lib/ccm/workload-kind';
import { ansible } from '../../test/ansible/ansible';
import { CONTROL_PLANE, SimulatedProject } from '../../test/cli/simulated-project';
import { readTree, writeTree } from '../../test/golden';
import { withoutNodeFiles } from '../../test/lib/plan/app-fixture';
import { describeNeeding } from '../../test/needs';

jest.setTimeout(1_800_000);

const CCM = 'daemonset/kube-system/aws-cloud-controller-manager';
const OLD = 'registry.k8s.io/provider-aws/cloud-controller-manager:v1.36.1';
const NEW = 'registry.k8s.io/provider-aws/cloud-controller-manager:v1.37.0';

function imageOf(cluster: SimulatedProject): string {
  const { spec } = cluster.object(CCM) as { spec: { template: { spec: { containers: { image: string }[] } } } };
  return spec.template.spec.containers[0].image;
}

const STATIC = 'etc/kubernetes/manifests/cloud-controller-manager.yaml';

function plain(said: string): string {
  return said.replace(/\s+/g, ' ');
}

describeNeeding('the playbooks of an upgrade of the cloud-controller-manager', ansible().missing, 'REQUIRE_ANSIBLE', () => {
  let cluster: SimulatedProject;
  beforeEach(async () => { cluster = await (await SimulatedProject.ofSteadyState('v1.36.1', 'v1.37.0')).planned('--upgrade-from', 'before'); });
  afterEach(() => cluster.destroy());

  it('go there and back, and leave the objects as they were', async () => {
    const before = cluster.objects;
    expect(imageOf(cluster)).toBe(OLD);
    const preflight = await cluster.run('preflight');
    expect([preflight.status, preflight.said]).toEqual([0, expect.stringContaining('every check holds')]);
    const there = await cluster.run('migrate');
    expect([there.status, plain(there.said)]).toEqual([0, expect.stringContaining('done: the cluster is in state disabled')]);
    expect(there.said).not.toMatch(/autoscaler|Auto Scaling/);
    expect(imageOf(cluster)).toBe(NEW);
    const again = await cluster.run('migrate');
    expect([again.status, plain(again.said)]).toEqual([0, expect.stringContaining('done: the cluster is in state disabled')]);
    const back = await cluster.run('back');
    expect([back.status, plain(back.said)]).toEqual([0, expect.stringContaining('all steps of this plan are taken back')]);
    expect(cluster.objects).toEqual(before);
    expect(imageOf(cluster)).toBe(OLD);
  });

  it('go there and back where it is a static pod, node by node', async () => {
    cluster.destroy();
    const of = { run: { workload: CcmWorkload.staticPodOfKubeadm() } };
    cluster = await (await SimulatedProject.ofSteadyState('v1.36.1', 'v1.37.0', { of })).planned('--upgrade-from', 'before');
    const images = () => CONTROL_PLANE.map(node => /image: (.*)/.exec(cluster.node(node).get(STATIC)!)![1]);
    const before = CONTROL_PLANE.map(node => cluster.node(node));
    expect(images()).toEqual([OLD, OLD, OLD]);
    // Its kubelet has not seen the manifest yet.
    cluster.set(`containers-${CONTROL_PLANE[1]}`, JSON.stringify([{ image: OLD }]));
    const slow = await cluster.run('migrate');
    expect([slow.status, plain(slow.said)]).toEqual([2, expect.stringContaining(`${CONTROL_PLANE[1]} is ${OLD}, not ready at ${NEW}`)]);
    expect(images()).toEqual([NEW, NEW, OLD]);
    cluster.remove(`containers-${CONTROL_PLANE[1]}`);
    const there = await cluster.run('migrate');
    expect([there.status, plain(there.said)]).toEqual([0, expect.stringContaining('done: the cluster is in state disabled')]);
    expect(images()).toEqual([NEW, NEW, NEW]);
    const back = await cluster.run('back');
    expect([back.status, plain(back.said)]).toEqual([0, expect.stringContaining('all steps of this plan are taken back')]);
    expect(CONTROL_PLANE.map(node => cluster.node(node))).toEqual(before);
  });

  it('go there and back without files of nodes, unless a kube-controller-manager is not external', async () => {
    for (const app of [cluster.app, join(cluster.root, 'before')]) {
      const files = withoutNodeFiles(readTree(app));
      rmSync(join(app, 'nodes'), { recursive: true });
      writeTree(files, app);
    }
    await cluster.planned('--upgrade-from', 'before');
    const manager = `nodes/${CONTROL_PLANE[1]}/etc/kubernetes/manifests/kube-controller-manager.yaml`;
    const external = readFileSync(cluster.place(manager), 'utf8');
    cluster.set(manager, external.replace(/.*--cloud-provider=external.*\n/, ''));
    const inTree = await cluster.run('preflight');
    expect([inTree.status, plain(inTree.said)]).toEqual([2, expect.stringContaining(
      `pod kube-controller-manager-${CONTROL_PLANE[1]} lacks --cloud-provider=external`,
    )]);
    cluster.set(manager, external);
    for (const [playbook, said] of [['preflight', 'every check holds'], ['migrate', 'done: the cluster is in state disabled'],
      ['back', 'all steps of this plan are taken back']] as const) {
      const run = await cluster.run(playbook);
      expect([run.status, plain(run.said)]).toEqual([0, expect.stringContaining(said)]);
    }
    expect(imageOf(cluster)).toBe(OLD);
  });

  it('ask for no pause of what makes nodes, and take kubelets as old as they are', async () => {
    cluster.set(`kubelet-version-${CONTROL_PLANE[0]}`, 'v1.35.8');
    cluster.set('scaling', 'group a is not paused');
    const run = await cluster.run('preflight', ['-e', JSON.stringify({ nodes_are_kept: false })]);
    expect([run.status, run.said]).toEqual([0, expect.stringContaining('every check holds')]);
  });

  it('begin with nothing where the role lacks an action', async () => {
    cluster.set('denied', 'elasticloadbalancing:SetSecurityGroups: implicitDeny');
    const preflight = await cluster.run('preflight');
    expect([preflight.status, plain(preflight.said)]).toEqual([2, expect.stringContaining('The role allows every action: tags aws role')]);
    const run = await cluster.run('migrate');
    expect([run.status, plain(run.said)]).toEqual([2, expect.stringContaining('elasticloadbalancing:SetSecurityGroups: implicitDeny')]);
    expect(imageOf(cluster)).toBe(OLD);
  });

  it('begin with nothing while the new release refuses a Service, unless it is left out by its name', async () => {
    const web = { metadata: { namespace: 'shop', name: 'web', uid: 'u' }, spec: { type: 'LoadBalancer' }, status: {} };
    cluster.set('services.json', JSON.stringify([web]));
    cluster.set('refused', 'shop/web');
    const run = await cluster.run('migrate');
    expect([run.status, plain(run.said)]).toEqual([2, expect.stringContaining('Service shop/web is refused (Change it.)')]);
    expect(imageOf(cluster)).toBe(OLD);
    const leftOut = await cluster.run('preflight', ['-e', JSON.stringify({ without_services: ['shop/web'] })]);
    expect([leftOut.status, leftOut.said]).toEqual([0, expect.stringContaining('every check holds')]);
  });

  it('begin with nothing while an API server is older', async () => {
    const file = `nodes/${CONTROL_PLANE[1]}/etc/kubernetes/manifests/kube-apiserver.yaml`;
    cluster.set(file, readFileSync(cluster.place(file), 'utf8').replace('v1.37.1', 'v1.36.4'));
    const run = await cluster.run('migrate');
    expect([run.status, plain(run.said)]).toEqual([2, expect.stringContaining(`kube-apiserver-${CONTROL_PLANE[1]}`)]);
    expect(imageOf(cluster)).toBe(OLD);
  });

  it('do not end while a pod of the old release is left', async () => {
    cluster.set(`containers-${CONTROL_PLANE[2]}`, JSON.stringify([{ image: OLD }]));
    const run = await cluster.run('migrate');
    expect([run.status, plain(run.said)]).toEqual([2, expect.stringContaining(`pods of another image than ${NEW}: ccm-${CONTROL_PLANE[2]}`)]);
    cluster.remove(`containers-${CONTROL_PLANE[2]}`);
    const again = await cluster.run('migrate');
    expect([again.status, plain(again.said)]).toEqual([0, expect.stringContaining('done: the cluster is in state disabled')]);
  });
});

describeNeeding('the playbooks of a chain of upgrades', ansible().missing, 'REQUIRE_ANSIBLE', () => {
  const WAY = [['v1.35.2', '1.35.6'], ['v1.36.1', '1.36.4'], ['v1.37.0', '1.37.1']] as const;
  let cluster: SimulatedProject;
  afterEach(() => cluster.destroy());

  /** What a run said, and whether it came to its end. */
  async function said(playbook: string): Promise<readonly [number | null, string]> {
    const run = await cluster.run(playbook);
    return [run.status, plain(run.said)];
  }

  const DONE = [0, expect.stringContaining('done: the cluster is in state disabled')];

  it('wait for the API servers before each hop, go on where the cluster stands, and come back hop by hop', async () => {
    cluster = await SimulatedProject.ofChain(WAY, {}, true);
    const tag = () => imageOf(cluster).split(':')[1];
    const before = cluster.objects;
    expect(await said('preflight')).toEqual([0, expect.stringContaining('every check holds')]);
    expect(await said('migrate')).toEqual([2, expect.stringContaining('is 1.35.6, not 1.36.4: upgrading them is your step')]);
    expect(tag()).toBe('v1.35.2');
    cluster.serve('1.36.4', CONTROL_PLANE.slice(1));
    expect(await said('migrate')).toEqual([2, expect.stringContaining(`pod kube-apiserver-${CONTROL_PLANE[0]} is`)]);
    cluster.serve('1.36.4');
    expect(await said('migrate')).toEqual([2, expect.stringContaining('is 1.36.4, not 1.37.1')]);
    expect(tag()).toBe('v1.36.1');
    const goesOn = await said('migrate');
    const waits = /step \d+ of \d+, \S+: Wait until every API server is of 1\.37\.1; steps 1 to \d+ are done; it failed at \S+Z: /;
    expect(goesOn).toEqual([2, expect.stringMatching(waits)]);
    expect(goesOn[1]).not.toContain('Wait until every API server is of 1.36.4');
    expect(tag()).toBe('v1.36.1');
    cluster.serve('1.37.1');
    expect(await said('migrate')).toEqual(DONE);
    expect(tag()).toBe('v1.37.0');
    expect(await said('migrate')).toEqual(DONE);
    expect(await said('back')).toEqual([2, expect.stringContaining('is 1.37.1, not 1.36.4')]);
    expect(tag()).toBe('v1.36.1');
    cluster.serve('1.36.4');
    expect(await said('back')).toEqual([0, expect.stringContaining('all steps of this plan are taken back')]);
    expect([tag(), cluster.objects]).toEqual(['v1.35.2', before]);
  });

  it('begin with nothing where the release that runs is none of the plan', async () => {
    cluster = await SimulatedProject.ofChain(WAY, {}, true);
    cluster.set('objects.json', cluster.text('objects.json').replaceAll('cloud-controller-manager:v1.35.2', 'cloud-controller-manager:v1.36.2'));
    expect(await said('migrate')).toEqual([2, expect.stringContaining('cloud-controller-manager:v1.36.2, and this plan leads from and to')]);
    expect(imageOf(cluster)).toMatch(/v1\.36\.2$/);
  });

  it('roll static pods, whose files say where the cluster stands', async () => {
    cluster = await SimulatedProject.ofChain(WAY, { of: { run: { workload: CcmWorkload.staticPodOfKubeadm() } } });
    const tags = () => CONTROL_PLANE.map(node => /cloud-controller-manager:(.*)/.exec(cluster.node(node).get(STATIC)!)![1]);
    cluster.serve('1.36.4');
    expect(await said('migrate')).toEqual([2, expect.stringContaining('is 1.36.4, not 1.37.1')]);
    expect(tags()).toEqual(['v1.36.1', 'v1.36.1', 'v1.36.1']);
    cluster.serve('1.37.1');
    expect(await said('migrate')).toEqual(DONE);
    expect(tags()).toEqual(['v1.37.0', 'v1.37.0', 'v1.37.0']);
    cluster.serve('1.36.4');
    expect(await said('back')).toEqual([0, expect.stringContaining('all steps of this plan are taken back')]);
    expect(tags()).toEqual(['v1.35.2', 'v1.35.2', 'v1.35.2']);
  });
});
