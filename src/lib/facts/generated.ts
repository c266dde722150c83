import { Component } from '../kubernetes/component';

/** Rows of `npm run facts`: what was read in the released sources, per range of minors. */
export interface FlagTable {
  /** Each minor that was read, and the release of it. What is not here is unread, and no row says anything about it. */
  readonly read: { readonly [minor: string]: string };
  readonly rows: readonly FlagRow[];
}

/** One flag in a range of releases, as pflag has it. */
export interface FlagFact {
  /** Its name on the command line, with dashes. */
  readonly flag: string;
  /** `Type()` of its value: `bool`, `string`, `stringSlice`, `int32`, `duration`, `mapStringBool`, ... */
  readonly type: string;
  /** One letter. */
  readonly shorthand?: string;
  /** As `--help` prints it; none: the reader could not evaluate it, so it is unknown. */
  readonly default?: string;
  /** The value of the flag where it stands alone; none: it takes the next argument. */
  readonly noOptDefault?: string;
  /** What the component says when the flag is used. */
  readonly deprecated?: string;
  /** Whether `--help` leaves it out. */
  readonly hidden?: boolean;
  readonly source: string;
}

export interface FlagRow extends FlagFact {
  readonly from: string;
  readonly to: string;
}

/** The flags of a component. Loaded at first use: importing the library must not pay for it. */
export function generatedFlags(component: Component): FlagTable {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  return require(`./generated/flags/${component}.json`) as FlagTable;
}

/** A tag of kubernetes/cloud-provider-aws. */
export interface AwsCcmReleaseRow {
  readonly tag: string;
  readonly date: string;
  /** Version of k8s.io/cloud-provider in its go.mod. */
  readonly cloudProvider: string;
  /** Whether its image was promoted; none: the list of images is older than the tag. */
  readonly promoted?: boolean;
  /** Digest of the image, where it was read. */
  readonly digest?: string;
  readonly source: string;
}

/** A fact that the tags of a range have. */
export interface TagRange {
  readonly from: string;
  readonly to: string;
  readonly source: string;
}

/** What the code of the AWS cloud-controller-manager says, per range of tags. */
export interface AwsCcmTables {
  /** All tags that were read, oldest first: ranges are ranges of this list. */
  readonly tags: readonly string[];
  /** Operations of AWS that the provider calls. */
  readonly calls: readonly (TagRange & { readonly call: string })[];
  /** Keys of section [Global], with the Go type of the field. */
  readonly cloudConfigKeys: readonly (TagRange & { readonly key: string; readonly type: string })[];
  readonly taggingFlags: readonly (TagRange & { readonly flag: string })[];
  /** Hosts that ecr-credential-provider takes. */
  readonly ecr: readonly (TagRange & { readonly pattern: string; readonly publicHosts: readonly string[] })[];
}

export function generatedAwsCcmReleases(): { readonly rows: readonly AwsCcmReleaseRow[] } {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  return require('./generated/aws-ccm-releases.json') as { rows: AwsCcmReleaseRow[] };
}

export function generatedAwsCcm(): AwsCcmTables {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  return require('./generated/aws-ccm.json') as AwsCcmTables;
}

/** A key of the cloud config that the AWS provider inside kube-controller-manager reads, in a range of minors. */
export interface InTreeAwsKeyRow {
  readonly key: string;
  readonly type: string;
  readonly from: string;
  readonly to: string;
  readonly source: string;
}

export function generatedInTreeAwsKeys(): readonly InTreeAwsKeyRow[] {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  return (require('./generated/in-tree-aws.json') as { cloudConfigKeys: InTreeAwsKeyRow[] }).cloudConfigKeys;
}

/** The newest patch release of a minor, and whether no more will come. */
export interface KubernetesReleaseRow {
  readonly minor: string;
  readonly newest: string;
  readonly ended: boolean;
  readonly source: string;
}

export function generatedKubernetesReleases(): readonly KubernetesReleaseRow[] {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  return (require('./generated/kubernetes-releases.json') as { rows: KubernetesReleaseRow[] }).rows;
}

/** A feature gate as one package registers it, in a range of minors. */
export interface FeatureGateRow {
  readonly gate: string;
  readonly package: string;
  readonly from: string;
  readonly to: string;
  readonly stage: 'Alpha' | 'Beta' | 'GA' | 'Deprecated';
  readonly default: boolean;
  readonly locked?: boolean;
  readonly source: string;
}

export function generatedFeatureGates(): { readonly read: { readonly [minor: string]: string }; readonly rows: readonly FeatureGateRow[] } {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  return require('./generated/feature-gates.json') as { read: { [minor: string]: string }; rows: FeatureGateRow[] };
}
