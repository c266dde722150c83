/** What IAM says of one action on one resource. */
export interface SimulatedAction {
  readonly action: string;
  /** `allowed`, `explicitDeny` or `implicitDeny`. */
  readonly decision: string;
  /** Condition keys that some policy asks for and that had no value here. */
  readonly missingContext: readonly string[];
}

/** Values of condition keys, as a call has them. */
export interface ContextValue {
  readonly key: string;
  readonly value: string;
  /** Whether the key has a list of values in every call. */
  readonly isList?: true;
}

/** What is asked of IAM and EC2 about a role; every call only reads. */
export interface RolePort {
  /** The region that the calls go to. */
  region(): Promise<string>;
  /** ARN of the role of each instance; none: the instance has no instance profile, or that has no role. */
  rolesOf(instanceIds: readonly string[]): Promise<ReadonlyMap<string, string | undefined>>;
  /** What the policies of a role or user say of actions on a resource: its own, and those that limit it. @throws AwsError */
  simulate(principal: string, actions: readonly string[], resource: string, context: readonly ContextValue[]): Promise<readonly SimulatedAction[]>;
}
