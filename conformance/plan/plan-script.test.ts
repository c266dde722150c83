import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { RealCluster } from './real-cluster';
import { goMissing } from '../../scripts/go-binary';
import { PlanState } from '../../src';
import { describeNeeding } from '../../test/needs';

jest.setTimeout(300_000);

/** The first run builds kube-apiserver and kube-controller-manager. */
const BUILD_TIMEOUT = 30 * 60_000;

function missing(): string | undefined {
  const programs = [['etcd', '--version'], ['kubectl', 'version', '--client']].filter(([name, ...args]) => spawnSync(name, args, { stdio: 'ignore' }).status !== 0);
  return goMissing() ?? (programs.length > 0 ? `${programs.map(([name]) => name).join(' and ')} not installed` : undefined);
}

/** One cluster, walked through: each test goes on where the one before it ended. */
describeNeeding('migrate.sh with a real API server, kubectl and kubeadm', missing(), 'REQUIRE_GO', () => {
  let cluster: RealCluster;
  let origin: { readonly objects: string[]; readonly nodes: Map<string, string>[] };
  const nodes = () => [...cluster.controlPlane, ...cluster.workers].map(name => cluster.node(name));
  beforeAll(async () => {
    cluster = await RealCluster.start();
    origin = { objects: cluster.objects(), nodes: nodes() };
  }, BUILD_TIMEOUT);
  afterAll(() => cluster?.stop());

  it('changes nothing with --dry-run', async () => {
    const run = await cluster.run(cluster.plan(PlanState.NOT_STARTED, PlanState.MIXED), { args: ['--dry-run'] });
    expect(run).toMatchObject({ status: 0 });
    expect(run.said).toContain('dry run: nothing was changed');
    expect([cluster.objects(), nodes()]).toEqual([origin.objects, origin.nodes]);
  });

  it('refuses a cluster that lacks a node', async () => {
    const script = cluster.plan(PlanState.NOT_STARTED, PlanState.MIXED);
    const [, lost] = cluster.workers;
    cluster.kubectl('cordon', lost);
    const saved = cluster.kubectl('get', 'node', lost, '-o', 'json');
    cluster.kubectl('delete', 'node', lost);
    const run = await cluster.run(script, { args: ['--yes'] });
    expect(run).toMatchObject({ status: 1, said: expect.stringContaining(`the nodes of the cluster are not those of this plan: missing ${lost};`) });
    cluster.restore(saved);
    cluster.kubectl('uncordon', lost);
    expect([cluster.objects(), nodes()]).toEqual([origin.objects, origin.nodes]);
  });

  it('goes on where it was killed in the middle of a step, and ends in the state that was planned', async () => {
    const script = cluster.plan(PlanState.NOT_STARTED, PlanState.MIXED);
    const [first] = cluster.controlPlane;
    const killed = await cluster.run(script, { args: ['--yes'], killAt: `$ kubectl drain ${first}` });
    expect(killed.signal).toBe('SIGKILL');
    const run = await cluster.run(script, { args: ['--yes'] });
    expect(run).toMatchObject({ status: 0 });
    expect(run.said.match(/: done before/g)!.length).toBeGreaterThan(5);
    const there = cluster.node(first);
    for (const [path, content] of cluster.synthesized('mixed', 'n-plus-1', first)) expect([path, there.get(path)]).toEqual([path, content]);
    expect(cluster.kubectl('get', 'node', first, '-o', 'jsonpath={.metadata.labels.ccm-migration/side}{.spec.unschedulable}')).toBe('n-plus-1');
    expect(cluster.kubectl('get', 'configmap', 'kubeadm-config', '-n', 'kube-system', '-o', 'yaml')).toContain('kubernetesVersion: v1.27.16');
    expect(cluster.kubectl('get', 'daemonset', 'aws-cloud-controller-manager', '-n', 'kube-system', '-o', 'jsonpath={.status.numberReady}')).toBe('1');
  });

  it('takes all of it back with --back', async () => {
    const run = await cluster.run(join(cluster.plan(PlanState.NOT_STARTED, PlanState.MIXED)), { args: ['--yes', '--back'] });
    expect(run).toMatchObject({ status: 0 });
    expect([cluster.objects(), nodes()]).toEqual([origin.objects, origin.nodes]);
    expect(cluster.kubectl('get', 'configmap', 'kubeadm-config', '-n', 'kube-system', '-o', 'yaml')).toContain('kubernetesVersion: v1.26.15');
  });

  it('ends Leader Migration: the Lease is deleted with a precondition, what nobody needs any more with a copy', async () => {
    await cluster.put('n-plus-1');
    expect(await cluster.run(cluster.plan(PlanState.N_PLUS_1, PlanState.DISABLED), { args: ['--yes'] })).toMatchObject({ status: 0 });
    const gone = ['lease/cloud-provider-extraction-migration', 'configmap/leader-migration-config', 'role/leader-migration:kube-controller-manager'];
    expect(cluster.kubectl('get', '-n', 'kube-system', '--ignore-not-found', '-o', 'name', ...gone)).toBe('');
    expect(readdirSync(join(cluster.state, 'backup', 'n-plus-1', 'objects')).sort()).toEqual(expect.arrayContaining([
      'configmap-kube-system-leader-migration-config.yaml', 'lease.coordination.k8s.io-kube-system-cloud-provider-extraction-migration.yaml',
    ]));
  });
});
