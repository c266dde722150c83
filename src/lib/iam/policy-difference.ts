/** An action that is in one of two policies only: ours, or the one that cloud-provider-aws documents. */
export interface IamPolicyDifference {
  /** The action, for example `ec2:DeleteTags`. */
  readonly action: string;
  /** `not-granted`: documented, and not in this policy. `not-documented`: in this policy, and not documented. */
  readonly kind: string;
  /** Why. */
  readonly reason: string;
}
