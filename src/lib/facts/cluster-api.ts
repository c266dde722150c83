import { generatedClusterApi } from './generated';
import { ArgForm } from './kubeadm-api';
import { lazy } from './lazy';
import { partsOf } from './since';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/** A minor of Cluster API, with its kubeadm bootstrap and control plane providers. */
export interface ClusterApiRelease {
  readonly release: string;
  /** Minors of workload clusters that it supports. */
  readonly kubernetes: { readonly from: string; readonly to: string };
  /** Releases in which it was read: the newest one that says it. */
  readonly readAt: readonly string[];
  readonly source: string;
}

/** Oldest first. Where support of a minor came with a patch release, the row counts from that patch on. */
export const CLUSTER_API_RELEASES = lazy<readonly ClusterApiRelease[]>(() =>
  generatedClusterApi().releases.map(({ release, from, to, source }) => ({
    release, kubernetes: { from, to }, readAt: /(?<=@)v[\d.]+/.exec(source)!, source,
  })));

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

/**
 * Where a KubeadmControlPlane names the template of its machines: api/controlplane/kubeadm/<version>/kubeadm_control_plane_types.go of
 * sigs.k8s.io/cluster-api@v1.13.4.
 */
const MACHINE_TEMPLATE_REFS: { readonly [version: string]: readonly string[] } = {
  v1beta1: ['machineTemplate', 'infrastructureRef'],
  v1beta2: ['machineTemplate', 'spec', 'infrastructureRef'],
};

/**
 * Annotation of a MachineDeployment or MachinePool of a topology that keeps its version while the topology gets another:
 * kubernetes-sigs/cluster-api@v1.4.9 api/v1beta1/common_types.go:47-54, the same in v1.13.6 api/core/v1beta2/common_types.go:61.
 */
export const DEFER_UPGRADE = 'topology.cluster.x-k8s.io/defer-upgrade';

/** The same of a MachineDeployment and of all that come after it in the topology: the same files, lines 36-45. */
export const HOLD_UPGRADES = 'topology.cluster.x-k8s.io/hold-upgrade-sequence';

/** What topologies got later than others, with the first minor that has it. */
export const TOPOLOGY_FIELDS: readonly { readonly field: string; readonly since: string; readonly source: string }[] = [
  {
    field: 'machinePools',
    since: '1.6',
    source: 'kubernetes-sigs/cluster-api@v1.6.0 api/v1beta1/cluster_types.go:155, clusterclass_types.go:157; not in v1.5.8',
  },
];

/**
 * Annotation of a Cluster with which its version may go back, and the first minor that has it. Before that nothing takes a version back.
 * `internal/webhooks/cluster.go`, validateTopology: kubernetes-sigs/cluster-api@v1.7.9:407-412, v1.13.6:425-430.
 */
export const VERSION_BACK = {
  annotation: 'unsafe.topology.cluster.x-k8s.io/disable-update-version-check',
  since: '1.7',
  source: 'kubernetes-sigs/cluster-api@v1.7.9 api/v1beta1/common_types.go:73; not in v1.5.8 and v1.6.0',
} as const;

/** By what stands after the group. The newest release of the table serves all. */
export const CLUSTER_API_VERSIONS = lazy<{ readonly [version: string]: ClusterApiVersion }>(() => Object.fromEntries(
  generatedClusterApi().apis.filter(({ api }) => api in MACHINE_TEMPLATE_REFS)
    .map(({ api, form, since, source }) => [api, { form, since, machineTemplateRef: MACHINE_TEMPLATE_REFS[api], source }])));

/**
 * The facts of a release.
 *
 * @param release `1.9`, `v1.9.4`
 * @throws if the table does not have it
 */
export function clusterApiRelease(release: string): ClusterApiRelease {
  const { minor } = partsOf(release);
  const found = CLUSTER_API_RELEASES().find(one => one.release === minor);
  if (!found) {
    const [first, last] = [CLUSTER_API_RELEASES()[0], CLUSTER_API_RELEASES().at(-1)!].map(one => one.release);
    throw new Error(`clusterApiRelease is '${release}', which is not in the table of Cluster API releases; known: ${first} to ${last}`);
  }
  return found;
}

/** Releases that support both versions: `1.4 to 1.9`. */
export function releasesFor(...versions: readonly KubernetesVersion[]): string {
  const able = CLUSTER_API_RELEASES().filter(one => versions.every(version => supports(one, version)));
  return able.length === 0 ? 'none' : `${able[0].release} to ${able.at(-1)!.release}`;
}

/** Whether a release supports workload clusters of a version. */
export function supports({ kubernetes }: ClusterApiRelease, version: KubernetesVersion): boolean {
  return version.minor >= KubernetesVersion.of(kubernetes.from).minor && version.minor <= KubernetesVersion.of(kubernetes.to).minor;
}
