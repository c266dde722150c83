import { refuseForeignMigration, refuseOtherClusterTags } from './checks';
import { ClusterApiEdits, controlPlaneObjectEdits, labelEdits, workerObjectEdits } from './edits';
import { checkMachineImages, imageEdits } from './machine-images';
import { ClusterApiOptions } from './options';
import { refuseLaterChanges } from './refused-machines';
import { CLUSTER_LABEL, resourceSet } from './resource-set';
import { refuseForeignTopology, TopologyFiles } from './topology/files';
import type { Data } from '../../edit/yaml/data';
import { applyAsData } from '../../edit/yaml/data-edit';
import type { SourceEdit } from '../../edit/yaml/data-edit';
import { SourceDocument } from '../../edit/yaml/source-document';
import { ClusterApiDocuments, isClusterApi, kindOf, nameOf, readClusterApi, versionOf } from '../../installers/cluster-api/documents';
import { machineFiles } from '../../installers/cluster-api/machines';
import { checkInTree, checkRelease, ClusterApiCluster, nodeOf, readCluster } from '../../installers/cluster-api/reading';
import { expectName, InstallerFiles } from '../../installers/documents';
import { KCM } from '../../kubernetes/component';
import { IdentifiedObject, Manifest } from '../../kubernetes/manifest';
import { NodeSide } from '../../kubernetes/node';
import { SIDE_LABEL } from '../../kubernetes/side-label';
import { ControlPlaneNodeManifests, readControlPlaneNodes } from '../../migration/control-plane-node';
import { EndingRow } from '../../migration/endings';
import { endingsOfNodes } from '../../migration/endings-of-nodes';
import type { Migration } from '../../migration/migration';
import { MigrationPhase } from '../../migration/migration-phase';
import { BundleFile } from '../bundle-file';
import { InstallerMix, InstallerState, mixOf } from '../installer';
import { kubeadmSideEdits } from '../kubeadm/side-edits';
import { OwnCcmMigration, phaseObjects } from '../own-ccm-migration';

/**
 * When an object is applied: first what the cluster needs, then the control plane, then the workers. Machine pools wait for the Secrets of their
 * KubeadmConfigs, so they come last: see notes.ts.
 */
export type ClusterApiStep = 'cluster' | 'control-plane' | 'workers' | 'machine-pools';

/** Kinds of the first and of the last steps; every other object goes with the control plane. */
const STEPS: { readonly [kind: string]: ClusterApiStep } = {
  Cluster: 'cluster',
  KubeadmConfigTemplate: 'workers',
  KubeadmConfig: 'workers',
  MachineDeployment: 'workers',
  MachineHealthCheck: 'workers',
  AWSMachinePool: 'machine-pools',
  MachinePool: 'machine-pools',
};

/** Of a Cluster with a topology: its class and templates come first, and roll nothing; the Cluster rolls. */
const TOPOLOGY_STEPS: { readonly [kind: string]: ClusterApiStep } = { ...STEPS, Cluster: 'control-plane' };

/** A change of these makes machines, from what the objects that they name say then: those are applied before them. */
const MAKES_MACHINES: readonly string[] = ['MachineDeployment', 'MachinePool'];

/** The migration of a cluster that Cluster API makes, as a value. Its checks are those of every migration, and those of its rolling updates. */
export class ClusterApiMigration extends OwnCcmMigration {
  public readonly cluster: string;
  public readonly migration: Migration;
  public readonly documents: ClusterApiDocuments;
  public readonly named: ClusterApiCluster;
  private readonly node: ControlPlaneNodeManifests;
  private readonly topologyFiles?: TopologyFiles;

  /** @throws if an option or an object is wrong, or they contradict each other */
  public constructor(private readonly options: ClusterApiOptions) {
    super();
    refuseForeignMigration(options.migration);
    const { fromVersion, toVersion, clusterId } = options.migration;
    this.documents = readClusterApi(options.configs);
    checkRelease(this.documents, options.clusterApiRelease, fromVersion ? [fromVersion, toVersion] : [toVersion]);
    this.named = readCluster(this.documents);
    this.cluster = this.named.name;
    const { controlPlane, awsCluster } = this.documents;
    expectName(this.documents.cluster ?? awsCluster, clusterId, 'Cluster API', 'cluster', this.named.name);
    refuseOtherClusterTags(awsCluster, clusterId);
    refuseLaterChanges(controlPlane);
    if (fromVersion) checkInTree(this.documents, fromVersion);
    const node = nodeOf(controlPlane, this.named, fromVersion ?? toVersion);
    [this.node] = readControlPlaneNodes([node]);
    const network = { clusterName: this.named.name, clusterCidr: this.named.podSubnet };
    this.migration = options.migration._for(fromVersion ? { nodes: [node] } : { network });
    checkMachineImages(this.documents, options);
    const { topology } = this.documents;
    if (!topology) return;
    refuseForeignTopology(topology, options);
    const { toVersion: to } = options.migration;
    const wanted = (side: NodeSide) => ({ document }: { readonly document: SourceDocument }) =>
      applyAsData(document.data as Data, this.editsOf(document, this.sideEdits(side), this.sideEdits(side)));
    this.topologyFiles = new TopologyFiles(topology, {
      n: fromVersion ? wanted(NodeSide.N) : undefined, nPlus1: wanted(NodeSide.N_PLUS_1),
    }, { from: fromVersion?.toString(), to, toTag: to._imageTag('toVersion') });
  }

