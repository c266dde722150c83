/** A generated process in the oracle's own words: what a user might write on a command line and into a file. */
export interface Spec {
  readonly component: 'kcm' | 'ccm';
  readonly minor: number;
  /** `--cloud-provider`; an empty string is not passed. */
  readonly provider: string;
  readonly leaderElect?: boolean;
  readonly lockName?: string;
  readonly lockNamespace?: string;
  readonly lockKind?: string;
  readonly enableMigration?: boolean;
  /** `missing`: the flag points to a file that is not there. */
  readonly file?: 'missing' | FileSpec;
  /** `ControllerManagerLeaderMigration` in `--feature-gates`. */
  readonly gate?: boolean;
  readonly controllers?: readonly string[];
  readonly allocateCidrs?: boolean;
  readonly configureRoutes?: boolean;
  readonly clusterCidr?: string;
  /** `--service-account-private-key-file`. */
  readonly keyFile?: boolean;
}

export interface FileSpec {
  readonly version: 'v1alpha1' | 'v1beta1' | 'v1';
  readonly leaderName: string;
  readonly resourceLock?: string;
  readonly leaders: readonly { readonly name: string; readonly component: string }[];
}

/** The controllers that the oracle watches, by the names that they had first. `job` stands for what no generated input names. */
export const WATCHED = ['service', 'route', 'cloud-node-lifecycle', 'cloud-node', 'nodeipam', 'attachdetach', 'job'] as const;
export type Watched = typeof WATCHED[number];
