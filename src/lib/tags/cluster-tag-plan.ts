import { ClusterTagResource } from './cluster-tag';

/** What happens to one tag of one resource. */
export enum ClusterTagAction {
  /** The tag is missing and will be added. */
  ADD = 'add',
  /** The tag is there and stays as it is. */
  KEEP = 'keep',
  /** The resource cannot be tagged as it is; nothing on it is changed. */
  CONFLICT = 'conflict',
}

/** One line of a plan. */
export interface ClusterTagChange {
  /** Id of the resource, for example `i-0a1b2c3d4e5f60718`. */
  readonly resourceId: string;
  /** What the resource is to the cluster. */
  readonly resource: ClusterTagResource;
  /** What happens. */
  readonly action: ClusterTagAction;
  /** Key of the tag. */
  readonly key: string;
  /** Value of the tag: the one to be added, or the one that stays. */
  readonly value: string;
  /** Why. */
  readonly reason: string;
}

/** The difference between the tags that are there and the tags that must be. */
export interface ClusterTagPlan {
  /** Id of the cluster. */
  readonly clusterId: string;
  /** Every tag that is looked at, sorted by kind, id and key. */
  readonly changes: ClusterTagChange[];
  /** What is legal but doubtful. */
  readonly warnings: string[];
}

/** How bad a finding is. */
export enum ClusterTagSeverity {
  /** The cloud-controller-manager exits, or a function of it fails. */
  ERROR = 'error',
  /** It works, perhaps not as meant. */
  WARNING = 'warning',
}

/** One thing that the cloud-controller-manager would stumble over. */
export interface ClusterTagFinding {
  /** How bad it is. */
  readonly severity: ClusterTagSeverity;
  /** The resource, or the VPC, it is about. */
  readonly resourceId: string;
  /** The text that the cloud-controller-manager writes; empty if it says nothing. */
  readonly ccmText: string;
  /** What it means. */
  readonly message: string;
  /** What to do. */
  readonly fix: string;
}
