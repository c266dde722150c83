import { readFileSync } from 'node:fs';
import { EVERYTHING, V1_26 } from './everything';
import { generatedAwsCcm } from '../../../src/lib/facts/generated';
import { IAM_ACTIONS } from '../../../src/lib/facts/iam-actions';
import { ControlPlaneIamPolicyProps, IamPolicy } from '../../../src/lib/iam/iam-policy';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { describeUpstream, upstream } from '../../upstream';


interface Statement { Sid: string; Action: string[]; Resource: string[]; Condition?: Record<string, Record<string, string>> }

function statements(policy: IamPolicy): Map<string, Statement> {
  const document = JSON.parse(policy.toJson()) as { Version: string; Statement: Statement[] };
  expect(document.Version).toBe('2012-10-17');
  return new Map(document.Statement.map(statement => [statement.Sid, statement]));
}

describeUpstream('the documented policies', () => {
  const documented = (file: string): string[] => {
    const { Statement: [{ Action }] } = JSON.parse(
      readFileSync(upstream(`cloud-provider-aws/iam/${file}`), 'utf8'),
    ) as { Statement: { Action: string[] }[] };
    return [...new Set(Action)];
  };

  it.each<[string, string, IamPolicy]>([
    ['control-plane.json', 'every feature', IamPolicy.controlPlane(EVERYTHING)],
    ['control-plane.json', 'conditions', IamPolicy.controlPlane({ ...EVERYTHING, clusterId: 'prod-eu' })],
    ['control-plane.json', 'version N alone', IamPolicy.controlPlane({ kubeControllerManager: V1_26, volumesOnCsi: false })],
    ['control-plane.json', 'an old release', IamPolicy.controlPlane({ cloudControllerManager: 'v1.22.8', networkLoadBalancers: false })],
    ['node.json', 'both uses', IamPolicy.node()],
    ['node.json', 'ECR alone', IamPolicy.node(false)],
  ])('%s differs from ours for %s just where we say, with a reason for each', (file, _, policy) => {
    const theirs = documented(file);
    const said = (kind: string) => policy.differences.filter(difference => difference.kind === kind).map(({ action }) => action);
    expect(said('not-granted')).toEqual(theirs.filter(action => !policy.actions.includes(action)).sort());
    expect(said('not-documented')).toEqual(policy.actions.filter(action => !theirs.includes(action)));
    for (const { action, reason } of policy.differences) expect([action, (reason ?? '').length > 10]).toEqual([action, true]);
  });
});

describe('differences to the documented policy', () => {
  const reason = (policy: IamPolicy, action: string) => policy.differences.find(difference => difference.action === action)?.reason;

  it.each<[IamPolicy, string, string | undefined]>([
    [IamPolicy.controlPlane(EVERYTHING), 'ec2:DeleteTags', 'tagging controller, when a node goes'],
    [IamPolicy.controlPlane(EVERYTHING), 'ec2:CreateRoute', undefined],
    [IamPolicy.controlPlane({ cloudControllerManager: 'v1.36.1' }), 'ec2:CreateRoute', 'only for routes, which this policy is not for'],
    [IamPolicy.controlPlane({ cloudControllerManager: 'v1.36.1', volumesOnCsi: false }), 'ec2:AttachVolume', 'not called by the releases that this '
      + 'policy is for'],
    [IamPolicy.controlPlane({ cloudControllerManager: 'v1.29.10' }), 'ec2:DescribeInstanceTopology', 'not called by the releases that this policy '
      + 'is for'],
    [IamPolicy.node(false), 'ec2:DescribeInstances', 'only for kubelets with --cloud-provider=aws, which this policy is not for'],
  ])('say, in case %#, why an action is on one side only', (policy, action, expected) => expect(reason(policy, action)).toBe(expected));
});

