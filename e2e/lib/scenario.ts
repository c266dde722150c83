import { Cluster } from './cluster';
import { MigrationSteps } from './migration';
import { Outcome } from './outcome';
import { Playbooks } from './playbooks';
import { Prediction } from './predict';
import { MigrationChoice, SteadyState } from './synth';
import { BinaryName } from '../binaries';

/** What is done to a cluster, and what must be seen meanwhile. */
export interface Scenario {
  readonly name: string;
  readonly title: string;
  readonly run: (context: Context) => Promise<void>;
  /**
   * What is wrong with the outcome; nothing when it is as it must be.
   *
   * @param gapSeconds the longest gap by what the plan printed; none where the strategy declares its gap
   * @param predicted what the command line said about the files
   */
  readonly judge: (outcome: Outcome, gapSeconds: number | undefined, predicted: Prediction) => string[];
}

/**
 * Scenarios that follow each other on one cluster: each begins in the state that the one before left, the first with the cluster as its owner had it.
 */
export interface Journey {
  readonly choice?: MigrationChoice;
  /** Where the controllers have moved long ago, and no migration takes place. */
  readonly steadyState?: SteadyState;
  /** Whether kube-controller-manager is a unit of systemd on each node, and handed in as such. */
  readonly hasUnits?: true;
  /** Changes the synthesized files, to make what the library refuses to write. */
  readonly tamper?: (folder: string) => void;
  /** How long the cloud takes to make a load balancer. @default 0 */
  readonly creationSeconds?: number;
  /** What it starts besides the components of the migration. */
  readonly starts?: readonly BinaryName[];
  readonly scenarios: readonly Scenario[];
}

export interface Context {
  readonly cluster: Cluster;
  readonly steps: MigrationSteps;
  readonly playbooks: Playbooks;
  readonly log: (text: string) => void;
}

export interface Result {
  readonly scenario: Scenario;
  readonly strategy: string;
  readonly seconds: number;
  /** What the command line said about the files. */
  readonly predicted?: Prediction;
  /** Longest gap by what the plan printed. */
  readonly gapSeconds?: number;
  readonly outcome?: Outcome;
  /** Whether it was not run, because the same files were run before. */
  readonly isKept?: boolean;
  /** Why the scenario failed. */
  readonly problems: readonly string[];
}
