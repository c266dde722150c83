import { Assumption } from '../assumptions';
import { ScopeFile } from '../scope';

/** A LeaderMigrationConfiguration as its process reads it. */
export interface CertifiedConfiguration {
  readonly apiVersion: string;
  readonly leaderName: string;
  /** Of an API version that has it. */
  readonly resourceLock?: string;
  readonly controllerLeaders: readonly { readonly name: string; readonly component: string }[];
}

/** A process: what it was read from, and what follows. */
export interface CertifiedProcess {
  readonly id: string;
  readonly component: string;
  /** Kubernetes release whose code it runs. */
  readonly release: string;
  readonly label: string;
  readonly file: string;
  readonly line: number;
  /** `many`: two of them can exist simultaneously. */
  readonly copies: 'one' | 'many';
  /** The flags from which the rest follows, as their component reads them; default values are left out. */
  readonly flags: Readonly<Record<string, string>>;
  /** The file behind `--leader-migration-config`; null: there is none that its release can read. */
  readonly configuration: CertifiedConfiguration | null;
  /** Claims. The cloud that its cloud controllers serve; null: none, or that of the nodes alone. */
  readonly cloud: string | null;
  readonly mainLock: readonly string[];
  readonly migrationLock: readonly string[] | null;
  /** The locks that it holds while it runs a controller, by the controllers that it can run. */
  readonly runs: Readonly<Record<string, readonly string[]>>;
}

/** Two processes that can run the same controllers, or one and a copy of itself. */
export interface CertifiedPair {
  readonly processes: readonly [string, string];
  /** A lock that both hold while they run a controller, by controller. */
  readonly locks: Readonly<Record<string, string>>;
}

/** Why a controller is run in each mix that has all of some kinds of node and none of some others. */
export interface CertifiedReason {
  /** For which cloud; null: for any, or the controller is of no cloud. */
  readonly cloud: string | null;
  readonly kinds: readonly string[];
  readonly unless: readonly string[];
  /** One that each of these mixes has. */
  readonly process: string;
  /** Among them are all that can hold its main lock in its place, or the migration lock in the place of one of these: one of them runs it. */
  readonly runners: readonly string[];
}

/** Why each controller that has to run is run, in every mix of kinds and with any number of nodes of each. */
export interface CertifiedLiveness {
  /** Main locks, and migration locks: a process that holds a lock waits only for locks that come after it. */
  readonly ranking: readonly [readonly string[], readonly string[]];
  /** By controller. Each mix in which it has to run is one of a reason. */
  readonly controllers: Readonly<Record<string, readonly CertifiedReason[]>>;
}

/** Nodes that are alike, any number of each. */
export interface CertifiedKind {
  readonly name: string;
  /** Those of the input; none: they are yet to be made. */
  readonly nodes: readonly string[];
  /** None: these nodes run no controller manager, and are in the mixes all the same. */
  readonly processes: readonly string[];
  readonly external: boolean;
}

/** One state of the cluster that the input describes: a phase, or one of the values that something unknown may have. */
export interface CertifiedCase {
  readonly name: string;
  readonly processes: readonly CertifiedProcess[];
  readonly kinds: readonly CertifiedKind[];
  readonly workloads: readonly { readonly process: string; readonly onlyOn?: readonly string[] }[];
  /** Whether nodes that are in no kind have an external kubelet. */
  readonly external: boolean;
  readonly exclusivity: readonly CertifiedPair[];
  readonly liveness: CertifiedLiveness;
}

/** Why both promises hold, for readers without this program: schemas/certificate.schema.json. */
export interface Certificate {
  readonly $schema: string;
  readonly schemaVersion: 1;
  readonly tool: { readonly name: string; readonly version: string };
  /** The fact rows that were used: `checker/facts.json` of that version. */
  readonly facts: { readonly file: string; readonly sha256: string };
  /** The feed of facts that was taken beside them. */
  readonly feed?: { readonly day: string; readonly sha256: string };
  readonly inputs: readonly ScopeFile[];
  /** What is taken for granted. */
  readonly assumptions: readonly Assumption[];
  /** Components that the user says run. */
  readonly assumed: readonly string[];
  /** What is not known and does not matter: each of its values is a case. */
  readonly unknown: readonly { readonly file: string; readonly line: number; readonly what: string }[];
  readonly cases: readonly CertifiedCase[];
  /** SHA-256 of the rest: JSON with sorted keys and without spaces. */
  readonly sum: string;
}
