import { ClusterApiDocuments, items, kubeadmSpecOf, nameOf, versionPathOf } from './documents';
import { Data, SourcePath } from '../../edit/yaml/data';
import { SourceDocument } from '../../edit/yaml/source-document';
import { clusterApiRelease, CLUSTER_API_VERSIONS, releasesFor, supports } from '../../facts/cluster-api';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';
import { NodeInput, NodeRole } from '../../kubernetes/node';
import { readArgs } from '../kubeadm/extra-args';
import { generatedComponents, textAt } from '../kubeadm/generated-node';
import { generatedPods } from '../kubeadm/generated-pods';

/** What the objects say about the cluster, and kubeadm is told by Cluster API. */
export interface ClusterApiCluster {
  readonly name: string;
  readonly namespace?: string;
  readonly podSubnet?: string;
}

const LABEL = 'cluster.x-k8s.io/cluster-name';
/**
 * Cluster API fills in what the ClusterConfiguration leaves out: sigs.k8s.io/cluster-api@v1.4.9
 * bootstrap/kubeadm/internal/controllers/kubeadmconfig_controller.go:953-990.
 */
export const CLUSTER_CONFIGURATION: SourcePath = ['spec', 'kubeadmConfigSpec', 'clusterConfiguration'];
const NODE_CONFIGURATIONS = ['initConfiguration', 'joinConfiguration'] as const;

export function readCluster({ cluster, controlPlane, awsCluster }: ClusterApiDocuments): ClusterApiCluster {
  const pods = cluster?.value(['spec', 'clusterNetwork', 'pods', 'cidrBlocks']);
  const fromCluster = Array.isArray(pods) && pods.length > 0 ? pods.join(',') : undefined;
  return {
    name: cluster ? nameOf(cluster) : textAt(controlPlane, ['metadata', 'labels', LABEL]) ?? nameOf(awsCluster),
    namespace: textAt(controlPlane, ['metadata', 'namespace']),
    podSubnet: textAt(controlPlane, [...CLUSTER_CONFIGURATION, 'networking', 'podSubnet']) ?? fromCluster,
  };
}

/** A control-plane node as this KubeadmControlPlane makes it: kubeadm's static pods, and the files that it puts there. */
export function nodeOf(controlPlane: SourceDocument, cluster: ClusterApiCluster, version: KubernetesVersion): NodeInput {
  const port = controlPlane.value(['spec', 'kubeadmConfigSpec', 'initConfiguration', 'localAPIEndpoint', 'bindPort']);
  return {
    name: `KubeadmControlPlane ${nameOf(controlPlane)}`,
    role: NodeRole.CONTROL_PLANE,
    files: {
      ...filesOf(controlPlane),
      ...generatedPods({
        tag: `v${version}`,
        clusterName: textAt(controlPlane, [...CLUSTER_CONFIGURATION, 'clusterName']) ?? cluster.name,
        podSubnet: cluster.podSubnet,
        port: typeof port === 'number' ? port : undefined,
        ...generatedComponents(controlPlane, CLUSTER_CONFIGURATION),
      }),
    },
  };
}

/** Files whose text stands in the object; what comes from a Secret or is encoded is not read. */
export function filesOf(document: SourceDocument): { readonly [path: string]: string } {
  const plain = items(document, [...kubeadmSpecOf(document)!, 'files'])
    .filter(({ content, encoding, append }) => typeof content === 'string' && !encoding && append !== true);
  return Object.fromEntries(plain.map(({ path, content }) => [String(path), String(content)]));
}

/**
 * @throws if the release of Cluster API does not serve the documents, or does not support the versions
 */
export function checkRelease({ files, controlPlane }: ClusterApiDocuments, given: string, versions: readonly KubernetesVersion[]): void {
  const release = clusterApiRelease(given);
  const minor = (text: string) => Number(text.slice(text.indexOf('.') + 1));
  for (const document of [...files.values()].flat()) {
    const api = kubeadmSpecOf(document) && CLUSTER_API_VERSIONS()[String(document.data.apiVersion).split('/')[1]];
    if (api && minor(api.since) > minor(release.release)) {
      throw document.errorIn(['apiVersion'], `is '${String(document.data.apiVersion)}', which Cluster API serves from ${api.since} on, but `
        + `clusterApiRelease is '${given}'; hand in the objects as that release has them`);
    }
  }
  for (const version of versions) {
    if (supports(release, version)) continue;
    throw controlPlane.errorIn(['spec', 'version'], `would be ${version}, but Cluster API ${release.release} supports clusters of `
      + `${release.kubernetes.from} to ${release.kubernetes.to}; releases that support ${versions.join(' and ')}: ${releasesFor(...versions)}`);
  }
}

/**
 * Every version must be that of version N, and every component must have the in-tree provider: what is edited is the difference to that.
 *
 * @throws with the path of the first field that says something else
 */
export function checkInTree({ files, controlPlane }: ClusterApiDocuments, from: KubernetesVersion): void {
  expectArgument(controlPlane, [...CLUSTER_CONFIGURATION, 'controllerManager', 'extraArgs'], 'cloud-provider', 'aws', true);
  expectArgument(controlPlane, [...CLUSTER_CONFIGURATION, 'apiServer', 'extraArgs'], 'cloud-provider', 'aws', false);
  for (const document of [...files.values()].flat()) {
    const spec = kubeadmSpecOf(document);
    if (spec) {
      for (const node of NODE_CONFIGURATIONS) {
        expectArgument(
          document, [...spec, node, 'nodeRegistration', 'kubeletExtraArgs'], 'cloud-provider', 'aws', false,
        );
      }
    }
    const path = versionPathOf(document);
    const version = path && document.value(path);
    if (path && version !== undefined && String(version).replace(/^v/, '') !== from.toString()) {
      throw document.errorIn(path, `is '${String(version)}', but fromVersion is ${from}; every machine must run `
        + 'version N before the migration: give the version that they run');
    }
  }
  if (!isPassed(controlPlane, 'leader-elect', 'false')) return;
  const path = [...CLUSTER_CONFIGURATION, 'controllerManager', 'extraArgs'];
  throw controlPlane.errorAt([...path, 'leader-elect'],
    `${path.join('.')}.leader-elect is 'false': kube-controller-manager takes no lock, and Leader Migration is then ignored; leave it out`);
}

function isPassed(document: SourceDocument, name: string, value: string): boolean {
  return readArgs(document, [...CLUSTER_CONFIGURATION, 'controllerManager', 'extraArgs']).some(arg => arg.name === name && arg.value === value);
}

function expectArgument(document: SourceDocument, path: SourcePath, name: string, value: string, required: boolean): void {
  const args = readArgs(document, path);
  const index = args.findIndex(arg => arg.name === name);
  if (index < 0 ? !required : args[index].value === value) return;
  const list = Array.isArray(document.value(path) as Data | undefined);
  throw document.errorAt([...path, list ? index : name],
    `${path.join('.')}.${name} is ${index < 0 ? 'not set' : `'${args[index].value}'`}, but version N runs the in-tree provider '${value}'; hand in `
      + 'the objects as they are before the migration');
}
