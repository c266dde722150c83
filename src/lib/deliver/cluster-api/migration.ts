import { ClusterApiEdits, controlPlaneObjectEdits, labelEdits, workerObjectEdits } from './edits';
import { checkMachineImages, imageEdits } from './machine-images';
import { notesOf } from './notes';
import { ClusterApiOptions } from './options';
import { refuseLaterChanges } from './refused-machines';
import { refuseForeignMigration } from './refused-options';
import { CLUSTER_LABEL, resourceSet, ResourceStep } from './resource-set';
import { refuseForeignTopology, RESOURCES_FILE, TopologyFiles } from './topology-files';
import type { Data } from '../../edit/yaml/data';
import { applyAsData } from '../../edit/yaml/data-edit';
import type { SourceEdit } from '../../edit/yaml/data-edit';
import { parseSources, SourceDocument } from '../../edit/yaml/source-document';
import { editSource } from '../../edit/yaml/source-edit';
import { ClusterApiDocuments, isClusterApi, kindOf, nameOf, readClusterApi, versionOf } from '../../installers/cluster-api/documents';
import { checkInTree, checkRelease, ClusterApiCluster, nodeOf, readCluster } from '../../installers/cluster-api/reading';
import { renderYaml } from '../../installers/render-yaml';
import { KCM } from '../../kubernetes/component';
import { IdentifiedObject, Manifest } from '../../kubernetes/manifest';
import { NodeSide } from '../../kubernetes/node';
import { SIDE_LABEL } from '../../kubernetes/side-label';
import { ControlPlaneNodeManifests, readControlPlaneNodes } from '../../migration/control-plane-node';
import { endingsOfNodes } from '../../migration/endings-of-nodes';
import type { Migration } from '../../migration/migration';
import { MigrationPhase } from '../../migration/migration-phase';
import { ObjectReference } from '../../migration/to-delete';
import { leaseAccessObjects } from '../../rbac/lease-access';
import { kubeadmSideEdits } from '../kubeadm/side-edits';

/** A file that was handed in, as a phase has it. */
export interface ClusterApiFile {
  readonly path: string;
  readonly content: string;
}

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

/** A state of the cluster that exists while a KubeadmControlPlane rolls: what its machines are made from, and what is applied to the cluster. */
export interface ClusterApiState {
  /** `the objects that were handed in`, `phase 'n'` */
  readonly name: string;
  readonly controlPlane: SourceDocument;
  /** What the ClusterResourceSet applies. */
  readonly objects: readonly Manifest[];
}

/** The migration of a cluster that Cluster API makes, as a value. Its checks are those of every migration, and those of its rolling updates. */
export class ClusterApiMigration {
  public readonly migration: Migration;
  public readonly documents: ClusterApiDocuments;
  public readonly cluster: ClusterApiCluster;
  private readonly node: ControlPlaneNodeManifests;
  private readonly topologyFiles?: TopologyFiles;

  /** @throws if an option or an object is wrong, or they contradict each other */
  public constructor(private readonly options: ClusterApiOptions) {
    refuseForeignMigration(options.migration);
    const { fromVersion, toVersion, clusterId } = options.migration;
    this.documents = readClusterApi(options.configs);
    checkRelease(this.documents, options.clusterApiRelease, fromVersion ? [fromVersion, toVersion] : [toVersion]);
    this.cluster = readCluster(this.documents);
    const { controlPlane, awsCluster } = this.documents;
    if (this.cluster.name !== clusterId) {
      const named = this.documents.cluster ?? awsCluster;
      throw named.error(named.offset(['metadata', 'name']), `metadata.name is '${this.cluster.name}', but clusterId is '${clusterId}'; Cluster API `
        + 'tags everything with the name of the cluster: give that as clusterId');
    }
    refuseOtherClusterTags(awsCluster, clusterId);
    refuseLaterChanges(controlPlane);
    if (fromVersion) checkInTree(this.documents, fromVersion);
    const node = nodeOf(controlPlane, this.cluster, fromVersion ?? toVersion);
    [this.node] = readControlPlaneNodes([node]);
    const network = { clusterName: this.cluster.name, clusterCidr: this.cluster.podSubnet };
    this.migration = options.migration._for(fromVersion ? { nodes: [node] } : { network });
    checkMachineImages(this.documents, options);
    const { topology } = this.documents;
    if (!topology) return;
    refuseForeignTopology(topology, options);
    const { toVersion: to } = options.migration;
    const wanted = (side: NodeSide) => ({ document }: { readonly document: SourceDocument }) =>
      applyAsData(document.data as Data, this.editsOf(document, this.edits(side), this.edits(side)));
    this.topologyFiles = new TopologyFiles(topology, {
      n: fromVersion ? wanted(NodeSide.N) : undefined, nPlus1: wanted(NodeSide.N_PLUS_1),
    }, { from: fromVersion?.toString(), to, toTag: to._imageTag('toVersion') });
  }