describe('actions', () => {
  const actions = (props: ControlPlaneIamPolicyProps): string[] => IamPolicy.controlPlane(props).actions;

  it.each([
    ['ec2:DescribeInstanceTopology', 'v1.30.3', 'v1.30.4'],
    ['ec2:DescribeInstanceTopology', 'v1.31.1', 'v1.31.2'],
    ['ec2:DescribeInstanceTopology', 'v1.29.10', 'v1.35.2'],
    ['ec2:DescribeAvailabilityZones', 'v1.26.0', 'v1.26.1'],
    ['elasticloadbalancing:ModifyTargetGroupAttributes', 'v1.33.2', 'v1.33.4'],
  ])('%s is missing for %s and granted for %s', (action, before, from) => {
    expect(actions({ cloudControllerManager: before })).not.toContain(action);
    expect(actions({ cloudControllerManager: from })).toContain(action);
  });

  it.each([
    [{ routes: true }, ['ec2:CreateRoute', 'ec2:DeleteRoute', 'ec2:ModifyInstanceAttribute']],
    [{ taggingController: true }, ['ec2:DeleteTags']],
    [{ fargate: true }, ['ec2:DescribeNetworkInterfaces']],
    [{ volumesOnCsi: false }, [
      'ec2:AttachVolume', 'ec2:CreateVolume', 'ec2:DeleteVolume', 'ec2:DescribeVolumes', 'ec2:DescribeVolumesModifications', 'ec2:DetachVolume',
      'ec2:ModifyVolume', 'kms:DescribeKey',
    ]],
  ])('%j adds %j', (feature, added) => {
    const base = { kubeControllerManager: V1_26, cloudControllerManager: 'v1.27.10' };
    expect(actions({ ...base, ...feature }).filter(action => !actions(base).includes(action))).toEqual(added);
  });

  it('of network load balancers go without them', () => {
    const without = actions({ cloudControllerManager: 'v1.36.1', networkLoadBalancers: false });
    expect(without.filter(action => /Listener$|Target/.test(action) && !/Policies/.test(action))).toEqual([]);
    expect(without).toContain('elasticloadbalancing:CreateLoadBalancer');
  });

  it('for volumes are not granted to releases that lost the volume code', () => {
    expect(actions({ cloudControllerManager: 'v1.30.10', volumesOnCsi: false })).toContain('ec2:AttachVolume');
    expect(actions({ cloudControllerManager: 'v1.31.0', volumesOnCsi: false })).not.toContain('ec2:AttachVolume');
  });

  it('have a source in every row', () => {
    for (const { source, action } of IAM_ACTIONS) {
      expect([action, source.length > 10]).toEqual([action, true]);
      expect(action).toMatch(/^(ec2|elasticloadbalancing|iam|kms):[A-Z][A-Za-z]+$/);
    }
  });
});

describe('actions by release of cloud-controller-manager', () => {
  const has = (tag: string, ...wanted: string[]) => {
    const granted = IamPolicy.controlPlane({ cloudControllerManager: tag, fargate: true, taggingController: true }).actions;
    return wanted.map(action => granted.includes(action));
  };

  // Wrong in the table that was kept by hand, and which network load balancers of a default image of ours would have failed with.
  it.each([
    ['v1.32.5', false], ['v1.32.6', true], ['v1.32.8', true], ['v1.33.2', false], ['v1.33.3', true], ['v1.34.0', true], ['v1.34.1', false],
    ['v1.34.2', true],
  ])('%s calls Describe- and ModifyTargetGroupAttributes: %s', (tag, called) => {
    expect(has(tag, 'elasticloadbalancing:DescribeTargetGroupAttributes', 'elasticloadbalancing:ModifyTargetGroupAttributes'))
      .toEqual([called, called]);
  });

  it.each<[string, string, string]>([
    ['ec2:DescribeInstanceTopology', 'v1.30.3', 'v1.30.4'], ['ec2:DescribeInstanceTopology', 'v1.31.1', 'v1.31.2'],
    ['ec2:DescribeNetworkInterfaces', 'v1.20.1', 'v1.20.2'], ['ec2:DescribeAvailabilityZones', 'v1.26.0', 'v1.26.1'],
    ['elasticloadbalancing:SetSecurityGroups', 'v1.36.1', 'v1.37.0'], ['ec2:DeleteTags', 'v1.23.1', 'v1.23.2'],
  ])('%s is not called by %s, but by %s', (action, before, first) => {
    expect([...has(before, action), ...has(first, action)]).toEqual([false, true]);
  });

  it('name every operation that a release calls, but for one that is never called', () => {
    const known = new Set(IAM_ACTIONS.map(({ action }) => action.slice(action.indexOf(':') + 1)));
    // CreateLoadBalancerListeners and others exist twice; DescribeVpcs is wrapped and never called.
    expect([...new Set(generatedAwsCcm().calls.map(({ call }) => call))].filter(call => !known.has(call))).toEqual(['DescribeVpcs']);
  });
});

