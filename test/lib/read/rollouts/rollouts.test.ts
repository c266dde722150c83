import { Documents } from '../../../../src/lib/read/documents/documents';
import { readRollouts } from '../../../../src/lib/read/rollouts/rollouts';
import { NodeRollout } from '../../../../src/lib/view/model';

/** Files with objects, and the others, as a directory has them. */
function read(objects: string, texts: Record<string, string> = {}): readonly NodeRollout[] {
  const documents = new Documents();
  const others = Object.entries(texts).map(([file, text]) => ({ file, text }));
  return readRollouts(objects === '' ? [] : documents.objects(objects, 'o.yaml'), others, documents);
}

type Bounds = readonly [nodes?: number, surge?: number, unavailable?: number | 'all'];

function bounds(one: NodeRollout): Bounds {
  const { nodes, surge, unavailable } = one.bounds;
  return [nodes, surge, unavailable];
}

function only(rollouts: readonly NodeRollout[]): NodeRollout {
  expect(rollouts).toHaveLength(1);
  return rollouts[0];
}

/** Bounds, or why they are not known. */
function said(one: NodeRollout): string {
  const [nodes, surge, unavailable] = bounds(one).map(value => value ?? '?');
  return `${nodes} +${surge} -${unavailable}${one.share === undefined ? '' : ` ${one.share}`}${one.problem === undefined ? '' : `: ${one.problem}`}`;
}

const object = (apiVersion: string, kind: string, spec: unknown, metadata: unknown = { name: 'x' }) =>
  JSON.stringify({ apiVersion, kind, metadata, spec });
const deployment = (version: string, spec: unknown) => read(object(`cluster.x-k8s.io/${version}`, 'MachineDeployment', spec));
const controlPlane = (version: string, spec: unknown) => read(object(`controlplane.cluster.x-k8s.io/${version}`, 'KubeadmControlPlane', spec));

describe('a MachineDeployment', () => {
  const rolling = (replicas: unknown, maxSurge?: unknown, maxUnavailable?: unknown) => said(only(deployment('v1beta1', {
    replicas, strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge, maxUnavailable } },
  })));

  it.each<[string, unknown[], string]>([
    ['the defaults of the webhook', [3], '3 +1 -0'],
    ['what the quick start has', [3, 1, 0], '3 +1 -0'],
    ['surge rounded up, unavailability down', [10, '25%', '25%'], '10 +3 -2'],
    ['one away where both come to none', [3, 0, '10%'], '3 +0 -1'],
    ['one away where both come to none, of any number', [undefined, 0, 0], '? +0 -1'],
    ['no more away than there are', [3, 0, '200%'], '3 +0 -3'],
    ['a number that is a text', ['3', 1, 0], '3 +1 -0'],
    ['an unknown number', [undefined, 1, 0], '? +1 -0'],
    ['a share of an unknown number', ['{{ .n }}', 1, '50%'], '? +1 -? 50%'],
    ['all of an unknown number', [undefined, 1, '100%'], '? +1 -all 100%'],
    ['a number below zero', [3, -1, 0], '3 +? -0: maxSurge is -1, and no number of nodes or percentage'],
    ['a list', [3, 1, [1]], '3 +1 -?: maxUnavailable is [1], and no number of nodes or percentage'],
    ['an empty text', [3, 1, ''], '3 +1 -?: maxUnavailable is "", and no number of nodes or percentage'],
    ['a template', [3, '{{ .surge }}', 0], '3 +? -0: maxSurge is "{{ .surge }}", and no number of nodes or percentage'],
    ['a huge number', [3, 1e12, 0], '3 +? -0: maxSurge is 1000000000000, and no number of nodes or percentage'],
  ])('has %s', (_, [replicas, surge, unavailable], expected) => expect(rolling(replicas, surge, unavailable)).toBe(expected));

  it('of v1beta2 has its strategy elsewhere', () => {
    const strategy = { rollingUpdate: { maxSurge: 0, maxUnavailable: 2 } };
    expect(said(only(deployment('v1beta2', { replicas: 4, rollout: { strategy } })))).toBe('4 +0 -2');
    expect(said(only(deployment('v1beta2', { replicas: 4, strategy })))).toBe('4 +1 -0');
  });

  it.each<[string, unknown, string]>([
    ['OnDelete', { type: 'OnDelete' }, '3 +0 -?: its strategy is OnDelete: a node is replaced when something deletes its Machine'],
    ['another one', { type: 'Recreate' }, '3 +? -?: its strategy is {"type":"Recreate"}'],
    ['a text', 'RollingUpdate', '3 +? -?: its strategy is "RollingUpdate"'],
    ['none', null, '3 +1 -0'],
  ])('with the strategy %s', (_, strategy, expected) => expect(said(only(deployment('v1beta1', { replicas: 3, strategy })))).toBe(expected));

  it('of a version that was not looked up is not known', () => {
    expect(said(only(deployment('v1alpha4', { replicas: 3 })))).toBe('3 +? -?: what cluster.x-k8s.io/v1alpha4 does is not in the tables');
    expect(said(only(read(object('cluster.k8s.io/v1alpha1', 'MachineDeployment', { replicas: 3 }))))).toMatch(/not in the tables$/);
    expect(read(object('example.com/v1', 'MachineDeployment', { replicas: 3 }))).toEqual([]);
  });

  it('has its place, its role, and the labels that Machines give to Nodes', () => {
    const text = `apiVersion: v1
kind: List
items:
- apiVersion: cluster.x-k8s.io/v1beta1
  kind: MachineDeployment
  metadata:
    name: md-0
  spec:
    replicas: 3
    template:
      metadata: {labels: {node-role.kubernetes.io/ccm: "", node.cluster.x-k8s.io/pool: a, other: b}}
`;
    const one = only(read(text));
    expect(one).toMatchObject({ object: 'MachineDeployment md-0', system: 'cluster-api', role: 'worker', place: { file: 'o.yaml', line: 7 } });
    expect([...one.labels]).toEqual([['node-role.kubernetes.io/ccm', ''], ['node.cluster.x-k8s.io/pool', 'a']]);
  });
});