  /** The given files with the changes of the phase; every other line stays byte for byte. */
  public files(phase: MigrationPhase): ClusterApiFile[] {
    const controlPlane = this.edits(phase === MigrationPhase.N ? NodeSide.N : NodeSide.N_PLUS_1);
    // While the control plane rolls, workers stay.
    const workers = this.edits(phase === MigrationPhase.N || phase === MigrationPhase.MIXED ? NodeSide.N : NodeSide.N_PLUS_1);
    if (this.topologyFiles) return this.topologyFiles.files(phase, document => this.editsOf(document, controlPlane, workers));
    return [...this.documents.files].map(([path, documents]) => ({
      path,
      content: editSource(documents.map(document => ({ document, edits: this.editsOf(document, controlPlane, workers) }))),
    }));
  }

  /** The objects of the files, by step, each after those that it names. */
  public objects(phase: MigrationPhase): { readonly step: ClusterApiStep; readonly manifest: Manifest }[] {
    const templates = this.workerTemplates();
    const parsed = this.parsed(phase);
    const makers = parsed.filter(document => isClusterApi(document) && MAKES_MACHINES.includes(kindOf(document)));
    return [...parsed.filter(document => !makers.includes(document)), ...makers].map(document => {
      const isOfClass = this.documents.topology !== undefined && /^ClusterClass$|Template$/.test(kindOf(document));
      if (isOfClass) return { step: 'cluster' as const, manifest: document.data as unknown as Manifest };
      const isWorkers = kindOf(document) === 'AWSMachineTemplate' && templates.has(nameOf(document));
      const step = isClusterApi(document) ? (this.documents.topology ? TOPOLOGY_STEPS : STEPS)[kindOf(document)] : undefined;
      return { step: isWorkers ? 'workers' : step ?? 'control-plane', manifest: document.data as unknown as Manifest };
    });
  }

  /** The ClusterResourceSet and what it applies. */
  public resourceSet(phase: MigrationPhase): IdentifiedObject[] {
    const api = this.documents.cluster ?? this.documents.controlPlane;
    return resourceSet(this.cluster, versionOf(api), this.steps(phase));
  }

  /** The ClusterResourceSet and what it applies as a file of its own, where a plan has commands for it. */
  public resourcesFile(phase: MigrationPhase): ClusterApiFile[] {
    if (!this.documents.topology) return [];
    return [{ path: RESOURCES_FILE, content: this.resourceSet(phase).map(({ manifest }) => renderYaml(manifest)).join('---\n') }];
  }

  public get clusterApiRelease(): string {
    return this.options.clusterApiRelease;
  }

  public notes(phase: MigrationPhase): string[] {
    const { fromVersion, toVersion } = this.migration;
    return notesOf({
      phase,
      documents: this.documents,
      cluster: this.cluster,
      fromVersion: fromVersion?.toString(),
      toVersion: toVersion.toString(),
      endings: fromVersion ? endingsOfNodes([this.node], fromVersion, toVersion) : [],
      toDelete: this.toDelete(phase),
    });
  }

  /** Objects of the cluster that other phases have and this one does not. A ClusterResourceSet leaves them where they are. */
  public toDelete(phase: MigrationPhase): readonly ObjectReference[] {
    return this.migration._model.phase(phase).toDelete.objects;
  }

  /** What a phase makes machines from, and what it applies to the cluster. */
  public state(phase: MigrationPhase): ClusterApiState {
    const controlPlane = this.topologyFiles?.controlPlane(this.parsed(phase), phase)
      ?? this.parsed(phase).find(document => isClusterApi(document) && kindOf(document) === 'KubeadmControlPlane')!;
    return { name: `phase '${phase}'`, controlPlane, objects: this.steps(phase).flatMap(({ objects }) => objects) };
  }

  /** Before the first phase: the objects as they were handed in, and nothing of ours in the cluster. */
  public asHandedIn(): ClusterApiState {
    return { name: 'the objects that were handed in', controlPlane: this.documents.controlPlane, objects: [] };
  }

  private steps(phase: MigrationPhase): ResourceStep[] {
    const { configMap: config, leaseAccess, ccm } = this.migration._model.phase(phase);
    return [
      { name: 'lease-access', objects: leaseAccess.flatMap(leaseAccessObjects).map(({ manifest }) => manifest) },
      { name: 'config', objects: config ? [config.manifest] : [] },
      { name: 'ccm', objects: (ccm?.objects ?? []).map(({ manifest }) => manifest) },
    ];
  }

  private parsed(phase: MigrationPhase): SourceDocument[] {
    return this.files(phase).flatMap(({ path, content }) => parseSources(content, { file: path }));
  }

  private edits(side: NodeSide): ClusterApiEdits {
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
      case 'Cluster': return labelEdits(document, CLUSTER_LABEL, this.cluster.name);
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

/** With tags of two clusters on its instance the cloud-controller-manager ends. */
function refuseOtherClusterTags(awsCluster: SourceDocument, clusterId: string): void {
  const path = ['spec', 'additionalTags'];
  const tags = Object.keys((awsCluster.value(path) ?? {}) as object);
  const other = tags.find(key => key.startsWith('kubernetes.io/cluster/') && key !== `kubernetes.io/cluster/${clusterId}`);
  if (other !== undefined) {
    throw awsCluster.error(awsCluster.offset([...path, other]), `${path.join('.')} has '${other}', but the cluster is '${clusterId}'; with the tags `
      + 'of two clusters the cloud-controller-manager ends (\'Found multiple cluster tags\'): take it out');
  }
}