describe('conditions on the cluster tag', () => {
  const tag = 'kubernetes.io/cluster/prod-eu';

  it('limit every write of a cloud-controller-manager that tags at creation', () => {
    const limited = statements(IamPolicy.controlPlane({ cloudControllerManager: 'v1.36.1', clusterId: 'prod-eu', routes: true }));
    expect(limited.get('AnyResource')!.Action.filter(action => !/:Describe/.test(action))).toEqual([
      // Listeners made by an older provider have no tag.
      'elasticloadbalancing:DeleteListener', 'elasticloadbalancing:ModifyListener',
    ]);
    expect(limited.get('TaggedInTheRequest')).toMatchObject({
      Action: ['ec2:CreateSecurityGroup', 'elasticloadbalancing:CreateLoadBalancer', 'elasticloadbalancing:CreateTargetGroup'],
      Condition: { Null: { [`aws:RequestTag/${tag}`]: 'false' } },
    });
    expect(limited.get('TaggedResource')!.Condition).toEqual({ Null: { [`aws:ResourceTag/${tag}`]: 'false' } });
    expect(limited.get('TaggedResource')!.Action).toEqual(expect.arrayContaining(['ec2:CreateRoute', 'ec2:AuthorizeSecurityGroupIngress']));
    expect(limited.get('SecurityGroupInVpc')).toMatchObject({ Action: ['ec2:CreateSecurityGroup'], Resource: ['arn:*:ec2:*:*:vpc/*'] });
    expect(limited.get('LoadBalancingRole')!.Condition).toEqual({ StringEquals: { 'iam:AWSServiceName': 'elasticloadbalancing.amazonaws.com' } });
  });

  it.each([[{ kubeControllerManager: V1_26 }], [{ kubeControllerManager: V1_26, cloudControllerManager: 'v1.27.10' }],
    [{ cloudControllerManager: 'v1.22.8' }]])(
    'stay off what %j creates first and tags afterwards', callers => {
      const limited = statements(IamPolicy.controlPlane({ ...callers, clusterId: 'prod-eu' }));
      expect(limited.get('AnyResource')!.Action).toEqual(
        expect.arrayContaining(['ec2:CreateSecurityGroup', 'elasticloadbalancing:CreateTargetGroup']),
      );
      expect(limited.has('SecurityGroupInVpc')).toBe(false);
    });

  it('hold for all that is created from v1.23.0 on', () => {
    expect(statements(IamPolicy.controlPlane({ cloudControllerManager: 'v1.23.0', clusterId: 'prod-eu' })).has('SecurityGroupInVpc')).toBe(true);
  });

  it('lose no action', () => {
    expect(IamPolicy.controlPlane({ ...EVERYTHING, clusterId: 'prod-eu' }).actions).toEqual(IamPolicy.controlPlane(EVERYTHING).actions);
  });
});

