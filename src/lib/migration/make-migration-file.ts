import { componentChanges } from './component-changes';
import type { ControlPlaneNodeManifests } from './control-plane-node';
import type { Exclusion, Exclusions } from './exclusions';
import type { DeployedManager } from './manager-deployment/deployed-manager';
import type { Migration } from './migration';
import { MANAGEMENT_CLUSTER, MigrationFile, SynthesizedPhase, UNKNOWN_LOCK_KIND } from './migration-file';
import type { MigrationModel } from './migration-model';
import { MigrationPhase } from './migration-phase';
import { StrategyKind } from './migration-strategy';
import type { ReplacedGroup } from './replacement/replaced-group';
import { referenceText } from './to-delete';
import { DEFAULT_LOCK_KIND, MAIN_LOCK_NAMES } from '../facts/locks';
import { CCM, KCM } from '../kubernetes/component';
import { NodeRole, NodeSide } from '../kubernetes/node';

const LOCK_KIND = 'leader-elect-resource-lock';

/** What synthesis knows of a phase, as `migration.json` has it. */
export function migrationFile(
  migration: Migration, phase: MigrationPhase, { manifests, nodeFiles, unknown = [] }: SynthesizedPhase,
): MigrationFile {
  const { settings, release, lockNamespace, style, controlPlane } = migration._model;
  const named = (role: NodeRole) => settings.nodes.filter(node => node.role === role).map(({ name }) => name).sort();
  return {
    schemaVersion: 1,
    cluster: migration.clusterId,
    cloud: migration.cloud.name,
    phase,
    phases: migration.phases,
    strategy: migration.strategy.name,
    releases: { from: migration.fromVersion?.toString(), to: migration.toVersion.toString(), cloudControllerManager: release.image },
    locks: {
      namespace: lockNamespace,
      main: [MAIN_LOCK_NAMES[KCM], settings.ccm._flags['leader-elect-resource-name'] ?? MAIN_LOCK_NAMES[CCM]],
      kinds: [kindOfKcm(controlPlane), settings.ccm._flags[LOCK_KIND] ?? DEFAULT_LOCK_KIND],
      migration: style === undefined ? undefined : settings.leaderName,
    },
    nodes: { controlPlane: named(NodeRole.CONTROL_PLANE), workers: named(NodeRole.WORKER), groups: settings.nodeGroups },
    manager: managerOf(settings.manager),
    replaced: replacedOf(settings.replaced),
    exclusions: exclusionsOf(migration._model),
    servedElsewhere: serversOf(migration._model),
    objects: migration._model.phase(phase).objectReferences.map(referenceText),
    manifests,
    nodeFiles,
    ...unknown.length > 0 && { unknown },
  };
}

/** Of what the kube-controller-manager of version N leaves off, the user need not say by what it is served. */
function serversOf({ unmoved, settings: { servedElsewhere } }: MigrationModel): MigrationFile['servedElsewhere'] {
  if (unmoved.length === 0) return undefined;
  return Object.fromEntries(unmoved.map(name => [name, servedElsewhere[name] ?? 'something else, since --controllers of version N leaves it off']));
}

function managerOf(manager: DeployedManager | undefined): MigrationFile['manager'] {
  if (!manager) return undefined;
  const { namespace, name, rolling, hosted } = manager;
  return { namespace, name, rolling, ...hosted && { cluster: MANAGEMENT_CLUSTER, kubeconfigSecret: hosted.secret } };
}

function replacedOf(groups: readonly ReplacedGroup[]): MigrationFile['replaced'] {
  if (groups.length === 0) return undefined;
  return Object.fromEntries(groups.map(({ name, role, count, selector, sharePercent, today }) => [name, {
    role, count, selector, ...role === NodeRole.WORKER ? { sharePercent } : {}, today,
  }]));
}

function kindOfKcm([first]: readonly ControlPlaneNodeManifests[]): string {
  return first ? first.pods.get(KCM)!.flagValue(LOCK_KIND) ?? DEFAULT_LOCK_KIND : UNKNOWN_LOCK_KIND;
}

function exclusionsOf(model: MigrationModel): Exclusions | undefined {
  if (model.strategy !== StrategyKind.CONTROLLERS_OFF_THEN_ON || !model.settings.fromVersion) return undefined;
  const sideSettings = model.sideSettings(NodeSide.N);
  const entries = model.controlPlane.map(({ node, pods }): [string, Exclusion] => {
    const today = (name: string) => pods.get(KCM)!.flagValue(name);
    const written = componentChanges(KCM, NodeSide.N, sideSettings, today).setFlags.find(({ name }) => name === 'controllers')!.value;
    return [node.name, { before: today('controllers'), written }];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}
