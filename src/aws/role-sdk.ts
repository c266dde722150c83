import { AwsClientOptions, clientConfig, collect, loadSdk, orAwsError } from './client';
import { RolePort } from './role-port';

/** IAM and EC2 through the AWS SDK. */
export async function rolesThroughSdk(options: AwsClientOptions): Promise<RolePort> {
  const iam = loadSdk<typeof import('@aws-sdk/client-iam')>('@aws-sdk/client-iam');
  const ec2 = loadSdk<typeof import('@aws-sdk/client-ec2')>('@aws-sdk/client-ec2');
  const client = new iam.IAMClient(clientConfig(options));
  const instances = new ec2.EC2Client(clientConfig(options));

  /** @param profile ARN of an instance profile; its last part is its name */
  async function roleOf(profile: string): Promise<string | undefined> {
    const name = profile.slice(profile.lastIndexOf('/') + 1);
    const answer = await orAwsError(() => client.send(new iam.GetInstanceProfileCommand({ InstanceProfileName: name })));
    return answer.InstanceProfile?.Roles?.[0]?.Arn;
  }

  return {
    region: () => orAwsError(() => instances.config.region()),
    rolesOf: async instanceIds => {
      const found = await collect(
        ec2.paginateDescribeInstances({ client: instances }, { InstanceIds: [...instanceIds] }),
        page => (page.Reservations ?? []).flatMap(({ Instances = [] }) => Instances),
      );
      const roles = new Map<string, string | undefined>();
      for (const profile of new Set(found.flatMap(({ IamInstanceProfile }) => IamInstanceProfile?.Arn ?? []))) {
        roles.set(profile, await roleOf(profile));
      }
      return new Map(found.map(({ InstanceId, IamInstanceProfile }) => [InstanceId ?? '', roles.get(IamInstanceProfile?.Arn ?? '')]));
    },
    simulate: async (principal, actions, resource, context) => {
      const found = await collect(iam.paginateSimulatePrincipalPolicy({ client }, {
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
