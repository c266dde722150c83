import { AwsError } from './client';
import { ContextValue, RolePort } from './role-port';
import { IAM_RESOURCES } from '../lib/facts/iam-actions';

/** What is asked about the role of a cloud-controller-manager. */
export interface RoleQuestion {
  /** Actions that it needs. */
  readonly actions: readonly string[];
  /** Id of the cluster tag, which policies ask for. */
  readonly clusterId: string;
  /** ARN of its role or user; none: the role of the instances that it runs on. */
  readonly principal?: string;
  /** Instances that it runs on. */
  readonly instanceIds: readonly string[];
}

/** An action that a role may not use, or may not be known to. */
export interface RoleFinding {
  readonly principal: string;
  readonly action: string;
  /** `explicitDeny`, `implicitDeny`, or `unknown`: a policy asks for something that only the call itself has. */
  readonly decision: string;
  readonly message: string;
}

/** What IAM says of a role. */
export interface RoleAnswer {
  /** Role or user, and the instances that have it. */
  readonly principals: readonly { readonly arn: string; readonly instanceIds: readonly string[] }[];
  readonly findings: readonly RoleFinding[];
}

/**
 * Asks IAM whether the cloud-controller-manager may do what it does.
 *
 * @throws AwsError if AWS does not answer, or an instance has no role
 */
export async function checkRole({ actions, clusterId, principal, instanceIds }: RoleQuestion, port: RolePort): Promise<RoleAnswer> {
  const principals = principal === undefined ? await rolesOfInstances(instanceIds, port) : [{ arn: principal, instanceIds: [] }];
  const findings: RoleFinding[] = [];
  for (const { arn } of principals) findings.push(...await findingsOf(arn, actions, clusterId, port));
  return { principals, findings };
}

async function rolesOfInstances(instanceIds: readonly string[], port: RolePort): Promise<RoleAnswer['principals']> {
  const roles = await port.rolesOf(instanceIds);
  const without = instanceIds.filter(id => roles.get(id) === undefined);
  if (without.length > 0) {
    throw new AwsError('NoInstanceRole', `no role for a cloud-controller-manager on ${without.join(', ')}: there is no such instance, or it has no `
      + 'instance profile with a role; give the one that it uses by --role-arn');
  }
  const arns = [...new Set([...roles.values()].flatMap(arn => arn ?? []))].sort();
  return arns.map(arn => ({ arn, instanceIds: instanceIds.filter(id => roles.get(id) === arn) }));
}

/** On any resource first, as most policies are; what is not allowed there once more on a resource of its kind, which a statement may name. */
async function findingsOf(principal: string, actions: readonly string[], clusterId: string, port: RolePort): Promise<readonly RoleFinding[]> {
  const context = contextOf(clusterId);
  const denied = (await port.simulate(principal, actions, '*', context)).filter(({ decision }) => decision !== 'allowed');
  const findings: RoleFinding[] = [];
  for (const general of denied) {
    let missing = [...general.missingContext];
    let decision = general.decision;
    for (const resource of await resourcesOf(general.action, principal, port)) {
      const [own] = await port.simulate(principal, [general.action], resource, context);
      if (own === undefined) continue;
      missing = [...missing, ...own.missingContext];
      decision = own.decision;
      if (decision === 'allowed') break;
    }
    if (decision !== 'allowed') findings.push(findingOf(principal, general.action, decision, [...new Set(missing)].sort()));
  }
  return findings;
}

function findingOf(principal: string, action: string, decision: string, missing: readonly string[]): RoleFinding {
  // Without the values of its conditions a statement does not count: only the call itself would tell.
  if (decision === 'implicitDeny' && missing.length > 0) {
    return { principal, action, decision: 'unknown', message: `whether ${principal} may use ${action} depends on ${missing.join(', ')}` };
  }
  const why = decision === 'explicitDeny' ? 'a statement denies it' : 'no statement allows it';
  return { principal, action, decision, message: `${principal} may not use ${action}: ${why}` };
}

/** A call of the cloud-controller-manager carries the tag of the cluster, and so does what it writes to. */
function contextOf(clusterId: string): readonly ContextValue[] {
  const key = `kubernetes.io/cluster/${clusterId}`;
  return [
    ...['RequestTag', 'ResourceTag'].map(place => ({ key: `aws:${place}/${key}`, value: 'owned' })),
    ...['ec2', 'elasticloadbalancing'].map(service => ({ key: `${service}:ResourceTag/${key}`, value: 'owned' })),
    { key: 'aws:TagKeys', value: key, isList: true },
    { key: 'ec2:CreateAction', value: 'CreateSecurityGroup' },
    { key: 'elasticloadbalancing:CreateAction', value: 'CreateLoadBalancer' },
    { key: 'iam:AWSServiceName', value: 'elasticloadbalancing.amazonaws.com' },
  ];
}

async function resourcesOf(action: string, principal: string, port: RolePort): Promise<readonly string[]> {
  const [, partition, , , account] = principal.split(':');
  const region = await port.region();
  return IAM_RESOURCES.filter(({ actions }) => actions.test(action)).flatMap(({ resources }) => resources).map(resource => {
    const [service, name] = [resource.slice(0, resource.indexOf(':')), resource.slice(resource.indexOf(':') + 1)];
    return `arn:${partition}:${service}:${service === 'iam' ? '' : region}:${account}:${name}`;
  });
}
