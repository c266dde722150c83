import { ccm, check, Files, findingsOf, KCM_27, node } from './input';
import { said } from './said';

const NEW = node({ version: '1.27.16', kcm: KCM_27, mounts: [] });
const STOPS = 'rollout-stops-control-plane';
const CCM = 'rollout-leaves-ccm-no-node';

const object = (apiVersion: string, kind: string, name: string, spec: unknown): string =>
  `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: ${name}}\nspec: ${JSON.stringify(spec)}\n`;
const files = (...texts: readonly string[]): Files => ({ 'o.yaml': texts.join('---\n') });
const safe = (rollouts: Files): Record<string, Files> => ({ new: NEW, dist: { ...ccm(), ...rollouts } });
const refresh = (name: string, minimum: unknown) => JSON.stringify({ AutoScalingGroupName: name, Preferences: { MinHealthyPercentage: minimum } });
const groups = (counts: Record<string, number>, tag = 'k8s.io/role/control-plane') => JSON.stringify({
  AutoScalingGroups: Object.entries(counts).map(([AutoScalingGroupName, DesiredCapacity]) =>
    ({ AutoScalingGroupName, MinSize: 0, MaxSize: 9, DesiredCapacity, Tags: [{ Key: tag, Value: '1' }] })),
});
const masters = (count: number, rollingUpdate?: unknown) => files(
  ...Array.from({ length: count }, (_, index) => object('kops.k8s.io/v1alpha2', 'InstanceGroup', `master-${index}`, {
    role: 'Master', minSize: 1, maxSize: 1, rollingUpdate,
  })),
  object('kops.k8s.io/v1alpha2', 'Cluster', 'c', { cloudProvider: 'aws' }),
);

describe('what replaces control-plane nodes', () => {
  it.each<[string, Files, readonly string[]]>([
    ['all of three by an instance refresh', { 'r.json': refresh('g', 0), 'g.json': groups({ g: 3 }) }, [
      'dist/r.json:1 error: instance refresh of Auto Scaling group g can take every control-plane node at once (3 of 3): until a new one has joined, '
        + 'no controller manager and no API server runs',
    ]],
    ['a majority', { 'r.json': refresh('g', 33), 'g.json': groups({ g: 3 }) }, [
      'dist/r.json:1 error: instance refresh of Auto Scaling group g can take 2 of 3 control-plane nodes at once: an etcd on them has no quorum, and '
        + 'takes no writes',
    ]],
    ['one of three', { 'r.json': refresh('g', 90), 'g.json': groups({ g: 3 }) }, []],
    ['one of one', { 'r.json': refresh('g', 90), 'g.json': groups({ g: 1 }) }, [
      expect.stringContaining('can take every control-plane node at once (1 of 1)') as string,
    ]],
    ['a new one first', { 'r.json': refresh('g', 100), 'g.json': groups({ g: 1 }) }, []],
    ['all of any number', { 'r.json': refresh('prod-control-plane', 0) }, [
      expect.stringContaining('can take every control-plane node at once: until') as string,
    ]],
    ['groups of one, at once', { 'a.json': refresh('a', 0), 'b.json': refresh('b', 0), 'g.json': groups({ a: 1, b: 1 }) }, [
      expect.stringMatching(/^dist\/a\.json:1 error: .* group a, together with 1 more, can take every .* \(2 of 2\)/) as string,
      expect.stringMatching(/^dist\/b\.json:1 error: .* group b, together with 1 more,/) as string,
    ]],
    ['the worse of two of one group', { 'a.json': refresh('g', 0), 'b.json': refresh('g', 100), 'g.json': groups({ g: 3 }) }, [
      expect.stringContaining('dist/a.json:1 error: instance refresh of Auto Scaling group g can take every') as string,
    ]],
    ['a group of one beside two more nodes', {
      'r.json': refresh('g', 0),
      'g.json': groups({ g: 1 }),
      'nodes.yaml': ['a', 'b', 'c'].map(name =>
        `apiVersion: v1\nkind: Node\nmetadata: {name: ${name}, labels: {node-role.kubernetes.io/control-plane: ""}}\n`).join('---\n'),
    }, []],
    ['workers, however many', { 'r.json': refresh('g', 0), 'g.json': groups({ g: 3 }, 'k8s.io/role/node') }, []],
    ['nodes of which it is not known', { 'r.json': refresh('g', 0) }, [
      'dist/r.json:1 warning?: instance refresh of Auto Scaling group g can take every node of it at once, and the input does not say whether these '
        + 'are control-plane nodes => If they are, let a new one come before an old one leaves; if not, give what aws autoscaling '
        + 'describe-auto-scaling-groups prints, with the tags of the group.',
    ]],
    ['a few of such', { 'r.json': refresh('g', 34), 'g.json': groups({ g: 3 }, 'other') }, []],
    ['most of such', { 'r.json': refresh('g', 33), 'g.json': groups({ g: 3 }, 'other') }, [
      expect.stringContaining('can take 2 of 3 nodes at once, and the input does not say whether') as string,
    ]],
    ['masters of kops, one after the other', masters(3), []],
    ['the one master of kops', masters(1), [
      expect.stringMatching(/warning: InstanceGroup master-0 can take every .* \(1 of 1\).* => Have three control-plane nodes: kops/) as string,
    ]],
    ['two masters of kops', masters(2), [expect.stringContaining('can take 1 of 2') as string, expect.stringContaining('can take 1 of 2') as string]],
  ])('%s', (_, rollouts, expected) => expect(said(STOPS, safe(rollouts))).toEqual(expected));

  const external = (etcd?: unknown) => files(object('controlplane.cluster.x-k8s.io/v1beta1', 'KubeadmControlPlane', 'cp', {
    replicas: 2, version: 'v1.27.16', rolloutStrategy: { rollingUpdate: { maxSurge: 0 } }, kubeadmConfigSpec: { clusterConfiguration: { etcd } },
  }));

  it('leaves an etcd that is not on them alone', () => {
    expect(said(STOPS, { dist: external() })).toEqual([expect.stringContaining('can take 1 of 2 control-plane nodes')]);
    expect(said(STOPS, { dist: external({ external: { endpoints: ['https://e:2379'] } }) })).toEqual([]);
  });

  it('leaves liveness unknown where it is not known how many it takes, and nothing else', () => {
    const { liveness, exclusivity, findings } = check(safe({ 'r.json': refresh('g', { Ref: 'x' }), 'g.json': groups({ g: 3 }) }));
    expect([exclusivity.verdict, liveness.verdict]).toEqual(['holds', 'unknown']);
    expect(liveness.unknown).toEqual([expect.objectContaining({
      file: 'dist/r.json',
      line: 1,
      what: 'how many control-plane nodes instance refresh of Auto Scaling group g takes at once is not known: MinHealthyPercentage is {"Ref":"x"}, '
        + 'expected 0 to 100',
    })]);
    expect(findings.filter(({ rule }) => rule === STOPS)).toEqual([]);
    const share = check(safe({ 'r.json': refresh('prod-control-plane', 50) })).liveness;
    expect(share.unknown.map(({ what }) => what)).toEqual([expect.stringMatching(/number of its nodes is not said, of which it takes 50% and/)]);
    expect(check(safe({ 'r.json': refresh('prod-control-plane', 100) })).liveness.verdict).toBe('holds');
    expect(check(safe({ 'r.json': refresh('workers', { Ref: 'x' }) })).liveness.verdict).toBe('holds');
  });
});

