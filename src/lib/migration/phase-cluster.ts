import { componentChanges } from './component-changes';
import { Migration } from './migration';
import { MigrationPhase } from './migration-phase';
import { MigrationStrategy } from './migration-strategy';
import { NodeSide } from './node';
import { modelled } from './proof-memory';
import { SIDE_LABEL } from './side-label';
import { Flag } from '../ccm/flag';
import { CcmWorkload } from '../ccm/workload-options';
import { parseImage } from '../edit/static-pod/image';
import { CCM, KCM } from '../kubernetes/component';
import { inTreeSwitch } from '../model/cloud-mode';
import { Cluster, NodeKind } from '../model/cluster';
import { Process, Replication } from '../model/process';
import { versionOf } from '../read/component-version';
import { distinct } from '../read/safety-cluster';
import { remember } from '../remember';

const KINDS: Readonly<Record<NodeSide, string>> = { [NodeSide.N]: 'node of version N', [NodeSide.N_PLUS_1]: 'node of version N+1' };

/** Processes of a phase by kind of node, as the safety model wants them. */
export function clusterOf(migration: Migration, phase: MigrationPhase): Cluster {
  const ccm = ccmOf(migration, phase);
  const hasNodes = migration.options.fromVersion !== undefined;
  const kinds = hasNodes ? migration.sides(phase).map((side): NodeKind => ({
    name: KINDS[side],
    processes: [...kcmsOf(migration, side), ...ccm?.side === side ? [ccm.process] : []],
    external: side === NodeSide.N_PLUS_1,
    nodes: migration.controlPlane.length || undefined,
  })) : [];
  const isWorkload = ccm !== undefined && (ccm.side === undefined || !hasNodes);
  return { kinds, workloads: isWorkload ? [{ process: ccm.process, onlyOn: hasNodes ? ccm.onlyOn : undefined }] : [] };
}

/** What runs before the first phase, as the manifests of version N say it. With `downtime` nothing runs in between. */
export function clusterBeforeAll(migration: Migration, phase: MigrationPhase): Cluster | undefined {
  const { controlPlane, strategy } = migration;
  if (phase !== MigrationPhase.N || controlPlane.length === 0 || strategy === MigrationStrategy.DOWNTIME) return undefined;
  const { version } = migration.sideSettings(NodeSide.N);
  const flagsOf = flagsHandedIn(controlPlane);
  const processes = distinct(controlPlane.map(({ node }, i) => {
    const flags = flagsOf[i];
    const path = flags.filter(({ name }) => name === 'leader-migration-config').at(-1)?.value ?? '';
    // Without the file, manifests of a migration that was begun: it is taken to be the one that this migration writes.
    const configText = node.files[path] ?? migration.configuration(KCM);
    return modelled({ ...KCM_OF_SIDE, dir: KINDS[NodeSide.N], label: `${KINDS[NodeSide.N]} before the migration`, version, flags, configText });
  }));
  return { kinds: [{ name: KINDS[NodeSide.N], processes, external: false, nodes: controlPlane.length }], workloads: [] };
}

// A migration is a value that never changes, and a side is part of several phases.
const kcms = new WeakMap<Migration, Map<NodeSide, readonly Process[]>>();

/** The kube-controller-managers of one side: as handed in, with the side's changes; without manifests, as the changes alone say. */
function kcmsOf(migration: Migration, side: NodeSide): readonly Process[] {
  const sides = kcms.get(migration) ?? new Map<NodeSide, readonly Process[]>();
  kcms.set(migration, sides);
  return remember(sides, side, () => modelKcms(migration, side));
}

function modelKcms(migration: Migration, side: NodeSide): readonly Process[] {
  const nodes = side === NodeSide.N ? migration.controlPlane : migration.upgradedControlPlane;
  const today = nodes.length > 0 ? flagsHandedIn(nodes) : [flagsWithoutManifest(migration, side)];
  return distinct(withoutRepeats(today).map(flags => {
    const settings = migration.sideSettings(side);
    const { setFlags, removeFlags } = componentChanges(KCM, side, settings, name => flags.find(flag => flag.name === name)?.value);
    const gone = new Set([...removeFlags, ...setFlags.map(({ name }) => name)]);
    return modelled({
      ...KCM_OF_SIDE,
      dir: KINDS[side],
      label: KINDS[side],
      version: settings.version,
      flags: [...flags.filter(({ name }) => !gone.has(name)), ...setFlags],
      configText: migration.configuration(KCM),
    });
  }));
}

const KCM_OF_SIDE = { component: KCM, hasNodeIpam: true } as const;

function flagsHandedIn(nodes: Migration['controlPlane']): readonly (readonly Flag[])[] {
  return nodes.map(({ pods }) => pods.get(KCM)!.flags.map(({ name, value }): Flag => ({ name, value })));
}

function withoutRepeats(lines: readonly (readonly Flag[])[]): readonly (readonly Flag[])[] {
  return [...new Map(lines.map(flags => [JSON.stringify(flags), flags])).values()];
}

/** What version N must be like: the in-tree provider, switched on where its release switches it off, and the settings that both components share. */
function flagsWithoutManifest({ options, cloud }: Migration, side: NodeSide): readonly Flag[] {
  const gate = side === NodeSide.N ? inTreeSwitch(options.fromVersion!) : undefined;
  const given: readonly (readonly [string, string | boolean | undefined])[] = [
    ['cloud-provider', cloud.name],
    ['feature-gates', gate],
    ['cluster-name', options.clusterName],
    ['cluster-cidr', options.clusterCidr],
    ['allocate-node-cidrs', options.allocateNodeCidrs],
    ['configure-cloud-routes', options.configureCloudRoutes ?? false],
  ];
  return given.flatMap(([name, value]) => value === undefined ? [] : [{ name, value: String(value) }]);
}

interface CcmOfPhase {
  readonly process: Process;
  /** Side whose nodes run it as a static pod. */
  readonly side?: NodeSide;
  readonly onlyOn?: readonly string[];
}

function ccmOf(migration: Migration, phase: MigrationPhase): CcmOfPhase | undefined {
  const ccm = migration.ccm(phase);
  if (!ccm) return undefined;
  const { options, cloud } = migration;
  const { placementLabels } = migration.ccmOptions(phase);
  const said = { kubernetesVersion: cloud.ccmVersion };
  const process = modelled({
    dir: 'cloud-controller-manager',
    label: `${options.workload ?? CcmWorkload.DAEMON_SET} ${cloud.ccmName}`,
    component: CCM,
    version: options.ccmImage === undefined ? versionOf(CCM, parseImage(cloud.ccm.image), said).version! : cloud.ccmVersion,
    flags: ccm.flags,
    configText: migration.hasLeaderMigration(phase) ? migration.configuration(CCM) : undefined,
    replication: replicationOf(migration),
    hasNodeIpam: !cloud.lacksNodeIpam && options.nodeIpam,
  });
  return {
    process,
    side: options.workload === CcmWorkload.STATIC_POD ? NodeSide.N_PLUS_1 : undefined,
    onlyOn: placementLabels?.[SIDE_LABEL] === undefined ? undefined : [KINDS[NodeSide.N_PLUS_1]],
  };
}

function replicationOf({ options }: Migration): Replication {
  return options.workload === CcmWorkload.DEPLOYMENT ? { kind: 'deployment', replicas: options.replicas ?? 2, strategy: 'RollingUpdate' } : { kind: 'per-node' };
}