describe('a KubeadmControlPlane', () => {
  const surged = (replicas: unknown, maxSurge: unknown) => said(only(controlPlane('v1beta1', {
    replicas, rolloutStrategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge } },
  })));

  it.each<[unknown, unknown, string]>([
    [3, 1, '3 +1 -0'],
    [3, undefined, '3 +1 -0'],
    [undefined, 0, '1 +0 -1'],
    [3, 0, '3 +0 -1'],
    [3, '1', '3 +1 -0'],
    [3, '25%', '3 +0 -1'], // IntValue of a text that is no number is 0
    [3, 2, '3 +? -?: maxSurge is 2, and Cluster API takes 0 and 1 only'],
    [3, -1, '3 +? -?: maxSurge is -1, and Cluster API takes 0 and 1 only'],
    [3, [1], '3 +? -?: maxSurge is [1], and Cluster API takes 0 and 1 only'],
  ])('of %j with maxSurge %j', (replicas, maxSurge, expected) => expect(surged(replicas, maxSurge)).toBe(expected));

  it('of v1beta2 has its strategy elsewhere, and one with an external etcd says so', () => {
    const rollout = { strategy: { rollingUpdate: { maxSurge: 0 } } };
    const one = only(controlPlane('v1beta2', { replicas: 3, rollout, kubeadmConfigSpec: { clusterConfiguration: { etcd: { external: {} } } } }));
    expect([said(one), one.role, one.hasExternalEtcd]).toEqual(['3 +0 -1', 'control-plane', true]);
  });

  it('with another strategy is not known', () => {
    expect(said(only(controlPlane('v1beta1', { replicas: 3, rolloutStrategy: { type: 'OnDelete' } })))).toMatch(/^3 \+\? -\?: its strategy is/);
  });
});

