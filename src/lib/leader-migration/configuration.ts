import { RESERVED_LOCK_NAMES } from '../facts/locks';

export { DEFAULT_LEADER_NAME } from '../facts/built-in-default';

/** Where both components read the file, by the Kubernetes page. */
export const LEADER_MIGRATION_FILE = '/etc/leadermigration.conf';

/** Kind of the file. */
export const LEADER_MIGRATION_KIND = 'LeaderMigrationConfiguration';

/** `component` that stands for both. */
export const WILDCARD_COMPONENT = '*';

/** One controller and the component that runs it under the migration lock. */
export interface ControllerLeader {
  /** Exact controller key of the release that reads the file. */
  readonly name: string;
  /** `kube-controller-manager`, `cloud-controller-manager` or `*`. */
  readonly component: string;
}

/** A file that a component reads with `--leader-migration-config`. */
export interface LeaderMigrationConfiguration {
  /** With the group: `controllermanager.config.k8s.io/v1`. */
  readonly apiVersion: string;
  /** Name of the migration lock. */
  readonly leaderName: string;
  /** Kind of the migration lock, only in v1alpha1 and v1beta1; in v1 it is always a Lease. */
  readonly resourceLock?: string;
  readonly controllerLeaders: readonly ControllerLeader[];
}

const LABEL = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const SUBDOMAIN = new RegExp(`^${LABEL}(\\.${LABEL})*$`);
const SUBDOMAIN_MAX = 253;

/**
 * What is wrong with a name for the migration lock; `undefined` for a good one. The components accept any text, and then ask the API server for ever
 * for a Lease that it refuses to create.
 */
export function leaderNameProblem(name: string): string | undefined {
  if (name === '') return 'leaderName is empty; give the name of the migration Lease';
  if (name.length > SUBDOMAIN_MAX || !SUBDOMAIN.test(name)) {
    return `leaderName '${name}' is not a name that a Lease can have; accepted: lower case letters, digits, '-' and '.', at most ${SUBDOMAIN_MAX} `
      + 'characters';
  }
  if (RESERVED_LOCK_NAMES.includes(name)) {
    return `leaderName '${name}' is the main lock of ${name}; a migration lock of that name is held by itself and no controller would start; use `
      + 'another name';
  }
  return undefined;
}