describe('a cloud-controller-manager on nodes that are replaced', () => {
  const pool = (name: string, nodes: string, labels: object = { pool: 'ccm' }, expireAfter = 'Never') => object('karpenter.sh/v1', 'NodePool', name, {
    template: { metadata: { labels }, spec: { expireAfter } }, disruption: { budgets: [{ nodes }] },
  });
  const on = (nodeSelector: string, ...objects: readonly string[]) => ({
    new: NEW, dist: { ...ccm({ kind: 'Deployment', nodeSelector }), ...files(...objects) },
  });
  const place = 'dist/ccm.yaml:14';

  it.each<[string, Record<string, Files>, readonly string[]]>([
    ['all of which can be away', on('pool: ccm', pool('p', '100%')), [
      `${place} error: CCM 1.27 (Deployment kube-system/aws-cloud-controller-manager) runs only on nodes of NodePool p, which can take all of them `
        + 'at once: meanwhile it runs nowhere',
    ]],
    ['none of which is away', on('pool: ccm', pool('p', '0')), []],
    ['an unknown number, one at a time', on('pool: ccm', pool('p', '1')), [
      expect.stringMatching(/warning\?: .* whether one of them is always left is not known \(1 of an unknown number at once\)$/) as string,
    ]],
    ['a share of them', on('pool: ccm', pool('p', '10%')), [expect.stringContaining('(10% of an unknown number at once)') as string]],
    ['that expire', on('pool: ccm', pool('p', '0', { pool: 'ccm' }, '720h')), [
      expect.stringMatching(/warning\?: .*\(expireAfter 720h takes nodes whatever the budgets say\)$/) as string,
    ]],
    ['of two pools', on('pool: ccm', pool('p', '100%'), pool('q', '100%')), [expect.stringContaining('nodes of NodePool p, NodePool q') as string]],
    ['of two pools, of which one stays', on('pool: ccm', pool('p', '100%'), pool('q', '0')), []],
    ['of one of two pools', on('pool: ccm, karpenter.sh/nodepool: p', pool('p', '100%'), pool('q', '0')), [
      expect.stringContaining('nodes of NodePool p, which') as string,
    ]],
    ['with another label', on('pool: other', pool('p', '100%')), []],
    ['with a label that any node has', on('kubernetes.io/os: linux', pool('p', '100%', { 'kubernetes.io/os': 'linux' })), []],
    ['beside others that have it', on('pool: ccm', pool('p', '100%'), 'apiVersion: v1\nkind: Node\nmetadata: {name: n, labels: {pool: ccm}}\n'), []],
    ['and no others', on('pool: ccm', pool('p', '100%'),
      'apiVersion: v1\nkind: Node\nmetadata: {name: n, labels: {pool: ccm, karpenter.sh/nodepool: p}}\n'), [expect.anything() as string]],
    ['of a MachineDeployment', on('node-role.kubernetes.io/ccm: ""', object('cluster.x-k8s.io/v1beta1', 'MachineDeployment', 'md', {
      replicas: 2, template: { metadata: { labels: { 'node-role.kubernetes.io/ccm': '' } } }, strategy: { rollingUpdate: { maxUnavailable: 2 } },
    })), [expect.stringContaining('nodes of MachineDeployment md, which can take all') as string]],
  ])('%s', (_, input, expected) => expect(said(CCM, input)).toEqual(expected));

  it('beside a control-plane node that registers with the label', () => {
    const kubelet = ['--cloud-provider=external', '--node-labels=pool=ccm'];
    const labelled = node({ version: '1.27.16', kcm: KCM_27, mounts: [], apiserver: [], kubelet });
    const input = on('pool: ccm', pool('p', '100%'));
    expect(findingsOf(CCM, { ...input, new: labelled })).toEqual([]);
  });
});
