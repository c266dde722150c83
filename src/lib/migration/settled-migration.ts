import type { SideSettings } from './component-changes';
import type { ControlPlaneNodeManifests } from './control-plane-node';
import type { KcmReading } from './kcm-reading';
import type { MigrationPhase } from './migration-phase';
import type { StrategyKind } from './migration-strategy';
import type { EditedNode } from './node-side';
import type { MigrationSettings } from './settings';
import type { ObjectReference } from './to-delete';
import type { Carried } from '../ccm/carried';
import type { CcmRelease } from '../ccm/ccm';
import type { CcmObjects, CcmSituation } from '../ccm/ccm-objects';
import type { CloudConfigFile } from '../cloud-config/cloud-config';
import type { StaticPod } from '../edit/static-pod/static-pod';
import type { ParsedTexts } from '../edit/yaml/parsed-texts';
import type { CloudController } from '../facts/controllers';
import type { ControllerManager } from '../kubernetes/component';
import type { NodeSide } from '../kubernetes/node';
import type { ConfigurationFile, LeaderMigrationStyle } from '../leader-migration';
import type { Cluster } from '../model/cluster';
import type { Process } from '../model/process';

/** A migration as its phases see it: what was given, what the manifests say, and what both sides change by. `MigrationModel` computes it. */
export interface SettledMigration {
  readonly settings: MigrationSettings;
  readonly strategy: StrategyKind;
  /** The cloud-controller-manager that is deployed. */
  readonly release: CcmRelease;
  /** Undefined without Leader Migration. */
  readonly style: LeaderMigrationStyle | undefined;
  readonly controlPlane: readonly ControlPlaneNodeManifests[];
  readonly upgradedControlPlane: readonly ControlPlaneNodeManifests[];
  /** The controllers that move. */
  readonly moved: readonly CloudController[];
  /** Cloud controllers that do not move: something else serves them, and neither component runs them. */
  readonly unmoved: readonly CloudController[];
  /** What the kube-controller-managers of N say, if they were handed in. */
  readonly kcm: KcmReading | undefined;
  readonly cloudConfigs: readonly CloudConfigFile[];
  /** What the cloud-controller-manager takes over from kube-controller-manager besides flags. */
  readonly carried: Carried;
  /** Files of nodes that had to be parsed. */
  readonly texts: ParsedTexts;
  /** Namespace of the locks that both components take. */
  readonly lockNamespace: string;
  /** Objects that any phase has. */
  readonly everyObject: readonly ObjectReference[];
  /** @throws if the phase does not exist for these options */
  phase(phase: MigrationPhase): SettledPhase;
  /** The phase before one, in which its nodes can still be. */
  before(phase: MigrationPhase): MigrationPhase | undefined;
  /** The file that a component reads; undefined with the built-in default, or without Leader Migration. */
  configuration(component: ControllerManager): ConfigurationFile | undefined;
  /** What both sides' command lines change by. */
  sideSettings(side: NodeSide): SideSettings;
  /** The nodes of one side, the same in every phase that has the side. */
  editedNodes(side: NodeSide): readonly EditedNode[];
  /** Static pods that are written for one side, as they were read back. */
  podsOf(side: NodeSide): readonly StaticPod[];
  /** The pod of a Deployment of kube-controller-manager on one side; undefined: none is handed in. */
  managerPod(side: NodeSide): StaticPod | undefined;
  /** The kube-controller-managers of one side, as the safety model sees them. */
  kcmProcesses(side: NodeSide): readonly Process[];
  /** An answer that is the same in every phase: computed once, and kept. */
  answer<T>(question: (migration: SettledMigration) => T): T;
}

/** A phase as its processes and its proof see it: `PhaseModel` computes it. */
export interface SettledPhase {
  readonly model: SettledMigration;
  readonly phase: MigrationPhase;
  /** Whether the migration lock is in use. */
  readonly hasLeaderMigration: boolean;
  /** Sides of which nodes exist. */
  readonly sides: readonly NodeSide[];
  /** What decides the cloud-controller-manager besides the user: what the cluster says today, and what the phase asks for. */
  readonly situation: CcmSituation;
  /** The cloud-controller-manager; undefined where there is none. */
  readonly ccm: CcmObjects | undefined;
  /** Processes by kind of node, as the safety model sees them. */
  readonly cluster: Cluster;
}
