interface Statement {
  readonly Action: string | readonly string[];
}

interface Policy {
  readonly Statement: readonly Statement[];
}

/** Actions that a policy allows: `ec2:DescribeInstances`. */
export function actionsOf(policy: string): readonly string[] {
  return [...new Set((JSON.parse(policy) as Policy).Statement.flatMap(({ Action }) => Action))].sort();
}

/** The same policy without one of its actions. */
export function withoutAction(policy: string, action: string): string {
  const { Statement: statements, ...rest } = JSON.parse(policy) as Policy;
  const left = statements.map(statement => ({ ...statement, Action: [statement.Action].flat().filter(one => one !== action) }));
  return JSON.stringify({ ...rest, Statement: left.filter(({ Action }) => Action.length > 0) });
}

/** What was called and no action of the policy is: a call says `DescribeInstances`, without its service. */
export function callsBeyond(policy: string, calls: readonly string[]): readonly string[] {
  const allowed = new Set(actionsOf(policy).map(action => action.slice(action.indexOf(':') + 1)));
  return [...new Set(calls)].filter(call => !allowed.has(call)).sort();
}
