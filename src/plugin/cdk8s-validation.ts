/** What cdk8s-cli hands to a validation plugin, as far as it is used: structural, so that the CLI is no dependency. */

export interface ViolatingResource {
  readonly resourceName: string;
  readonly locations: readonly string[];
  readonly manifestPath: string;
}

export interface Violation {
  readonly ruleName: string;
  readonly recommendation: string;
  readonly fix: string;
  readonly violatingResources: readonly ViolatingResource[];
}

export interface ValidationReport {
  addViolation(violation: Violation): void;
  submit(status: 'success' | 'failure', metadata?: { readonly [key: string]: string }): void;
}

export interface ValidationContext {
  /** Paths of the manifests that were synthesized. */
  readonly manifests: readonly string[];
  readonly report: ValidationReport;
}
