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
  /** Claims. */
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

/** One combination of kinds of node. */
export interface CertifiedMix {
  readonly kinds: readonly string[];
  /** Processes that run a controller once they hold their locks, by the controllers that have to run. */
  readonly runners: Readonly<Record<string, readonly string[]>>;
}

/** One state of the cluster that the input describes: a phase, or one of the values that something unknown may have. */
export interface CertifiedCase {
  readonly name: string;
  readonly processes: readonly CertifiedProcess[];
  readonly kinds: readonly { readonly name: string; readonly processes: readonly string[]; readonly external: boolean }[];
  readonly workloads: readonly { readonly process: string; readonly onlyOn?: readonly string[] }[];
  /** Whether nodes that are in no kind have an external kubelet. */
  readonly external: boolean;
  readonly exclusivity: readonly CertifiedPair[];
  readonly liveness: readonly CertifiedMix[];
}

/** Why both promises hold, for readers without this program: schemas/certificate.schema.json. */
export interface Certificate {
  readonly $schema: string;
  readonly schemaVersion: 1;
  readonly tool: { readonly name: string; readonly version: string };
  /** The fact rows that were used: `checker/facts.json` of that version. */
  readonly facts: { readonly file: string; readonly sha256: string };
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
