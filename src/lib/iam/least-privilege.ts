import { IamStatement } from './policy-document';
import { IamActionFact, IamTagScope } from '../facts/iam-actions';

/** The key, not its value: `owned` and `shared` both belong to the cluster. */
function tagPresent(place: 'RequestTag' | 'ResourceTag', clusterId: string): NonNullable<IamStatement['conditions']> {
  return { Null: { [`aws:${place}/kubernetes.io/cluster/${clusterId}`]: 'false' } };
}

const LOAD_BALANCING_ROLE = 'iam:CreateServiceLinkedRole';

/**
 * Statements for the needed actions, writes limited to what carries the tag `kubernetes.io/cluster/<id>`.
 *
 * An action that some caller performs before the tag is there keeps no condition: a policy that is tighter than the code breaks load balancers long after it
 * was applied.
 */
export function leastPrivilege(needed: readonly IamActionFact[], clusterId: string, tagsAtCreation: boolean): IamStatement[] {
  const inScope = (...scopes: IamTagScope[]): string[] => names(needed.filter(({ scope }) => scopes.includes(scope)));
  const unconditioned = inScope('none', ...tagsAtCreation ? [] : ['created' as const]).filter(action => action !== LOAD_BALANCING_ROLE);
  const onRequest = inScope('request', 'either', ...tagsAtCreation ? ['created' as const] : []);
  const statements: IamStatement[] = [
    { sid: 'AnyResource', actions: unconditioned, resources: ['*'] },
    { sid: 'TaggedInTheRequest', actions: onRequest, resources: ['*'], conditions: tagPresent('RequestTag', clusterId) },
    { sid: 'TaggedResource', actions: inScope('resource', 'either'), resources: ['*'], conditions: tagPresent('ResourceTag', clusterId) },
    // CreateSecurityGroup is also authorized against the VPC, which is nobody's to tag here and carries no tag of the request.
    { sid: 'SecurityGroupInVpc', actions: onRequest.filter(action => action === 'ec2:CreateSecurityGroup'), resources: ['arn:*:ec2:*:*:vpc/*'] },
    {
      sid: 'LoadBalancingRole',
      actions: inScope('none').filter(action => action === LOAD_BALANCING_ROLE),
      resources: ['*'],
      conditions: { StringEquals: { 'iam:AWSServiceName': 'elasticloadbalancing.amazonaws.com' } },
    },
  ];
  return statements.filter(({ actions }) => actions.length > 0);
}

/** Sorted, without repetition: an action can be needed for several features. */
export function names(needed: readonly IamActionFact[]): string[] {
  return [...new Set(needed.map(({ action }) => action))].sort();
}
