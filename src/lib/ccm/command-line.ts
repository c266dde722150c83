import { Flag } from './flag';

/** What decides the flags of a cloud-controller-manager. Undefined: the flag is not passed. */
export interface CcmCommandLine {
  readonly cloudProvider: string;
  readonly verbosity: number;
  readonly useServiceAccountCredentials: boolean;
  readonly configureCloudRoutes: boolean;
  readonly clusterName?: string;
  readonly clusterCidr?: string;
  readonly allocateNodeCidrs?: boolean;
  readonly cloudConfig?: string;
  readonly enableLeaderMigration: boolean;
  /** Path of the migration configuration file; undefined with Leader Migration on: the built-in default. */
  readonly leaderMigrationConfig?: string;
  /** kubeconfig of a static pod, also used for delegated authentication and authorization. */
  readonly kubeconfig?: string;
  /** Flags of the user, which win. */
  readonly flags: Readonly<Record<string, string>>;
}

/**
 * The flags in upstream's order (examples/existing-cluster/base of cloud-provider-aws), then the rest by name.
 *
 * @throws if a flag is given in `flags` that a property of its own controls the safety of, or with its dashes
 */
export function ccmFlags(line: CcmCommandLine): Flag[] {
  for (const name of MIGRATION_FLAGS) {
    if (name in line.flags) {
      throw new Error(`flag '${name}' in \`flags\` belongs to the migration phase; set the phase, the style or \`leaderMigrationConfig\` instead`);
    }
  }
  const dashed = Object.keys(line.flags).find(name => !/^[a-zA-Z0-9]/.test(name));
  if (dashed !== undefined) {
    throw new Error(`flag '${dashed}' in \`flags\` is no name of a flag; write it without dashes: '${dashed.replace(/^-+/, '')}'`);
  }
  const leading: Record<string, string> = {
    'v': String(line.verbosity),
    'cloud-provider': line.cloudProvider,
    'use-service-account-credentials': String(line.useServiceAccountCredentials),
    'configure-cloud-routes': String(line.configureCloudRoutes),
  };
  const rest: Record<string, string | undefined> = {
    'allocate-node-cidrs': line.allocateNodeCidrs === undefined ? undefined : String(line.allocateNodeCidrs),
    'authentication-kubeconfig': line.kubeconfig,
    'authorization-kubeconfig': line.kubeconfig,
    'cloud-config': line.cloudConfig,
    'cluster-cidr': line.clusterCidr,
    'cluster-name': line.clusterName,
    'enable-leader-migration': line.enableLeaderMigration ? 'true' : undefined,
    'kubeconfig': line.kubeconfig,
    'leader-migration-config': line.enableLeaderMigration ? line.leaderMigrationConfig : undefined,
  };
  for (const [name, value] of Object.entries(line.flags)) (name in leading ? leading : rest)[name] = value;
  return [
    ...Object.entries(leading).map(([name, value]) => ({ name, value })),
    ...Object.entries(rest)
      .filter((entry): entry is [string, string] => entry[1] !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => ({ name, value })),
  ];
}

const MIGRATION_FLAGS = ['enable-leader-migration', 'leader-migration-config'];
