import { isDeepStrictEqual } from 'node:util';
import { labelEdits } from '../edits';
import { ClusterApiOptions } from '../options';
import { CLUSTER_LABEL } from '../resource-set';
import { classEdits, clusterEdits, refuseStarted, TopologyWanted } from './edits';
import { Data, listOf, mapOf } from '../../../edit/yaml/data';
import type { SourceEdit } from '../../../edit/yaml/data-edit';
import { SourceDocument } from '../../../edit/yaml/source-document';
import { editSource } from '../../../edit/yaml/source-edit';
import { clusterApiRelease, TOPOLOGY_FIELDS } from '../../../facts/cluster-api';
import { ClusterTopology, isClusterApi, kindOf, nameOf } from '../../../installers/cluster-api/documents';
import { isClusterClass, isTopologyCluster, madeOf, WORKERS } from '../../../installers/cluster-api/topology/topology';
import { KubernetesVersion } from '../../../kubernetes/kubernetes-version';
import { MigrationPhase } from '../../../migration/migration-phase';

export interface TopologyVersions {
  readonly from?: string;
  readonly to: KubernetesVersion;
  /** `v1.27.16` */
  readonly toTag: string;
}

/** The files of a Cluster with a topology in each phase: the class is the same in all of them, the Cluster says the phase. */
export class TopologyFiles {
  private readonly ofClass: readonly SourceEdit[];

  /** @throws at what a patch of the class cannot say */
  public constructor(
    private readonly topology: ClusterTopology, private readonly wanted: TopologyWanted, private readonly versions: TopologyVersions,
  ) {
    this.ofClass = classEdits(topology, topology.made.objects, wanted, versions.to);
  }

  /** @param editsOf of the objects that the class does not make */
  public files(phase: MigrationPhase, editsOf: (document: SourceDocument) => readonly SourceEdit[]) {
    const { given, cluster, clusterClass, made } = this.topology;
    const isTemplate = (document: SourceDocument) => kindOf(document).endsWith('Template')
      || made.objects.some(({ template }) => template === document);
    const own = (document: SourceDocument): readonly SourceEdit[] => {
      if (document === clusterClass) return this.ofClass;
      if (document === cluster) return this.ofCluster(phase);
      return isClusterApi(document) && !isTemplate(document) ? editsOf(document) : [];
    };
    return [...given].map(([path, documents]) => ({
      path, content: editSource(documents.map(document => ({ document, edits: own(document) }))),
    }));
  }

  /**
   * The control plane that Cluster API makes of files as they are written, read back.
   *
   * @throws if that is not what the phase has to have
   */
  public controlPlane(documents: readonly SourceDocument[], phase: MigrationPhase): SourceDocument {
    const [cluster, clusterClass] = [isTopologyCluster, isClusterClass].map(is => documents.find(document => is(document)
      && [this.topology.cluster, this.topology.clusterClass].some(one => nameOf(one) === nameOf(document)))!);
    const back = madeOf({ cluster, clusterClass, documents }, { deferred: this.versions.from && `v${this.versions.from}` });
    this.topology.made.objects.forEach((object, index) => {
      const isWorker = 'className' in object.role;
      const isBefore = phase === MigrationPhase.N || phase === MigrationPhase.MIXED && isWorker;
      const make = isBefore ? isWorker ? undefined : this.wanted.n : this.wanted.nPlus1;
      const expected = make ? make(object) : object.document.data as Data;
      if (isDeepStrictEqual(specOf(back.objects[index].document.data as Data), specOf(expected))) return;
      throw object.document.error(object.document.offset(['spec']), `the patches of phase '${phase}' do not make of ${kindOf(object.template)} `
        + `'${nameOf(object.template)}' what the migration needs: ${JSON.stringify(specOf(back.objects[index].document.data as Data))}, expected `
        + `${JSON.stringify(specOf(expected))}; take the patches of the class that change the same fields out`);
    });
    return back.objects.find(({ document }) => kindOf(document) === 'KubeadmControlPlane')!.document;
  }

  private ofCluster(phase: MigrationPhase): SourceEdit[] {
    const { cluster } = this.topology;
    return [
      ...labelEdits(cluster, CLUSTER_LABEL, nameOf(cluster)),
      ...clusterEdits(cluster, phase, phase === MigrationPhase.N ? undefined : this.versions.toTag),
    ];
  }
}

/** Without the version, which the phase sets for itself. */
function specOf(data: Data): Data {
  const { version: _version, ...spec } = mapOf(mapOf(data).spec);
  return spec;
}

/** @throws at what a Cluster with a topology cannot have in its migration */
export function refuseForeignTopology({ cluster, clusterClass, made }: ClusterTopology, options: ClusterApiOptions): void {
  const { upgradedMachineTemplates = {}, clusterApiRelease: given } = options;
  const [named] = Object.keys(upgradedMachineTemplates);
  if (named !== undefined) {
    throw new Error(`upgradedMachineTemplates has '${named}', but a ClusterClass names one template for all versions; give the image of version N+1, `
      + `which a patch sets by version: upgradedImages: { '${named}': 'ami-...' }`);
  }
  const fixed = made.objects.find(({ document }) => kindOf(document) === 'AWSCluster')!.document;
  if (Object.hasOwn(options.upgradedImages ?? {}, nameOf(fixed))) {
    throw fixed.errorIn(['spec', 'imageLookupFormat'], 'of the AWSClusterTemplate names the image of one '
      + 'version, and no patch of it knows which version its machines get; write it into the AWSMachineTemplates of the class');
  }
  const release = clusterApiRelease(given).release;
  for (const { field, since } of TOPOLOGY_FIELDS) {
    const { list } = WORKERS.find(one => one.list === field) ?? {};
    const isUsed = list !== undefined && listOf(clusterClass.value(['spec', 'workers', list])).length > 0;
    if (!isUsed || minorOf(release) >= minorOf(since)) continue;
    throw clusterClass.errorAt(['spec', 'workers', field], `spec.workers.${field} is read from Cluster API ${since} on, but `
      + `clusterApiRelease is '${given}'; hand in the objects as that release has them`);
  }
  refuseStarted(cluster);
}

function minorOf(release: string): number {
  return Number(release.split('.')[1]);
}
