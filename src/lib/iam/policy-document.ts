/** One statement of an IAM policy. */
export interface IamStatement {
  readonly sid: string;
  readonly actions: readonly string[];
  readonly resources: readonly string[];
  /** Operator, condition key, value or values. */
  readonly conditions?: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;
}

/** Most characters of a managed policy, white space not counted (IAM and AWS STS quotas, IAM user guide). */
export const MANAGED_POLICY_LIMIT = 6144;

/** The statement as IAM's own JSON has it; always lists, so that a diff shows one action a line. */
function jsonStatement({ sid, actions, resources, conditions }: IamStatement): object {
  return { Sid: sid, Effect: 'Allow', Action: [...actions], Resource: [...resources], ...conditions && { Condition: conditions } };
}

export function policyDocument(statements: readonly IamStatement[]): object {
  return { Version: '2012-10-17', Statement: statements.map(jsonStatement) };
}

/** A CloudFormation template fragment: one `AWS::IAM::ManagedPolicy` under its logical id. */
export function cloudFormation(logicalId: string, statements: readonly IamStatement[]): object {
  return { Resources: { [logicalId]: { Type: 'AWS::IAM::ManagedPolicy', Properties: { PolicyDocument: policyDocument(statements) } } } };
}

/** Terraform's JSON syntax (`*.tf.json`): a data source, so that other configuration can use and extend it. */
export function terraform(name: string, statements: readonly IamStatement[]): object {
  return {
    data: {
      aws_iam_policy_document: {
        [name]: {
          statement: statements.map(({ sid, actions, resources, conditions }) => ({
            sid,
            effect: 'Allow',
            actions: [...actions],
            resources: [...resources],
            ...conditions && { condition: terraformConditions(conditions) },
          })),
        },
      },
    },
  };
}

function terraformConditions(conditions: NonNullable<IamStatement['conditions']>): object[] {
  return Object.entries(conditions).flatMap(([test, keys]) => Object.entries(keys).map(([variable, value]) => ({
    test, variable, values: (typeof value === 'string' ? [value] : value).map(escapeTemplate),
  })));
}

/** `${` and `%{` start a template in every string of Terraform's JSON. */
function escapeTemplate(text: string): string {
  return text.replace(/([$%])\{/g, '$1$1{');
}