describe('a MachinePool', () => {
  const pool = (refreshPreferences: unknown, replicas: unknown = 3, apiVersion = 'infrastructure.cluster.x-k8s.io/v1beta2') => read([
    object('cluster.x-k8s.io/v1beta1', 'MachinePool', { replicas, template: { spec: { infrastructureRef: { kind: 'AWSMachinePool', name: 'x' } } } }),
    object(apiVersion, 'AWSMachinePool', { refreshPreferences }),
  ].join('\n---\n'));

  it.each<[string, unknown, string]>([
    ['without preferences: one is away, with 90', undefined, '3 +0 -1'],
    ['with a minimum', { minHealthyPercentage: 34 }, '3 +0 -1'],
    ['with less', { minHealthyPercentage: 33 }, '3 +0 -2'],
    ['that takes none before', { minHealthyPercentage: 100, maxHealthyPercentage: 150 }, '3 +2 -0'],
    ['with a text', { minHealthyPercentage: 'all' }, '3 +? -?: MinHealthyPercentage is "all", expected 0 to 100'],
  ])('%s', (_, preferences, expected) => expect(said(only(pool(preferences)))).toBe(expected));

  it('that refreshes nothing replaces nothing', () => expect(pool({ disable: true })).toEqual([]));

  it('of something else, or of another version, is not known', () => {
    expect(said(only(pool({}, 3, 'infrastructure.cluster.x-k8s.io/v1alpha4')))).toBe('3 +? -?: how AWSMachinePool x replaces nodes is not read');
    const alone = object('cluster.x-k8s.io/v1beta1', 'MachinePool', { replicas: 2 });
    expect(said(only(read(alone)))).toMatch(/how its infrastructure replaces nodes is not read$/);
  });
});

describe('an InstanceGroup of kops', () => {
  const CLUSTER = { cloudProvider: 'aws' };
  const kops = (spec: unknown, cluster: unknown = CLUSTER, version = 'v1alpha2') => read([
    object(`kops.k8s.io/${version}`, 'InstanceGroup', { minSize: 10, maxSize: 10, role: 'Node', ...spec as object }, {
      name: 'x', labels: { 'kops.k8s.io/cluster': 'c' },
    }),
    ...cluster === null ? [] : [object(`kops.k8s.io/${version}`, 'Cluster', cluster, { name: 'c' })],
  ].join('\n---\n'));
  const rolling = (maxSurge?: unknown, maxUnavailable?: unknown) => ({ rollingUpdate: { maxSurge, maxUnavailable } });

  it.each<[string, unknown, unknown, string]>([
    ['on AWS: one more', {}, CLUSTER, '10 +1 -0'],
    ['elsewhere: one less', {}, { cloudProvider: 'gce' }, '10 +0 -1'],
    ['of v1alpha3', {}, { cloudProvider: { aws: {} } }, '10 +1 -0'],
    ['with its own', rolling('25%', '25%'), CLUSTER, '10 +3 -2'],
    ['with those of its Cluster', {}, { ...CLUSTER, ...rolling(0, 3) }, '10 +0 -3'],
    ['of both', rolling(2), { ...CLUSTER, ...rolling(0, 3) }, '10 +2 -3'],
    ['a percentage that comes to one at least', rolling(0, '1%'), CLUSTER, '10 +0 -1'],
    ['of Karpenter, which makes no more', { manager: 'Karpenter', ...rolling(2, 1) }, CLUSTER, '10 +0 -3'],
    ['of Karpenter by default', { manager: 'Karpenter' }, CLUSTER, '10 +0 -1'],
    ['of a control plane: no more, and one away', { role: 'Master', minSize: 1, maxSize: 1 }, CLUSTER, '1 +0 -1'],
    ['of a control plane that says it can be more', { role: 'ControlPlane', minSize: 3, maxSize: 3, ...rolling(2, 0) }, CLUSTER, '3 +0 -1'],
    ['of a control plane that takes two', { role: 'Master', minSize: 3, maxSize: 3, ...rolling(0, 2) }, CLUSTER, '3 +0 -2'],
    ['that is not rolled', { rollingUpdate: { drainAndTerminate: false } }, CLUSTER, '10 +0 -0'],
    ['of an unknown number', { maxSize: 20, ...rolling(0, '50%') }, CLUSTER, '? +0 -? 50%'],
    ['without its Cluster', {}, null, '10 +? -?: the Cluster with the defaults of its groups is not in the input'],
    ['without its Cluster, and all said', rolling(1, 0), null, '10 +1 -0'],
    ['with a template', rolling('{{ x }}', 0), CLUSTER, '10 +? -?: maxSurge is "{{ x }}", and no number of nodes or percentage'],
    ['of another role', { role: 'Gpu' }, CLUSTER, '10 +? -?: what kops.k8s.io/v1alpha2 does with the role Gpu is not in the tables'],
    ['of no role', { role: undefined }, CLUSTER, '10 +? -?: what kops.k8s.io/v1alpha2 does with a group that says no role is not in the tables'],
  ])('%s', (_, spec, cluster, expected) => expect(said(only(kops(spec, cluster)))).toBe(expected));

  it('says its role; a bastion is no node', () => {
    expect(['Master', 'ControlPlane', 'Node', 'APIServer'].map(role => only(kops({ role })).role)).toEqual(
      ['control-plane', 'control-plane', 'worker', 'worker'],
    );
    expect(kops({ role: 'Bastion' })).toEqual([]);
  });
});

