import { CLUSTER_SETTINGS } from './cluster-settings';
import { componentChanges } from './component-changes';
import { MigrationPhase } from './migration-phase';
import { StrategyKind } from './migration-strategy';
import type { SettledMigration, SettledPhase } from './settled-migration';
import { Flag } from '../ccm/flag';
import { withControllersOff } from '../edit/controllers-flag';
import { CCM, KCM } from '../kubernetes/component';
import { parseImage } from '../kubernetes/image';
import { NodeSide } from '../kubernetes/node';
import { SIDE_LABEL, sideName } from '../kubernetes/side-label';
import { ConfigurationFile } from '../leader-migration';
import { distinct } from '../model/behaviour';
import { inTreeSwitch } from '../model/cloud-mode';
import { Cluster, NodeKind } from '../model/cluster';
import { versionOf } from '../model/component-version';
import { modelProcess, Process, Replication } from '../model/process';

function kindName({ settings: { manager } }: SettledMigration, side: NodeSide): string {
  return sideName(side, manager && 'pod');
}

const KCM_OF_SIDE = { component: KCM, hasNodeIpam: true } as const;

/** Processes of a phase by kind of node, as the safety model wants them. */
export function clusterOf(phase: SettledPhase): Cluster {
  const { model } = phase;
  const ccm = ccmOf(phase);
  const hasNodes = model.settings.fromVersion !== undefined;
  const kinds = hasNodes ? phase.sides.map((side): NodeKind => ({
    name: kindName(model, side),
    processes: [...model.kcmProcesses(side), ...ccm?.side === side ? [ccm.process] : []],
    external: side === NodeSide.N_PLUS_1,
    nodes: model.controlPlane.length === 0 || model.settings.manager ? undefined : model.controlPlane.map(({ node }) => node.name),
  })) : [];
  const isWorkload = ccm !== undefined && (ccm.side === undefined || !hasNodes);
  return { kinds, workloads: isWorkload ? [{ process: ccm.process, onlyOn: hasNodes ? ccm.onlyOn : undefined }] : [] };
}

/** What runs before the first phase, as the manifests of version N say it. With `downtime` nothing runs in between. */
export function clusterBeforeAll({ model, phase }: SettledPhase): Cluster | undefined {
  const { controlPlane, strategy } = model;
  const name = kindName(model, NodeSide.N);
  if (phase !== MigrationPhase.N || controlPlane.length === 0 || strategy === StrategyKind.DOWNTIME) return undefined;
  const { version } = model.sideSettings(NodeSide.N);
  const { providerControllers } = model.settings;
  const flagsOf = flagsHandedIn(controlPlane);
  const processes = distinct(controlPlane.map(({ node }, i) => {
    const flags = flagsOf[i];
    const path = flags.filter(flag => flag.name === 'leader-migration-config').at(-1)?.value ?? '';
    // Without the file, manifests of a migration that was begun: it is taken to be the one that this migration writes.
    const file = node.files[path];
    const configuration = file === undefined ? model.configuration(KCM) : new ConfigurationFile(file);
    return modelProcess({
      ...KCM_OF_SIDE, dir: name, label: `${name} before the migration`, version, flags, configuration, providerControllers,
    });
  }));
  const nodes = model.settings.manager ? undefined : controlPlane.map(({ node }) => node.name);
  return { kinds: [{ name, processes, external: false, nodes }], workloads: [] };
}

/** The kube-controller-managers of one side: as handed in, with the side's changes; without manifests, as the changes alone say. */
export function kcmsOfSide(model: SettledMigration, side: NodeSide): readonly Process[] {
  const nodes = side === NodeSide.N ? model.controlPlane : model.upgradedControlPlane;
  const today = nodes.length > 0 ? flagsHandedIn(nodes) : [flagsWithoutManifest(model, side)];
  const settings = model.sideSettings(side);
  return distinct(withoutRepeats(today).map(flags => {
    const { setFlags, removeFlags } = componentChanges(KCM, side, settings, name => flags.find(flag => flag.name === name)?.value);
    const gone = new Set([...removeFlags, ...setFlags.map(({ name }) => name)]);
    return modelProcess({
      ...KCM_OF_SIDE,
      dir: kindName(model, side),
      label: kindName(model, side),
      version: settings.version,
      flags: [...flags.filter(({ name }) => !gone.has(name)), ...setFlags],
      configuration: model.configuration(KCM),
      // Of version N+1 they are the cloud-controller-manager's alone.
      providerControllers: side === NodeSide.N ? model.settings.providerControllers : [],
    });
  }));
}

function flagsHandedIn(nodes: SettledMigration['controlPlane']): readonly (readonly Flag[])[] {
  return nodes.map(({ pods }) => pods.get(KCM)!.flags.map(({ name, value }): Flag => ({ name, value })));
}

function withoutRepeats(lines: readonly (readonly Flag[])[]): readonly (readonly Flag[])[] {
  return [...new Map(lines.map(flags => [JSON.stringify(flags), flags])).values()];
}

/** What version N must be like: the in-tree provider, switched on where its release switches it off, and the settings that both components share. */
function flagsWithoutManifest({ settings: { ccm, network, fromVersion }, unmoved }: SettledMigration, side: NodeSide): readonly Flag[] {
  const gate = side === NodeSide.N ? inTreeSwitch(fromVersion!) : undefined;
  const whole = { ...network, configureCloudRoutes: network.configureCloudRoutes ?? false };
  const all: readonly (readonly [string, string | boolean | undefined])[] = [
    ['cloud-provider', ccm._cloud.name],
    ['feature-gates', gate],
    ...CLUSTER_SETTINGS.map(({ flag, option }) => [flag, option && whole[option]] as const),
    ['controllers', unmoved.length === 0 ? undefined : withControllersOff('*', KCM, unmoved, fromVersion!)],
  ];
  return all.flatMap(([name, value]) => value === undefined ? [] : [{ name, value: String(value) }]);
}

interface CcmProcess {
  readonly process: Process;
  /** Side whose nodes run it as a static pod. */
  readonly side?: NodeSide;
  readonly onlyOn?: readonly string[];
}

function ccmOf(phase: SettledPhase): CcmProcess | undefined {
  const { model, ccm } = phase;
  if (!ccm) return undefined;
  const { settings, release } = model;
  const { _workload: workload, _name: name, _isUpstreamAws: isUpstream, _takesUnread: unreadRelease } = settings.ccm;
  const process = modelProcess({
    dir: 'cloud-controller-manager',
    label: `${workload._kind} ${name}`,
    component: CCM,
    version: isUpstream ? versionOf(CCM, parseImage(release.image), { kubernetesVersion: release.linkedMinor, unreadRelease }).version!
      : release.linkedMinor,
    flags: ccm.flags,
    configuration: phase.hasLeaderMigration ? model.configuration(CCM) : undefined,
    replication: replicationOf(model),
    hasNodeIpam: !release.lacksNodeIpam && settings.nodeIpam,
    providerControllers: settings.providerControllers,
  });
  return {
    process,
    side: workload._isStaticPod ? NodeSide.N_PLUS_1 : undefined,
    onlyOn: phase.situation.placementLabels[SIDE_LABEL] === undefined ? undefined : [sideName(NodeSide.N_PLUS_1)],
  };
}

function replicationOf({ settings: { ccm: { _workload: workload } } }: SettledMigration): Replication {
  if (workload._kind !== 'deployment') return { kind: 'per-node' };
  const { replicas = 2, strategy } = workload._deployment;
  return { kind: 'deployment', replicas, strategy: strategy?.type === 'Recreate' ? 'Recreate' : 'RollingUpdate' };
}
