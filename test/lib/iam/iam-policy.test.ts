import { readFileSync } from 'node:fs';
import { IAM_ACTIONS } from '../../../src/lib/facts/iam-actions';
import { parseRelease } from '../../../src/lib/facts/since';
import { ControlPlaneIamPolicyProps, IamPolicy } from '../../../src/lib/iam/iam-policy';
import { KubernetesVersion } from '../../../src/lib/kubernetes-version';
import { describeUpstream, upstream } from '../../upstream';

const V1_26 = KubernetesVersion.of('1.26.15');
const EVERYTHING: ControlPlaneIamPolicyProps = {
  kubeControllerManager: V1_26, cloudControllerManager: 'v1.36.1', routes: true, taggingController: true, volumesOnCsi: false, fargate: true,
};

interface Statement { Sid: string; Action: string[]; Resource: string[]; Condition?: Record<string, Record<string, string>> }

function statements(policy: IamPolicy): Map<string, Statement> {
  const document = JSON.parse(policy.toJson()) as { Version: string; Statement: Statement[] };
  expect(document.Version).toBe('2012-10-17');
  return new Map(document.Statement.map(statement => [statement.Sid, statement]));
}

/** Documented, but called by no code of the two providers. */
const NOT_GRANTED: Record<string, string> = {
  'autoscaling:DescribeAutoScalingGroups': 'InstanceGroups is used by no controller, only by e2e tests',
  'autoscaling:DescribeLaunchConfigurations': 'no call in either provider',
  'autoscaling:DescribeTags': 'no call in either provider; cluster-autoscaler needs it, with a role of its own',
  'ec2:DescribeRegions': 'no call in either provider',
  'ec2:DescribeVpcs': 'wrapped by the SDK layer (aws_ec2.go:228), called by nobody',
};

/** Called, or needed for a call, but not documented. */
const NOT_DOCUMENTED: Record<string, string> = {
  'ec2:DeleteTags': 'tagging controller, when a node goes',
  'ec2:DescribeNetworkInterfaces': 'addresses of Fargate nodes',
  'ec2:DescribeVolumesModifications': 'in-tree volume resize waits with it (legacy-cloud-providers@v0.26.15 aws/aws.go:2148)',
  'elasticloadbalancing:DescribeTargetGroupAttributes': 'network load balancers from v1.33.4 on',
  'elasticloadbalancing:ModifyTargetGroupAttributes': 'network load balancers from v1.33.4 on',
};

describeUpstream('the documented policies', () => {
  const documented = (file: string): string[] => {
    const { Statement: [{ Action }] } = JSON.parse(readFileSync(upstream(`cloud-provider-aws/iam/${file}`), 'utf8')) as { Statement: { Action: string[] }[] };
    return [...new Set(Action)];
  };

  it('differ from ours for the control plane with every feature only where a reason is known', () => {
    const ours = IamPolicy.controlPlane(EVERYTHING).actions;
    const theirs = documented('control-plane.json');
    expect(theirs.filter(action => !ours.includes(action)).sort()).toEqual(Object.keys(NOT_GRANTED));
    expect(ours.filter(action => !theirs.includes(action))).toEqual(Object.keys(NOT_DOCUMENTED));
  });

  it('differ from ours for nodes only in ec2:DescribeRegions, which nobody calls', () => {
    const ours = IamPolicy.node().actions;
    const theirs = documented('node.json');
    expect(theirs.filter(action => !ours.includes(action))).toEqual(['ec2:DescribeRegions']);
    expect(ours.filter(action => !theirs.includes(action))).toEqual([]);
  });
});