describe('a NodePool of Karpenter', () => {
  const pool = (budgets?: unknown, version = 'v1', spec: object = {}) => read(object(`karpenter.sh/${version}`, 'NodePool', {
    template: { spec: { expireAfter: 'Never' } }, disruption: { budgets }, ...spec,
  }));

  it.each<[string, unknown, string]>([
    ['10% by default', undefined, '? +? -? 10%'],
    ['10% in a budget without nodes', [{}], '? +? -? 10%'],
    ['no bound without budgets', [], '? +? -all'],
    ['a number', [{ nodes: '2' }], '? +2 -2'],
    ['none', [{ nodes: '0' }], '? +0 -0'],
    ['all', [{ nodes: '100%' }], '? +? -all'],
    ['the least of several', [{ nodes: '50%' }, { nodes: '20%' }, { nodes: '90%' }], '? +? -? 20%'],
    ['a number beside a share', [{ nodes: '50%' }, { nodes: '3' }], '? +3 -3'],
    ['what is always active', [{ nodes: '0', schedule: '0 9 * * mon-fri', duration: '8h' }, { nodes: '30%' }], '? +? -? 30%'],
    ['no bound at other times', [{ nodes: '0', schedule: '@daily', duration: '10m' }], '? +? -all'],
    ['no bound for other reasons', [{ nodes: '0', reasons: ['Empty'] }], '? +? -all'],
    ['a bound for drift', [{ nodes: '1', reasons: ['Drifted', 'Empty'] }], '? +1 -1'],
    ['no number', [{ nodes: 5 }], '? +? -?: nodes of a budget is 5, expected a text like "10%" or "1"'],
    ['too many', [{ nodes: '200%' }], '? +? -?: nodes of a budget is "200%", expected a text like "10%" or "1"'],
    ['below zero', [{ nodes: '-1' }], '? +? -?: nodes of a budget is "-1", expected a text like "10%" or "1"'],
    ['a text', '10%', '? +? -?: budgets is "10%"'],
  ])('has %s', (_, budgets, expected) => expect(said(only(pool(budgets)))).toBe(expected));

  it('of v1beta1 has budgets for all reasons, and expiry within them', () => {
    const one = only(pool([{ nodes: '1', reasons: ['Empty'] }], 'v1beta1', { template: {} }));
    expect([said(one), one.besides]).toEqual(['? +1 -1', undefined]);
  });

  it('of v1 says that nodes expire whatever the budgets say', () => {
    expect(only(pool(undefined, 'v1', { template: {} })).besides).toBe('expireAfter 720h takes nodes whatever the budgets say');
    expect(only(pool()).besides).toBeUndefined();
  });

  it('of another version, or with a number of replicas, is not known', () => {
    expect(said(only(pool(undefined, 'v1alpha5')))).toMatch(/karpenter\.sh\/v1alpha5 does is not in the tables$/);
    expect(said(only(pool(undefined, 'v1', { replicas: 3 })))).toMatch(/number of replicas is not in the tables$/);
  });

  it('has the labels of its nodes', () => {
    const [one] = pool(undefined, 'v1', { template: { metadata: { labels: { pool: 'ccm' } } } });
    expect([...one.labels]).toEqual([['pool', 'ccm'], ['karpenter.sh/nodepool', 'x']]);
  });
});

