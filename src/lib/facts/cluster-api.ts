import { ArgForm } from './kubeadm-api';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/** A minor of Cluster API, with its kubeadm bootstrap and control plane providers. */
export interface ClusterApiRelease {
  readonly release: string;
  /** Minors of workload clusters that it supports. */
  readonly kubernetes: { readonly from: string; readonly to: string };
  readonly source: string;
}

const VERSIONS = 'docs/book/src/reference/versions.md';

/** Oldest first. Where support of a minor came with a patch release, the row counts from that patch on. */
export const CLUSTER_API_RELEASES: readonly ClusterApiRelease[] = [
  row('1.1', '1.18', '1.24', '1.4.9'), row('1.2', '1.18', '1.26', '1.4.9'), row('1.3', '1.18', '1.26', '1.4.9'), row('1.4', '1.21', '1.27', '1.4.9'),
  row('1.5', '1.22', '1.28', '1.7.9'), row('1.6', '1.23', '1.29', '1.7.9'), row('1.7', '1.24', '1.30', '1.7.9'),
  row('1.8', '1.25', '1.31', '1.10.7'), row('1.9', '1.26', '1.32', '1.10.7'), row('1.10', '1.27', '1.33', '1.10.7'),
  row('1.11', '1.28', '1.34', '1.13.4'), row('1.12', '1.29', '1.36', '1.14.2'), row('1.13', '1.30', '1.37', '1.14.2'), row('1.14', '1.31', '1.37', '1.14.2'),
];

function row(release: string, from: string, to: string, readIn: string): ClusterApiRelease {
  return { release, kubernetes: { from, to }, source: `sigs.k8s.io/cluster-api@v${readIn} ${VERSIONS}` };
}

/** A version of Cluster API's own APIs. */
export interface ClusterApiVersion {
  /** Form of `extraArgs` and `kubeletExtraArgs`. */
  readonly form: ArgForm;
  /** First minor of Cluster API that serves it. */
  readonly since: string;
  /** Where a KubeadmControlPlane names the template of its machines. */
  readonly machineTemplateRef: readonly string[];
  readonly source: string;
}

/** By what stands after the group. The newest release of the table serves both. */
export const CLUSTER_API_VERSIONS: { readonly [version: string]: ClusterApiVersion } = {
  v1beta1: {
    form: 'map',
    since: '1.0',
    machineTemplateRef: ['machineTemplate', 'infrastructureRef'],
    source: 'sigs.k8s.io/cluster-api@v1.13.4 api/bootstrap/kubeadm/v1beta1/kubeadm_types.go:212, api/controlplane/kubeadm/v1beta1/kubeadm_control_plane_types.go',
  },
  v1beta2: {
    form: 'list',
    since: '1.11',
    machineTemplateRef: ['machineTemplate', 'spec', 'infrastructureRef'],
    source: `sigs.k8s.io/cluster-api@v1.13.4 api/bootstrap/kubeadm/v1beta2/kubeadm_types.go; ${VERSIONS}: v1beta1 deprecated since v1.11`,
  },
};

/**
 * The facts of a release.
 *
 * @param release `1.9`, `v1.9.4`
 * @throws if the table does not have it
 */
export function clusterApiRelease(release: string): ClusterApiRelease {
  const minor = /^v?(1\.\d{1,3})(?:\.\d{1,4})?$/.exec(release)?.[1];
  const found = CLUSTER_API_RELEASES.find(one => one.release === minor);
  if (!found) {
    throw new Error(`clusterApiRelease is '${release}', which is not in the table of Cluster API releases; known: ${CLUSTER_API_RELEASES[0].release} to ${CLUSTER_API_RELEASES.at(-1)!.release}`);
  }
  return found;
}

/** Releases that support both versions: `1.4 to 1.9`. */
export function releasesFor(...versions: readonly KubernetesVersion[]): string {
  const able = CLUSTER_API_RELEASES.filter(one => versions.every(version => supports(one, version)));
  return able.length === 0 ? 'none' : `${able[0].release} to ${able.at(-1)!.release}`;
}

/** Whether a release supports workload clusters of a version. */
export function supports({ kubernetes }: ClusterApiRelease, version: KubernetesVersion): boolean {
  return version.minor >= KubernetesVersion.of(kubernetes.from).minor && version.minor <= KubernetesVersion.of(kubernetes.to).minor;
}
