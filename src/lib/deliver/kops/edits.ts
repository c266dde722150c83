import { KopsOptions } from './options';
import { Data, listOf, mapOf, SourcePath } from '../../edit/yaml/data';
import type { SourceEdit } from '../../edit/yaml/data-edit';
import { SourceDocument } from '../../edit/yaml/source-document';
import { removeKeys } from '../../edit/yaml/source-edit';
import { isIn, KopsRelease } from '../../facts/kops';
import { MigrationPhase } from '../../migration/migration-phase';
import { itemEdits, valueEdits } from '../document-edits';

const KCM: SourcePath = ['spec', 'kubeControllerManager'];
const CSI: SourcePath = ['spec', 'cloudConfig', 'awsEBSCSIDriver'];
/** Durations under which a lock keeps two holders apart only if both sides have the same. */
const DURATIONS = ['leaderElectLeaseDuration', 'leaderElectRenewDeadlineDuration', 'leaderElectRetryPeriod'];

/**
 * The changes of a phase to the given Cluster: only what kops does not do by itself. Every value that the user set stays, but for
 * `enableLeaderMigration` of kube-controller-manager, which must not be on where it is external.
 */
export function clusterEdits(cluster: SourceDocument, phase: MigrationPhase, options: KopsOptions, release: KopsRelease): SourceEdit[] {
  const common = [...csiEdits(cluster, options), ...addonEdits(cluster, phase, options)];
  return phase === MigrationPhase.N
    ? [...common, ...leaderMigrationOfN(cluster, options, release)]
    : [...common, ...versionEdits(cluster, options), ...withoutLeaderMigration(cluster), ...ccmEdits(cluster, phase, options, release)];
}

function leaderMigrationOfN(cluster: SourceDocument, { fromVersion }: KopsOptions, release: KopsRelease): SourceEdit[] {
  return isIn(release.kcmLeaderMigration, fromVersion) ? [] : valueEdits(cluster, [...KCM, 'enableLeaderMigration'], true);
}

function withoutLeaderMigration(cluster: SourceDocument): SourceEdit[] {
  return cluster.value([...KCM, 'enableLeaderMigration']) === undefined ? [] : removeKeys(cluster, KCM, ['enableLeaderMigration']);
}

function versionEdits(cluster: SourceDocument, { toVersion }: KopsOptions): SourceEdit[] {
  const path: SourcePath = ['spec', 'kubernetesVersion'];
  const tag = toVersion._imageTag('toVersion');
  return valueEdits(cluster, path, String(cluster.value(path)).startsWith('v') ? tag : tag.slice(1));
}

/** The Cluster has none before the migration. */
function ccmEdits(cluster: SourceDocument, phase: MigrationPhase, options: KopsOptions, release: KopsRelease): SourceEdit[] {
  const { toVersion, configureCloudRoutes } = options;
  const isMade = release.externalFrom !== undefined && toVersion.minor >= release.externalFrom;
  const isOn = isIn(release.ccmLeaderMigration, toVersion);
  const wanted = phase !== MigrationPhase.DISABLED;
  const election = mapOf(cluster.value([...KCM, 'leaderElection']));
  const durations = Object.fromEntries(DURATIONS.filter(field => field in election).map(field => [field, election[field]]));
  const value: { [key: string]: Data } = {
    // Its presence is what makes components external; empty it would be easy to take for nothing.
    ...isMade ? {} : { cloudProvider: 'aws' },
    ...configureCloudRoutes === undefined ? {} : { configureCloudRoutes },
    ...isOn === wanted ? {} : { enableLeaderMigration: wanted },
    ...Object.keys(durations).length === 0 ? {} : { leaderElection: durations },
  };
  return Object.keys(value).length === 0 ? [] : [{ op: 'set-key', path: ['spec'], key: 'cloudControllerManager', value }];
}

/** From phase `n` on: the gates of both sides are then the same. */
function csiEdits(cluster: SourceDocument, { csiMigration }: KopsOptions): SourceEdit[] {
  return csiMigration && cluster.value(CSI) === undefined ? valueEdits(cluster, [...CSI, 'enabled'], true) : [];
}

/** A manifest of the user's that kops applies with its own, as long as the migration Lease is in use. */
function addonEdits(cluster: SourceDocument, phase: MigrationPhase, { leaseAccessManifest }: KopsOptions): SourceEdit[] {
  if (leaseAccessManifest === undefined || phase === MigrationPhase.DISABLED) return [];
  const path: SourcePath = ['spec', 'addons'];
  const isThere = listOf(cluster.value(path)).some(one => mapOf(one).manifest === leaseAccessManifest);
  return isThere ? [] : itemEdits(cluster, path, { manifest: leaseAccessManifest });
}
