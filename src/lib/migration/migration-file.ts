import type { Exclusion, Exclusions } from './exclusions';
import type { Rolling } from './manager-deployment/rolling';
import { MigrationPhase } from './migration-phase';
import { NodeRole } from '../kubernetes/node';

/** Name of the file that says what synthesis knows, beside the node files of its phase. */
export const MIGRATION_FILE = 'migration.json';

/** Of a kube-controller-manager that was not handed in. */
export const UNKNOWN_LOCK_KIND = 'unknown';

/** A manifest that synthesis wrote. */
export interface ManifestEntry {
  /** Path from the folder of the app, for example `dist/mixed/30-ccm.k8s.yaml`. */
  readonly path: string;
  /** Apply step: manifests are applied in the order of their steps. */
  readonly step: number;
  readonly sha256: string;
  /** The cluster that it is applied to, where that is not the one that is served. */
  readonly cluster?: typeof MANAGEMENT_CLUSTER;
}

/** The cluster that a control plane runs in which serves another one. */
export const MANAGEMENT_CLUSTER = 'management' as const;

/** The Deployment of kube-controller-manager. */
export interface ManagerRef {
  readonly namespace: string;
  readonly name: string;
  readonly cluster?: typeof MANAGEMENT_CLUSTER;
  /** Pods, and how they are replaced. */
  readonly rolling: Rolling;
  /** Secret with the kubeconfig of the cloud-controller-manager, in the same namespace. */
  readonly kubeconfigSecret?: string;
}

/** A group whose nodes are replaced. */
export interface ReplacedNodes {
  readonly role: NodeRole;
  /** How many nodes it has. */
  readonly count: number;
  /** Label selector of its nodes, old and new. */
  readonly selector: string;
  /** Of workers: how many of a hundred are replaced at a time. */
  readonly sharePercent?: number;
  /** Names of the nodes that were handed in of it. */
  readonly today: readonly string[];
}

/**
 * What synthesis knows of one cluster in one phase: `migration.json`, read by the plan and the validation plugin. Schema:
 * schemas/migration.schema.json.
 */
export interface MigrationFile {
  readonly schemaVersion: 1;
  readonly cluster: string;
  readonly cloud: string;
  readonly phase: MigrationPhase;
  /** Phases that the migration has, in the order in which it walks. */
  readonly phases: readonly MigrationPhase[];
  readonly strategy: string;
  readonly releases: { readonly from?: string; readonly to: string; readonly cloudControllerManager: string };
  readonly locks: {
    readonly namespace: string;
    readonly main: readonly string[];
    /** Kinds of the main locks, `UNKNOWN_LOCK_KIND` without manifests. Undefined: an earlier release wrote the file. */
    readonly kinds?: readonly string[];
    /** Undefined without Leader Migration. */
    readonly migration?: string;
  };
  /** Names of the nodes that were handed in, by role; workers by group too. */
  readonly nodes: {
    readonly controlPlane: readonly string[];
    readonly workers: readonly string[];
    readonly groups: Readonly<Record<string, readonly string[]>>;
  };
  /** kube-controller-manager, where a Deployment runs it. Undefined: nodes do. */
  readonly manager?: ManagerRef;
  /** Groups whose nodes are replaced: the folder of node files with the name of one is of each of its nodes. Undefined: none is. */
  readonly replaced?: Readonly<Record<string, ReplacedNodes>>;
  /** What phase `n` of the strategy `controllers-off-then-on` makes of `--controllers`, by control-plane node. */
  readonly exclusions?: Exclusions;
  /** By what each controller is served that no phase switches on. Undefined: all move. */
  readonly servedElsewhere?: Readonly<Record<string, string>>;
  /**
   * Every object of the phase, and the Leases that its components make: `apps/v1 DaemonSet kube-system/aws-cloud-controller-manager`. Undefined: an
   * earlier release wrote the file.
   */
  readonly objects?: readonly string[];
  readonly manifests: readonly ManifestEntry[];
  /** Path of the list of node files, with their sums, from the folder of the app. */
  readonly nodeFiles: string;
  /** What `verify` of the phase does not know, in its words; undefined: nothing. */
  readonly unknown?: readonly UnknownInPhase[];
}

/** Something on which a promise depends and that is not known of the files of a phase. */
export interface UnknownInPhase {
  readonly file: string;
  readonly line: number;
  readonly what: string;
  readonly why: string;
  readonly fix: string;
}

/** What is known of a phase besides its migration, once it was synthesized. */
export interface SynthesizedPhase {
  readonly manifests: readonly ManifestEntry[];
  readonly nodeFiles: string;
  readonly unknown?: readonly UnknownInPhase[];
}

/**
 * A `migration.json` as it was read.
 *
 * @param text its text
 * @param file its name, for the error
 * @throws if it is none, or of another schema version
 */
export function parseMigrationFile(text: string, file: string): MigrationFile {
  const refuse = (what: string): Error => new Error(`${file}: ${what}; rewrite it with \`MigrationOutput.write(app, ...)\` after \`app.synth()\``);
  let value: Partial<MigrationFile> & object;
  try {
    value = JSON.parse(text) as Partial<MigrationFile> & object;
  } catch (error) {
    throw refuse(`is not JSON (${(error as Error).message})`);
  }
  if (typeof value !== 'object' || value === null) throw refuse('is not an object');
  if (value.schemaVersion !== 1) throw refuse(`schemaVersion is ${JSON.stringify(value.schemaVersion)}, and this release reads 1`);
  const { cluster, phase, manifests, nodes, strategy, exclusions = {}, replaced = {}, servedElsewhere = {} } = value;
  if (typeof cluster !== 'string' || typeof strategy !== 'string' || !Object.values<unknown>(MigrationPhase).includes(phase)) {
    throw refuse('does not say the cluster, its strategy and its phase');
  }
  const isEntry = (entry: unknown) => typeof entry === 'object' && entry !== null && 'path' in entry && 'sha256' in entry;
  if (!Array.isArray(manifests) || !manifests.every(isEntry) || typeof nodes !== 'object' || nodes === null) {
    throw refuse('lacks its manifests or its nodes');
  }
  const isReplaced = (one: Partial<ReplacedNodes> | null) => Object.values<unknown>(NodeRole).includes(one?.role) && typeof one?.selector === 'string'
    && Number.isInteger(one.count) && Array.isArray(one.today);
  if (typeof replaced !== 'object' || replaced === null || !Object.values(replaced).every(isReplaced)) {
    throw refuse('does not say which nodes are replaced');
  }
  const isExclusion = (one: unknown) =>
    typeof (one as Exclusion | null)?.written === 'string' && ['string', 'undefined'].includes(typeof (one as Exclusion).before);
  if (typeof exclusions !== 'object' || exclusions === null || !Object.values(exclusions).every(isExclusion)) {
    throw refuse('does not say what phase \'n\' excluded');
  }
  if (typeof servedElsewhere !== 'object' || servedElsewhere === null || !Object.values(servedElsewhere).every(by => typeof by === 'string')) {
    throw refuse('does not say by what controllers are served');
  }
  const { manager } = value;
  if (manager !== undefined && (typeof manager?.name !== 'string' || typeof manager.namespace !== 'string' || typeof manager.rolling !== 'object')) {
    throw refuse('does not say which Deployment runs kube-controller-manager');
  }
  return value as MigrationFile;
}
