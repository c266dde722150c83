import { classOf, isClusterClass, isTopologyCluster, MadeCluster, madeOf, TopologySource } from './topology/topology';
import { Data, isMap, SourcePath } from '../../edit/yaml/data';
import { parseSources, SourceDocument } from '../../edit/yaml/source-document';
import { CLUSTER_API_VERSIONS } from '../../facts/cluster-api';
import { nameOf } from '../documents';

export { nameOf };

/** The objects of one cluster, as its management cluster has them. */
export interface ClusterApiDocuments {
  /** Every document of every file, in their order. */
  readonly files: ReadonlyMap<string, readonly SourceDocument[]>;
  readonly controlPlane: SourceDocument;
  readonly awsCluster: SourceDocument;
  readonly cluster?: SourceDocument;
  /** Where a ClusterClass makes the objects: `files` has what it makes of what was given, and all that it does not make. */
  readonly topology?: ClusterTopology;
}

/** A Cluster with a topology, and what is made of it. */
export interface ClusterTopology extends TopologySource {
  /** Every document of every file that was given. */
  readonly given: ReadonlyMap<string, readonly SourceDocument[]>;
  readonly made: MadeCluster;
}

const GROUP = 'cluster.x-k8s.io';
const KUBEADM_CONTROL_PLANE = `KubeadmControlPlane of controlplane.${GROUP}`;

/** Where each kind holds kubeadm's configuration. */
const KUBEADM_SPECS: { readonly [kind: string]: SourcePath } = {
  KubeadmControlPlane: ['spec', 'kubeadmConfigSpec'],
  KubeadmConfigTemplate: ['spec', 'template', 'spec'],
  KubeadmConfig: ['spec'],
};

/** Where each kind holds the Kubernetes version of its machines. */
const VERSIONS: { readonly [kind: string]: SourcePath } = {
  KubeadmControlPlane: ['spec', 'version'],
  MachineDeployment: ['spec', 'template', 'spec', 'version'],
  MachinePool: ['spec', 'template', 'spec', 'version'],
};

/**
 * Reads the objects of a cluster.
 *
 * @param configs text of each file by its name
 * @throws if they are not one cluster of Cluster API on AWS with a kubeadm control plane
 */
export function readClusterApi(configs: { readonly [file: string]: string }): ClusterApiDocuments {
  const files = new Map(Object.keys(configs).sort().map(file => [file, parseSources(configs[file], { file })]));
  const documents = [...files.values()].flat();
  documents.forEach(refuseUnknownVersion);
  const cluster = only(documents, 'Cluster');
  if (cluster && isTopologyCluster(cluster)) return ofTopology(files, cluster);
  const controlPlane = only(documents, 'KubeadmControlPlane');
  if (!controlPlane) throw notKubeadm(documents);
  const awsCluster = only(documents, 'AWSCluster');
  if (!awsCluster) {
    throw controlPlane.errorAt(['kind'], 'no AWSCluster is given with this KubeadmControlPlane; hand in the AWSCluster of the '
      + 'cluster too, only AWS is supported');
  }
  return { files, controlPlane, awsCluster, cluster };
}