describe('actions', () => {
  const actions = (props: ControlPlaneIamPolicyProps): string[] => IamPolicy.controlPlane(props).actions;

  it.each([
    ['ec2:DescribeInstanceTopology', 'v1.30.7', 'v1.30.8'],
    ['ec2:DescribeInstanceTopology', 'v1.31.5', 'v1.31.6'],
    ['ec2:DescribeInstanceTopology', 'v1.29.10', 'v1.35.2'],
    ['ec2:DescribeAvailabilityZones', 'v1.25.16', 'v1.26.0'],
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

  it('have readable releases and a source in every row', () => {
    for (const { since, removedIn, source, action } of IAM_ACTIONS) {
      for (const release of [...since, ...removedIn ?? []]) expect(() => parseRelease(release)).not.toThrow();
      expect([action, source.length > 10]).toEqual([action, true]);
      expect(action).toMatch(/^(ec2|elasticloadbalancing|iam|kms):[A-Z][A-Za-z]+$/);
    }
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
      Action: ['ec2:CreateSecurityGroup', 'ec2:CreateTags', 'elasticloadbalancing:AddTags', 'elasticloadbalancing:CreateLoadBalancer', 'elasticloadbalancing:CreateTargetGroup'],
      Condition: { Null: { [`aws:RequestTag/${tag}`]: 'false' } },
    });
    expect(limited.get('TaggedResource')!.Condition).toEqual({ Null: { [`aws:ResourceTag/${tag}`]: 'false' } });
    expect(limited.get('TaggedResource')!.Action).toEqual(expect.arrayContaining(['ec2:CreateRoute', 'ec2:AuthorizeSecurityGroupIngress']));
    expect(limited.get('SecurityGroupInVpc')).toMatchObject({ Action: ['ec2:CreateSecurityGroup'], Resource: ['arn:*:ec2:*:*:vpc/*'] });
    expect(limited.get('LoadBalancingRole')!.Condition).toEqual({ StringEquals: { 'iam:AWSServiceName': 'elasticloadbalancing.amazonaws.com' } });
  });

  it.each([[{ kubeControllerManager: V1_26 }], [{ kubeControllerManager: V1_26, cloudControllerManager: 'v1.27.10' }], [{ cloudControllerManager: 'v1.26.14' }]])(
    'stay off what %j creates first and tags afterwards', callers => {
      const limited = statements(IamPolicy.controlPlane({ ...callers, clusterId: 'prod-eu' }));
      expect(limited.get('AnyResource')!.Action).toEqual(expect.arrayContaining(['ec2:CreateSecurityGroup', 'elasticloadbalancing:CreateTargetGroup']));
      expect(limited.has('SecurityGroupInVpc')).toBe(false);
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
          .map(({ test, variable, values }) => [test, { [variable]: values[0] }])),
      } : {},
    }))).toEqual(document.Statement);
  });

  it('fits into a managed policy with every feature and the longest cluster id', () => {
    const json = IamPolicy.controlPlane({ ...EVERYTHING, clusterId: 'x'.repeat(107) }).toJson();
    expect(JSON.stringify(JSON.parse(json)).length).toBeLessThan(6144);
  });

  it('fails for nobody, an unknown release, a version without the provider, a bad cluster id, an empty node policy and bad names', () => {
    expect(() => IamPolicy.controlPlane({})).toThrow('a control plane policy has no caller');
    expect(() => IamPolicy.controlPlane({ cloudControllerManager: 'v1.27.99' })).toThrow("'v1.27.99' is not a release");
    expect(() => IamPolicy.controlPlane({ kubeControllerManager: KubernetesVersion.V1_27 })).toThrow('kubeControllerManager 1.27 has no AWS provider');
    expect(() => IamPolicy.controlPlane({ cloudControllerManager: 'v1.27.10', clusterId: 'a*' })).toThrow("clusterId is 'a*'");
    expect(() => IamPolicy.node({ ecr: false, inTreeKubelet: false })).toThrow('a node policy would be empty');
    expect(() => policy.toCloudFormation('a-b')).toThrow("logicalId is 'a-b'");
    expect(() => policy.toTerraform('1')).toThrow("name is '1'");
  });
});
