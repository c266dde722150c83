import { CommandLine } from './command-line';
import { Election } from './election';
import { EndCause } from './end-cause';
import { gateProblem, isGateOn, ofGates } from './gates';
import { LockSet, lockSet } from './lock';
import { builtInDefault } from '../facts/built-in-default';
import { configApi, hasLeaderMigration } from '../facts/config-api';
import { featureGate, LEADER_MIGRATION_GATE } from '../facts/feature-gates';
import { DEFAULT_LOCK_KIND, LockKind, migrationLockKinds } from '../facts/locks';
import { ControllerManager } from '../kubernetes/component';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import type { ConfigurationFile, LeaderMigrationConfiguration } from '../leader-migration';

/** Leader Migration of one process, once its command line and file are read. */
export interface Migration {
  /** The name of the migration lock as the configuration has it. */
  readonly leaderName: string;
  readonly lock: LockSet;
  /** Controller keys as listed, with whether this component may run them. The last entry of a name wins. */
  readonly listed: ReadonlyMap<string, boolean>;
  /** Whether the configuration is the one that the release has built in. */
  readonly builtIn: boolean;
  /** Why the process ends when it bids for the lock, which is after it has won its main lock. */
  readonly fatalLock?: string;
}

/** `off`: Leader Migration does nothing. `problem`: the process ends at start. */
export type MigrationReading = { readonly off: true } | { readonly problem: EndCause } | { readonly on: Migration };

type Configuration = Pick<LeaderMigrationConfiguration, 'leaderName' | 'resourceLock' | 'controllerLeaders'>;

/**
 * What `LeaderMigrationOptions.ApplyTo` and `NewLeaderMigrator` make of a command line. The file is read whenever Leader Migration is switched on,
 * also under `--leader-elect=false`, which then ignores it: k8s.io/controller-manager@v0.26.1 pkg/leadermigration/options/options.go, util.go:24.
 */
export function readMigration(
  component: ControllerManager, version: KubernetesVersion, line: CommandLine, election: Election, file: ConfigurationFile | undefined,
): MigrationReading {
  const problem = gateProblem(LEADER_MIGRATION_GATE, version, line);
  if (problem) return { problem };
  // Stryker disable next-line ObjectLiteral,BooleanLiteral: what counts is that there is no `on` and no `problem`
  if (!hasLeaderMigration(version) || !line.bool('enable-leader-migration', false)) return { off: true };
  if (featureGate(LEADER_MIGRATION_GATE, version).exists && !isGateOn(LEADER_MIGRATION_GATE, version, line)) {
    return { problem: ofGates('Leader Migration is not enabled through feature gate') };
  }
  const path = line.text('leader-migration-config', '');
  const read = path === '' ? readBuiltIn(version) : readFile(path, version, file);
  if ('problem' in read) return read;
  // Stryker disable next-line ObjectLiteral,BooleanLiteral: as above
  return election.enabled ? { on: migration(component, version, election, read.configuration, path === '') } : { off: true };
}

type ConfigurationReading = { readonly problem: EndCause } | { readonly configuration: Configuration };

function readBuiltIn(version: KubernetesVersion): ConfigurationReading {
  const builtIn = builtInDefault(version);
  if (!builtIn) return { problem: ofFile('command-line', '--leader-migration-config is required') };
  return { configuration: { leaderName: builtIn.leaderName, controllerLeaders: builtIn.names.map(name => ({ name, component: '*' })) } };
}

function readFile(path: string, version: KubernetesVersion, file: ConfigurationFile | undefined): ConfigurationReading {
  if (file === undefined) return { problem: ofFile('configuration-missing', `open ${path}: no such file or directory`) };
  const read = file.read(version);
  return 'error' in read ? { problem: ofFile('configuration', read.error) } : { configuration: read.configuration };
}

function ofFile(concern: EndCause['concern'], text: string): EndCause {
  return { concern, text, flags: ['leader-migration-config'] };
}

function migration(
  component: ControllerManager, version: KubernetesVersion, election: Election, configuration: Configuration, builtIn: boolean,
): Migration {
  const { wildcard } = configApi(version);
  const kind = (configuration.resourceLock ?? DEFAULT_LOCK_KIND) as LockKind;
  return {
    leaderName: configuration.leaderName,
    // In the namespace of the process's own main lock: k8s.io/cloud-provider@v0.26.15 app/controllermanager.go:520.
    lock: lockSet(kind, election.namespace, configuration.leaderName),
    listed: new Map(
      configuration.controllerLeaders.map(leader => [leader.name, leader.component === component || (wildcard && leader.component === '*')]),
    ),
    builtIn,
    fatalLock: migrationLockKinds(version)!.working.includes(kind) ? undefined : `${kind} lock is removed, migrate to ${kind}leases`,
  };
}
