import { GapOptions } from '../gap-options';

/** What decides a migration of a cluster of KKP, the Cluster itself aside. */
export interface KkpOptions extends GapOptions {
  /** Text of each file with the Cluster and its MachineDeployments, by a name of your choice. */
  readonly configs: { readonly [file: string]: string };
  /** Release of KKP, for example `2.22`. */
  readonly kkpRelease: string;
  /** Value of the annotation that makes MachineDeployments roll; any value but today's. */
  readonly forceRestart: string;
}