  public override files(phase: MigrationPhase): readonly BundleFile[] {
    return this.topologyFiles?.files(phase, document => this.edits(document, phase)) ?? super.files(phase);
  }

  protected edits(document: SourceDocument, phase: MigrationPhase): readonly SourceEdit[] {
    const isBefore = phase === MigrationPhase.N;
    // While the control plane rolls, workers stay.
    return this.editsOf(document, this.sideEdits(isBefore ? NodeSide.N : NodeSide.N_PLUS_1),
      this.sideEdits(isBefore || phase === MigrationPhase.MIXED ? NodeSide.N : NodeSide.N_PLUS_1));
  }

  /** The objects of the files, by step, each after those that it names. */
  public objects(phase: MigrationPhase): { readonly step: ClusterApiStep; readonly manifest: Manifest }[] {
    const templates = this.workerTemplates();
    const parsed = this.written(phase);
    const makers = parsed.filter(document => isClusterApi(document) && MAKES_MACHINES.includes(kindOf(document)));
    return [...parsed.filter(document => !makers.includes(document)), ...makers].map(document => {
      const kind = kindOf(document);
      const isOfClass = this.documents.topology !== undefined && /^ClusterClass$|Template$/.test(kind);
      const isWorkers = kind === 'AWSMachineTemplate' && templates.has(nameOf(document));
      const step = isClusterApi(document) ? (this.documents.topology ? TOPOLOGY_STEPS : STEPS)[kind] : undefined;
      return { step: isOfClass ? 'cluster' : isWorkers ? 'workers' : step ?? 'control-plane', manifest: document.data as unknown as Manifest };
    });
  }

  /** The ClusterResourceSet and what it applies. */
  public resourceSet(phase: MigrationPhase): IdentifiedObject[] {
    const api = this.documents.cluster ?? this.documents.controlPlane;
    return resourceSet(this.named, versionOf(api), phaseObjects(this.migration, phase));
  }

  protected override delivered(phase: MigrationPhase): readonly Manifest[] {
    return this.resourceSet(phase).map(({ manifest }) => manifest);
  }

  public get clusterApiRelease(): string {
    return this.options.clusterApiRelease;
  }

  public stateAt(phase: MigrationPhase | undefined): InstallerState {
    if (phase === undefined) return this.state('the objects that were handed in', this.documents.controlPlane, []);
    const documents = this.written(phase);
    const controlPlane = this.topologyFiles?.controlPlane(documents, phase)
      ?? documents.find(document => isClusterApi(document) && kindOf(document) === 'KubeadmControlPlane')!;
    return this.state(`phase '${phase}'`, controlPlane, this.applied(phase));
  }

  private state(name: string, controlPlane: SourceDocument, objects: readonly Manifest[]): InstallerState {
    return { name, machines: machineFiles(controlPlane, { cluster: this.named }), objects };
  }

  /** What a ClusterClass makes stands beside them in `documents`. */
  public override get given(): InstallerFiles {
    return this.documents.topology?.given ?? super.given;
  }

  public override rollInto(phase: MigrationPhase): InstallerMix {
    return mixOf([this.stateAt(this.before(phase)), this.stateAt(phase)]);
  }

  /** What version N+1 takes away. */
  public get endings(): readonly EndingRow[] {
    const { fromVersion, toVersion } = this.migration;
    return fromVersion ? endingsOfNodes([this.node], fromVersion, toVersion) : [];
  }

  private sideEdits(side: NodeSide): ClusterApiEdits {
    const { options, migration: { _model: model, toVersion } } = this;
    const settings = model.sideSettings(side);
    const placed = model.phases.includes(MigrationPhase.MIXED) ? model.phase(MigrationPhase.MIXED) : undefined;
    return {
      side,
      kubeadm: kubeadmSideEdits(side, settings, component => name => this.node.pods.get(component)?.flagValue(name)),
      configuration: side === NodeSide.N ? model.configuration(KCM)?.text : undefined,
      version: side === NodeSide.N ? undefined : toVersion._imageTag('toVersion'),
      labelsNodes: placed?.situation.placementLabels[SIDE_LABEL] !== undefined,
      machineTemplates: options.upgradedMachineTemplates ?? {},
      images: side === NodeSide.N ? {} : options.upgradedImages ?? {},
    };
  }

  private editsOf(document: SourceDocument, controlPlane: ClusterApiEdits, workers: ClusterApiEdits): SourceEdit[] {
    if (!isClusterApi(document)) return [];
    switch (kindOf(document)) {
      case 'KubeadmControlPlane': return controlPlaneObjectEdits(document, controlPlane);
      case 'Cluster': return labelEdits(document, CLUSTER_LABEL, this.named.name);
      case 'AWSCluster': return imageEdits(document, controlPlane.images);
      case 'AWSMachinePool': return imageEdits(document, workers.images);
      case 'AWSMachineTemplate': return this.documents.topology ? imageEdits(document, workers.images, true) : [];
      default: return workerObjectEdits(document, workers);
    }
  }

  private workerTemplates(): ReadonlySet<string> {
    const { upgradedMachineTemplates = {} } = this.options;
    const named = [...this.documents.files.values()].flat().filter(
      document => isClusterApi(document) && /^Machine(Deployment|Pool)$/.test(kindOf(document)),
    )
      .map(document => String(document.value(['spec', 'template', 'spec', 'infrastructureRef', 'name'])));
    return new Set(named.flatMap(name => [name, upgradedMachineTemplates[name] ?? name]));
  }
}