describe('output', () => {
  const policy = IamPolicy.controlPlane({ cloudControllerManager: 'v1.36.1', clusterId: 'prod-eu' });
  const document = JSON.parse(policy.toJson()) as { Statement: Statement[] };

  it('is the same document in CloudFormation', () => {
    expect(JSON.parse(policy.toCloudFormation())).toEqual({
      Resources: { ControlPlanePolicy: { Type: 'AWS::IAM::ManagedPolicy', Properties: { PolicyDocument: document } } },
    });
  });

  it('says the same in Terraform', () => {
    const { data: { aws_iam_policy_document: { control_plane: { statement } } } } = JSON.parse(policy.toTerraform());
    expect(statement.map(({ sid, actions, resources, condition }: Record<string, unknown>) => ({
      Sid: sid,
      Effect: 'Allow',
      Action: actions,
      Resource: resources,
      ...condition ? {
        Condition: Object.fromEntries((condition as { test: string; variable: string; values: string[] }[])
          .map(({ test, variable, values }) => [test, { [variable]: (variable as string).endsWith(':CreateAction') ? values : values[0] }])),
      } : {},
    }))).toEqual(document.Statement);
  });

  it('fits into a managed policy with every feature and the longest cluster id', () => {
    const json = IamPolicy.controlPlane({ ...EVERYTHING, clusterId: 'x'.repeat(107) }).toJson();
    expect(JSON.stringify(JSON.parse(json)).length).toBeLessThan(6144);
  });

  it('fails for no component, an unknown release, a version without the provider, a bad cluster id, an empty node policy and bad names', () => {
    expect(() => IamPolicy.controlPlane({})).toThrow('a control plane policy has no caller');
    expect(() => IamPolicy.controlPlane({ cloudControllerManager: 'v1.27.99' })).toThrow("'v1.27.99' is younger than what was read");
    expect(() => IamPolicy.controlPlane({ kubeControllerManager: KubernetesVersion.of('1.27') })).toThrow('kubeControllerManager 1.27 has no AWS '
      + 'provider');
    expect(() => IamPolicy.controlPlane({ cloudControllerManager: 'v1.27.10', clusterId: 'a*' })).toThrow("clusterId is 'a*'");
    expect(() => IamPolicy.node(false, false)).toThrow('a node policy would be empty');
    expect(() => policy.toCloudFormation('a-b')).toThrow("logicalId is 'a-b'");
    expect(() => policy.toTerraform('1')).toThrow("name is '1'");
  });
});

/** What IAM asks: the action on one resource, with the tags of the request and of the resource, and the call that creates it. */
interface IamRequest { type: string; keys: string[]; has?: string[]; creation?: string }

/** IAM's own evaluation, as far as these statements use it: all conditions of a statement must hold. */
function mayTag(policy: IamPolicy, { type, keys, has = [], creation }: IamRequest, action = 'ec2:CreateTags'): boolean {
  const service = action.slice(0, action.indexOf(':'));
  const present = (key: string): boolean => keys.some(name => key === `aws:RequestTag/${name}`) || has.some(name => key === 'aws:ResourceTag/'
    + `${name}`);
  const holds: Record<string, (key: string, values: string[]) => boolean> = {
    'Null': (key, [value]) => (value === 'true') !== present(key),
    'StringEquals': (key, values) => key === `${service}:CreateAction` && creation !== undefined && values.includes(creation),
    'ForAllValues:StringEquals': (key, values) => key === 'aws:TagKeys' && keys.every(each => values.includes(each)),
  };
  return [...statements(policy).values()].some(({ Action, Resource, Condition }) => Action.includes(action)
    && Resource.some(resource => resource === '*' || resource === `arn:*:${service}:*:*:${type}/*`)
    && Object.entries(Condition ?? {}).every(([operator, all]) => Object.entries(all).every(([key, value]) => holds[operator](key, [value].flat()))));
}

