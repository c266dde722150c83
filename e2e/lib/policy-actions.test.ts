import { actionsOf, callsBeyond, withoutAction } from './policy-actions';

const POLICY = JSON.stringify({
  Version: '2012-10-17',
  Statement: [
    { Effect: 'Allow', Action: ['ec2:DescribeInstances', 'elasticloadbalancing:CreateLoadBalancer'], Resource: '*' },
    { Effect: 'Allow', Action: 'ec2:CreateTags', Resource: '*' },
  ],
});

describe('the actions of a policy', () => {
  it('are those of all statements, in a list or alone', () => {
    expect(actionsOf(POLICY)).toEqual(['ec2:CreateTags', 'ec2:DescribeInstances', 'elasticloadbalancing:CreateLoadBalancer']);
  });

  it.each([
    ['ec2:CreateTags', 1],
    ['ec2:DescribeInstances', 2],
  ])('are the others without %s', (action, statements) => {
    const less = withoutAction(POLICY, action);
    expect(actionsOf(less)).toEqual(actionsOf(POLICY).filter(one => one !== action));
    expect((JSON.parse(less) as { Statement: unknown[] }).Statement).toHaveLength(statements);
  });

  it('cover what is called under its own name, whatever the service', () => {
    const calls = ['DescribeInstances', 'CreateLoadBalancer', 'DeleteTags', 'DeleteTags', 'CreateRoute'];
    expect(callsBeyond(POLICY, calls)).toEqual(['CreateRoute', 'DeleteTags']);
  });
});