describe('an instance refresh', () => {
  const GROUP = {
    AutoScalingGroupName: 'g', MinSize: 1, MaxSize: 9, DesiredCapacity: 3, Tags: [{ Key: 'k8s.io/role/master', Value: '1' }],
  };
  const groups = (more: object = {}) => JSON.stringify({ AutoScalingGroups: [{ ...GROUP, ...more }] });
  const start = (Preferences: unknown, more: object = {}) => JSON.stringify({ AutoScalingGroupName: 'g', Preferences, ...more });
  const refresh = (preferences: unknown, group: object = {}) => said(only(read('', { 'r.json': start(preferences), 'g.json': groups(group) })));

  it.each<[string, unknown, object, string]>([
    ['all at once', { MinHealthyPercentage: 0 }, {}, '3 +0 -3'],
    ['one at a time by default', undefined, {}, '3 +0 -1'],
    ['what stays healthy rounded up', { MinHealthyPercentage: 50 }, {}, '3 +0 -1'],
    ['a new one first', { MinHealthyPercentage: 100 }, {}, '3 +1 -0'],
    ['more of them', { MinHealthyPercentage: 100, MaxHealthyPercentage: 200, InstanceWarmup: 60 }, {}, '3 +3 -0'],
    ['one of one', { MinHealthyPercentage: 90 }, { DesiredCapacity: 1 }, '1 +0 -1'],
    ['the policy of the group', {}, { InstanceMaintenancePolicy: { MinHealthyPercentage: 100, MaxHealthyPercentage: 110 } }, '3 +1 -0'],
    ['no policy of the group', {}, { InstanceMaintenancePolicy: { MinHealthyPercentage: -1, MaxHealthyPercentage: -1 } }, '3 +0 -1'],
    ['no mapping', 'x', {}, '3 +? -?: Preferences is "x"'],
    ['a share below zero', { MinHealthyPercentage: -5 }, {}, '3 +? -?: MinHealthyPercentage is -5, expected 0 to 100'],
    ['too large a share', { MinHealthyPercentage: 90, MaxHealthyPercentage: 300 }, {}, '3 +? -?: MaxHealthyPercentage is 300, expected 100 to 200'],
  ])('takes %s', (_, preferences, group, expected) => expect(refresh(preferences, group)).toBe(expected));

  it('of a group that is not in the input has no number', () => {
    const alone = (preferences: unknown) => said(only(read('', { 'r.json': start(preferences) })));
    expect(alone({ MinHealthyPercentage: 0 })).toBe('? +? -all');
    expect(alone({ MinHealthyPercentage: 100 })).toBe('? +? -0');
    expect(alone({ MinHealthyPercentage: 50 })).toBe('? +? -? 50% and at least one');
    expect(alone({})).toMatch(/: MinHealthyPercentage is not given, and the group, .* is missing$/);
  });

  it('by another strategy is not known', () => {
    const one = only(read('', { 'r.json': start({}, { Strategy: 'ReplaceRootVolume' }) }));
    expect(said(one)).toMatch(/strategy "ReplaceRootVolume" takes is not in the tables$/);
  });

  it('that was described counts until it has ended, at its line', () => {
    const one = (Status: string) => ({ InstanceRefreshId: 'i', AutoScalingGroupName: 'g', Status, Preferences: { MinHealthyPercentage: 0 } });
    const text = JSON.stringify({ InstanceRefreshes: ['Successful', 'InProgress', 'Cancelled', 'Pending'].map(one) }, undefined, 1);
    const found = read('', { 'r.json': text });
    expect(found.map(({ place: { line } }) => line)).toEqual([11, 27]);
    expect(found.map(rollout => rollout.object)).toEqual(Array(2).fill('instance refresh of Auto Scaling group g'));
  });

  it.each<[string, object, NodeRollout['role']]>([
    ['a tag of kops', {}, 'control-plane'],
    ['a tag of kops for nodes', { Tags: [{ Key: 'k8s.io/role/node', Value: '1' }] }, 'worker'],
    ['a tag of Cluster API', { Tags: [{ Key: 'sigs.k8s.io/cluster-api-provider-aws/role', Value: 'node' }] }, 'worker'],
    ['no tag', { Tags: [] }, 'unknown'],
  ])('knows its nodes by %s', (_, group, role) => {
    expect(only(read('', { 'r.json': start({}), 'g.json': groups(group) })).role).toBe(role);
  });

  it.each<[string, NodeRollout['role']]>([
    ['prod-control-plane', 'control-plane'], ['prod-controlplane-a', 'control-plane'], ['masters.example.com', 'control-plane'],
    ['workers', 'unknown'], ['webmaster2', 'unknown'],
  ])('believes the name %s as far as it warns', (name, role) => {
    expect(only(read('', { 'r.json': JSON.stringify({ AutoScalingGroupName: name, Preferences: {} }) })).role).toBe(role);
  });

  it('in a file that cannot be parsed is not known', () => {
    expect(said(only(read('', { 'r.json': '{"AutoScalingGroupName": ' })))).toBe('? +? -?: the file cannot be parsed');
  });

  it('is not looked for in other texts', () => expect(read('', { 'a.json': '{"Name": "g"}', 'b.txt': 'AutoScalingGroupName' })).toEqual([]));
});