/** What a ClusterClass makes, in place of what it is made of. */
function ofTopology(given: ReadonlyMap<string, readonly SourceDocument[]>, cluster: SourceDocument): ClusterApiDocuments {
  const documents = [...given.values()].flat();
  const clusterClass = documents.find(document => isClusterClass(document) && nameOf(document) === classOf(cluster));
  if (!clusterClass) {
    throw cluster.errorIn(['spec', 'topology'], `is of ClusterClass '${classOf(cluster) ?? ''}', which is not in `
      + 'the input, and changes of the objects that it makes are taken back; hand in the ClusterClass and its templates with the Cluster');
  }
  const stray = documents.find(document => isClusterApi(document) && /^(?:KubeadmControlPlane|AWSCluster)$/.test(kindOf(document)));
  if (stray) {
    throw stray.errorAt(['kind'], `${kindOf(stray)} '${nameOf(stray)}' is given with a Cluster that has spec.topology: its ClusterClass `
      + 'makes that object, and changes of it are taken back; leave it out');
  }
  const source = { cluster, clusterClass, documents };
  const made = madeOf(source);
  const objects = made.objects.map(({ document }) => document);
  const [controlPlane, awsCluster] = ['KubeadmControlPlane', 'AWSCluster'].map(kind => objects.find(document => kindOf(document) === kind));
  if (!controlPlane) throw notKubeadm([objects.find(document => kindOf(document).endsWith('ControlPlane')) ?? clusterClass]);
  if (!awsCluster) {
    throw clusterClass.errorAt(['spec', 'infrastructure'], `ClusterClass '${nameOf(clusterClass)}' makes no AWSCluster; `
      + 'only AWS is supported');
  }
  const isOfClass = (document: SourceDocument) => document === cluster || document === clusterClass
    || made.objects.some(({ template }) => template === document) || isClusterClass(document) || kindOf(document).endsWith('Template');
  const others = documents.filter(document => !isOfClass(document));
  return {
    files: new Map([[clusterClass.file, [...objects, ...made.workers, cluster, ...others]]]),
    controlPlane,
    awsCluster,
    cluster,
    topology: { ...source, given, made },
  };
}

export function kindOf({ data }: SourceDocument): string {
  return typeof data.kind === 'string' ? data.kind : '';
}

/** Whether the object belongs to Cluster API or one of its providers. */
export function isClusterApi({ data }: SourceDocument): boolean {
  return new RegExp(`^([a-z]+\\.)?${GROUP.replaceAll('.', '\\.')}/`).test(String(data.apiVersion));
}

/** `v1beta1` */
export function versionOf({ data }: SourceDocument): string {
  return String(data.apiVersion).split('/')[1] ?? '';
}

export function kubeadmSpecOf(document: SourceDocument): SourcePath | undefined {
  return isClusterApi(document) ? KUBEADM_SPECS[kindOf(document)] : undefined;
}

export function versionPathOf(document: SourceDocument): SourcePath | undefined {
  return isClusterApi(document) ? VERSIONS[kindOf(document)] : undefined;
}

export function items(document: SourceDocument, path: SourcePath): readonly { readonly [key: string]: Data }[] {
  const value = document.value(path) ?? [];
  if (!Array.isArray(value)) throw document.errorIn(path, `is ${JSON.stringify(value)}, expected a list`);
  return value.map((item, index) => {
    if (!isMap(item)) {
      throw document.errorAt([...path, index], `${path.join('.')}[${index}] is ${JSON.stringify(item)}, expected a mapping`);
    }
    return item;
  });
}

/** @throws if there are several: which of them is meant cannot be guessed */
function only(documents: readonly SourceDocument[], kind: string): SourceDocument | undefined {
  const [first, second] = documents.filter(document => isClusterApi(document) && kindOf(document) === kind);
  if (second) {
    throw second.errorAt(['metadata', 'name'], `${kind} '${nameOf(second)}' and ${kind} '${nameOf(first)}' are given; hand in the `
      + 'objects of one cluster, each once');
  }
  return first;
}

function refuseUnknownVersion(document: SourceDocument): void {
  if (!kubeadmSpecOf(document) || CLUSTER_API_VERSIONS()[versionOf(document)]) return;
  throw document.errorIn(['apiVersion'],
    `'${String(document.data.apiVersion)}' is not understood; accepted: ${Object.keys(CLUSTER_API_VERSIONS()).join(', ')} of that group`);
}

function notKubeadm(documents: readonly SourceDocument[]): Error {
  const other = documents.find(document => /ControlPlane$/.test(kindOf(document))) ?? documents[0];
  const managed = isClusterApi(other) && /ControlPlane$/.test(kindOf(other)) ? ': that control plane is not made by kubeadm, and its provider moves '
    + 'the controllers' : '';
  return other.errorAt(['kind'], `expected a ${KUBEADM_CONTROL_PLANE}, got kind ${JSON.stringify(other.data.kind ?? null)} of `
    + `'${String(other.data.apiVersion)}'${managed}; `
    + 'hand in the objects of the cluster as \'clusterctl generate cluster\' writes them');
}