describe('ec2:CreateTags, limited to a cluster', () => {
  const TAG = 'kubernetes.io/cluster/prod-eu';
  const after = IamPolicy.controlPlane({ cloudControllerManager: 'v1.36.1', clusterId: 'prod-eu', taggingController: true });
  const during = IamPolicy.controlPlane({
    kubeControllerManager: V1_26, cloudControllerManager: 'v1.27.10', clusterId: 'prod-eu', additionalTagKeys: ['team'], volumesOnCsi: false,
  });

  it.each<[string, IamRequest, boolean, boolean]>([
    ['a security group in the call that creates it', { type: 'security-group', keys: [TAG, 'any'], creation: 'CreateSecurityGroup' }, true, true],
    ['a security group of the cluster', { type: 'security-group', keys: ['any'], has: [TAG] }, true, true],
    ['a security group without a tag, as version N has just made it', { type: 'security-group', keys: [TAG, 'KubernetesCluster', 'team'] }, false,
      true],
    ['a security group without a tag, by other keys too', { type: 'security-group', keys: [TAG, 'Name'] }, false, false],
    ['a security group without a tag, for another cluster', { type: 'security-group', keys: ['kubernetes.io/cluster/other'] }, false, false],
    ['an instance of another owner', { type: 'instance', keys: [TAG] }, false, false],
    ['an instance of the cluster', { type: 'instance', keys: ['any'], has: [TAG] }, true, false],
    ['a volume in the call that creates it', { type: 'volume', keys: [TAG], creation: 'CreateVolume' }, false, true],
    ['a volume that is there', { type: 'volume', keys: [TAG] }, false, false],
    ['a subnet', { type: 'subnet', keys: [TAG] }, false, false],
    ['a VPC', { type: 'vpc', keys: [TAG], has: [TAG] }, false, false],
    ['an instance in the call that creates it', { type: 'instance', keys: [TAG], creation: 'RunInstances' }, false, false],
  ])('on %s', (_, request, afterwards, meanwhile) => {
    expect([mayTag(after, request), mayTag(during, request)]).toEqual([afterwards, meanwhile]);
  });

  it('fails for a key that IAM reads as more than itself', () => {
    expect(() => IamPolicy.controlPlane({ cloudControllerManager: 'v1.36.1', clusterId: 'a', additionalTagKeys: ['${aws:username}'] }))
      .toThrow("additionalTagKeys has '${aws:username}'; accepted: 1 to 128 characters without $, * and ?");
  });
});

describe('elasticloadbalancing:AddTags, limited to a cluster', () => {
  const TAG = 'kubernetes.io/cluster/prod-eu';
  const SERVICE = 'kubernetes.io/service-name';
  const after = IamPolicy.controlPlane({ cloudControllerManager: 'v1.36.1', clusterId: 'prod-eu' });
  const during = IamPolicy.controlPlane({
    kubeControllerManager: V1_26, cloudControllerManager: 'v1.27.10', clusterId: 'prod-eu', additionalTagKeys: ['team'],
  });
  const classic = IamPolicy.controlPlane({ cloudControllerManager: 'v1.36.1', clusterId: 'prod-eu', networkLoadBalancers: false });

  it.each<[string, IamRequest, [boolean, boolean, boolean]]>([
    ['a load balancer in the call that creates it', { type: 'loadbalancer', keys: [TAG, 'any'], creation: 'CreateLoadBalancer' }, [true, true, true]],
    ['a target group in the call that creates it', { type: 'targetgroup', keys: [TAG], creation: 'CreateTargetGroup' }, [true, true, false]],
    ['a listener in the call that creates it', { type: 'listener', keys: [TAG], creation: 'CreateListener' }, [true, true, false]],
    ['a new load balancer of another cluster', { type: 'loadbalancer', keys: ['x'], creation: 'CreateLoadBalancer' }, [false, false, false]],
    ['a load balancer of the cluster', { type: 'loadbalancer', keys: ['any'], has: [TAG] }, [true, true, true]],
    ['a load balancer of another owner', { type: 'loadbalancer', keys: [TAG] }, [false, false, false]],
    ['a target group that version N has just made', { type: 'targetgroup', keys: [TAG, SERVICE, 'KubernetesCluster', 'team'] }, [false, true, false]],
    ['a target group, by other keys too', { type: 'targetgroup', keys: [TAG, 'Name'] }, [false, false, false]],
    ['a rule in the call that creates it', { type: 'listener-rule', keys: [TAG], creation: 'CreateRule' }, [false, false, false]],
  ])('on %s', (_, request, expected) => {
    expect([after, during, classic].map(policy => mayTag(policy, request, 'elasticloadbalancing:AddTags'))).toEqual(expected);
  });
});