describe('a template of CloudFormation', () => {
  const template = (policy: unknown, properties: object = { MinSize: '3', MaxSize: '6' }) => JSON.stringify({
    Resources: {
      Other: { Type: 'AWS::EC2::VPC' },
      ControlPlaneGroup: { Type: 'AWS::AutoScaling::AutoScalingGroup', Properties: properties, UpdatePolicy: policy },
    },
  });
  const rolling = (AutoScalingRollingUpdate: unknown, properties?: object) => said(only(read('', {
    't.json': template({ AutoScalingRollingUpdate }, properties),
  })));

  it.each<[string, unknown, object | undefined, string]>([
    ['the defaults: one at a time, and no minimum', {}, undefined, '3 +1 -1'],
    ['a batch of all', { MaxBatchSize: 3 }, undefined, '3 +3 -3'],
    ['a minimum', { MaxBatchSize: 3, MinInstancesInService: 2 }, undefined, '3 +3 -1'],
    ['a minimum of all', { MaxBatchSize: '1', MinInstancesInService: '3' }, undefined, '3 +1 -0'],
    ['the capacity that is desired', { MaxBatchSize: 9 }, { MinSize: 1, MaxSize: 9, DesiredCapacity: '5' }, '5 +9 -5'],
    ['a reference', { MaxBatchSize: { Ref: 'Batch' } }, undefined, '3 +? -?: MaxBatchSize is {"Ref":"Batch"}, and no number of instances'],
    ['a reference as minimum', { MinInstancesInService: { Ref: 'M' } }, undefined, '3 +? -?: MinInstancesInService is {"Ref":"M"}, and no number of '
      + 'instances'],
    ['a choice', { 'Fn::If': ['a', {}, {}] }, undefined, '3 +? -?: it is {"Fn::If":["a",{},{}]}, and no number of instances'],
    ['a number that is a reference', {}, { MinSize: { Ref: 'Min' }, MaxSize: 9 }, '? +1 -1'],
  ])('has %s', (_, policy, properties, expected) => expect(rolling(policy, properties)).toBe(expected));

  it('is read in YAML, where tags leave a value unknown', () => {
    const text = `Parameters: {Batch: {Type: Number}}
Resources:
  ControlPlaneGroup:
    Type: AWS::AutoScaling::AutoScalingGroup
    Properties: {MinSize: "3", MaxSize: !Ref Most}
    UpdatePolicy:
      AutoScalingRollingUpdate: {MinInstancesInService: 2, MaxBatchSize: !Ref Batch}
`;
    const one = only(read('', { 't.yaml': text }));
    expect([said(one), one.place.line, one.role]).toEqual(['3 +? -?: MaxBatchSize is "Batch", and no number of instances', 4, 'control-plane']);
  });

  it('has other policies: another group first, or an instance refresh; or none, and then nothing is replaced', () => {
    const made = (policy: unknown) => read('', { 't.json': template(policy) }).map(said);
    expect(made({ AutoScalingReplacingUpdate: { WillReplace: true } })).toEqual(['3 +3 -0']);
    expect(made({ AutoScalingReplacingUpdate: { WillReplace: false } })).toEqual([]);
    expect(made({ AutoScalingReplacingUpdate: { WillReplace: { Ref: 'X' } } })).toEqual(['3 +? -?: WillReplace is {"Ref":"X"}']);
    expect(made({ AutoScalingInstanceRefresh: { Strategy: 'Rolling', Preferences: { MinHealthyPercentage: 0 } } })).toEqual(['3 +0 -3']);
    expect(made({ 'Fn::If': ['a', {}, {}] })).toEqual(['3 +? -?: it is {"Fn::If":["a",{},{}]}']);
    expect(made({ AutoScalingScheduledAction: {} })).toEqual([]);
    expect(made(undefined)).toEqual([]);
  });
});
