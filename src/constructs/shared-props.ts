/** What runs the rules on what it writes. */
export interface RuleProps {
  /**
   * Ids of rules whose errors do not refuse synthesis; `ccm-migration verify` goes on to report them.
   * @default - none: synthesis fails with the errors of every rule
   */
  readonly unsafeIgnoreRules?: string[];
}

/** What makes its own Charts, one per apply step, where no Chart encloses it. */
export interface StepChartProps {
  /**
   * First part of the names of the Charts that are made where no Chart encloses this construct.
   *
   * `prod-eu` makes `prod-eu-10-lease-access`; '' makes `10-lease-access`.
   * @default - the id of this construct; of one that names no Chart, such as `prod.example.com`, its letters and digits with a hash of it:
   * `prod-example-com-7405b025`
   */
  readonly chartPrefix?: string;
}

/** What takes documents of an installer, and gives them back with only the migration's changes. */
export interface InstallerConfigProps {
  /**
   * Text of each file as it is before the migration, by a file name of your choice. Which documents those are, the construct says. See
   * `NodeFolder.readFiles`.
   */
  readonly configs: { readonly [file: string]: string };
}
