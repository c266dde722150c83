import { EC2Client, paginateDescribeInstances } from '@aws-sdk/client-ec2';
import { GetInstanceProfileCommand, IAMClient, paginateSimulatePrincipalPolicy } from '@aws-sdk/client-iam';
import { AwsClientOptions, clientConfig, collect, orAwsError } from './client';
import { RolePort } from './role-port';

/** IAM and EC2 through the AWS SDK. */
export function rolesThroughSdk(options: AwsClientOptions): RolePort {
  const client = new IAMClient(clientConfig(options));
  const instances = new EC2Client(clientConfig(options));

  /** @param profile ARN of an instance profile; its last part is its name */
  async function roleOf(profile: string): Promise<string | undefined> {
    const name = profile.slice(profile.lastIndexOf('/') + 1);
    const answer = await orAwsError(() => client.send(new GetInstanceProfileCommand({ InstanceProfileName: name })));
    return answer.InstanceProfile?.Roles?.[0]?.Arn;
  }

  return {
    region: () => orAwsError(() => instances.config.region()),
    rolesOf: async instanceIds => {
      const found = await collect(
        paginateDescribeInstances({ client: instances }, { InstanceIds: [...instanceIds] }),
        page => (page.Reservations ?? []).flatMap(({ Instances = [] }) => Instances),
      );
      const roles = new Map<string, string | undefined>();
      for (const profile of new Set(found.flatMap(({ IamInstanceProfile }) => IamInstanceProfile?.Arn ?? []))) {
        roles.set(profile, await roleOf(profile));
      }
      return new Map(found.map(({ InstanceId, IamInstanceProfile }) => [InstanceId ?? '', roles.get(IamInstanceProfile?.Arn ?? '')]));
    },
    simulate: async (principal, actions, resource, context) => {
      const found = await collect(paginateSimulatePrincipalPolicy({ client }, {
        PolicySourceArn: principal,
        ActionNames: [...actions],
        ResourceArns: [resource],
        ContextEntries: context.map(({ key, value, isList }) => ({
          ContextKeyName: key, ContextKeyType: isList ? 'stringList' : 'string', ContextKeyValues: [value],
        })),
      }), page => page.EvaluationResults ?? []);
      return found.map(({ EvalActionName, EvalDecision, MissingContextValues }) => ({
        action: EvalActionName ?? '', decision: EvalDecision ?? '', missingContext: MissingContextValues ?? [],
      }));
    },
  };
}
