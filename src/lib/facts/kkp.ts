import { partsOf } from './since';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/** A cloud that a release of KKP moves, and for which Kubernetes minors (23 is 1.23). */
export interface KkpProvider {
  readonly from?: number;
  readonly to?: number;
  /** Why not beyond. */
  readonly reason?: string;
}

/** What a minor of KKP does. */
export interface KkpRelease {
  /** `2.22` */
  readonly release: string;
  /** API group of its Clusters. */
  readonly group: 'kubermatic.k8s.io' | 'kubermatic.k8c.io';
  /** By the key below `spec.cloud`. */
  readonly providers: { readonly [provider: string]: KkpProvider };
  /** Whether the webhook turns `ccmClusterName` on, too. */
  readonly setsCcmClusterName: boolean;
  /** Releases in which it was read. */
  readonly readAt: readonly string[];
  readonly source: string;
}

/** A key below `spec.cloud` of a Cluster: which cloud it is on. */
export interface KkpCloudField {
  readonly cloud: string;
  readonly source: string;
  /** Releases of KKP, or commits between two, in which it was read. */
  readonly readAt: readonly string[];
}

const VSPHERE_CSI = 'the CSI driver for vSphere of that release does not support it';
const IN_TREE_AWS = 'kube-controller-manager has no in-tree AWS from 1.27 on, so there is nothing to migrate from';

const V2_18 = 'kubermatic/kubermatic@v2.18.0 pkg/resources/cloudcontroller/util.go:31-98, docs/zz_generated.kubermaticConfiguration.yaml';
const V2_19 = 'kubermatic/kubermatic@v2.19.0 pkg/controller/operator/defaults/defaults.go:291-297';
const V2_21 = 'kubermatic/kubermatic@v2.21.0 pkg/resources/cloudcontroller/util.go:71-115';
const V2_22 = 'kubermatic/kubermatic@v2.22.0 pkg/resources/cloudcontroller.go:31-117, pkg/defaulting/configuration.go:298-350, '
  + 'pkg/webhook/cluster/mutation/mutator.go:143-165';

const WITH_AWS: Pick<KkpRelease, 'group' | 'providers' | 'setsCcmClusterName'> = {
  group: 'kubermatic.k8c.io',
  providers: { openstack: { to: 25 }, vsphere: { to: 24 }, azure: {}, aws: { from: 24, to: 26, reason: IN_TREE_AWS } },
  setsCcmClusterName: true,
};

const CLOUDS_V2_18 = 'k8c.io/kubermatic/v2@v2.18.0 pkg/crd/kubermatic/v1/cluster.go:524-541';
/** Of a commit, since no module of a release after 2.18 can be had. */
const CLOUDS_LATER = 'kubermatic/kubermatic@02fe8b8eaedcf2eafab10c2624b5e89042b7d2bb sdk/apis/kubermatic/v1/cluster.go';

/** The clouds that any release of KKP has settings of. A Cluster has those of one. */
export const KKP_CLOUDS: readonly KkpCloudField[] = [
  ...['aws', 'azure', 'openstack', 'vsphere', 'gcp', 'kubevirt', 'digitalocean', 'hetzner', 'anexia', 'alibaba', 'bringyourown', 'fake'].map(
    cloud => ({ cloud, source: CLOUDS_V2_18, readAt: ['2.18.0', '02fe8b8e'] })),
  { cloud: 'packet', source: CLOUDS_V2_18, readAt: ['2.18.0'] },
  ...['baremetal', 'edge', 'nutanix', 'vmwareclouddirector'].map(cloud => ({ cloud, source: CLOUDS_LATER, readAt: ['02fe8b8e'] })),
];

/** The range of pods that KKP's webhook gives a Cluster without one. */
export const KKP_POD_CIDR = {
  value: '172.25.0.0/16',
  onKubevirt: '172.26.0.0/16',
  readAt: ['2.18.0', '88f8cfc6'],
  source: 'k8c.io/kubermatic/v2@v2.18.0 pkg/webhook/cluster/mutation/mutation.go:116-124; '
    + 'kubermatic/kubermatic@88f8cfc6ffb09c8896e7434baea80c971de75cb2 pkg/resources/resources.go DefaultClusterPodsCIDRIPv4',
} as const;

/** Oldest first. From 2.24 on the limits of in-tree OpenStack and vSphere are those of Kubernetes. */
export const KKP_RELEASES: readonly KkpRelease[] = [
  {
    release: '2.18',
    group: 'kubermatic.k8s.io',
    providers: { openstack: {}, vsphere: { to: 21, reason: VSPHERE_CSI } },
    setsCcmClusterName: false,
    readAt: ['v2.18.0'],
    source: V2_18,
  },
  ...['2.19', '2.20'].map((release): KkpRelease => ({
    release,
    group: 'kubermatic.k8c.io',
    providers: { openstack: {}, vsphere: { to: 22, reason: VSPHERE_CSI } },
    setsCcmClusterName: false,
    readAt: ['v2.19.0'],
    source: V2_19,
  })),
  {
    release: '2.21',
    group: 'kubermatic.k8c.io',
    providers: { openstack: {}, vsphere: {}, azure: {} },
    setsCcmClusterName: false,
    readAt: ['v2.21.0'],
    source: V2_21,
  },
  ...['2.22', '2.23', '2.24', '2.25', '2.26', '2.27', '2.28', '2.29'].map((release): KkpRelease => ({
    release,
    ...WITH_AWS,
    readAt: [`v${release}.0`],
    source: release === '2.22' ? V2_22 : `kubermatic/kubermatic@v${release}.0 pkg/defaulting/configuration.go`,
  })),
];

/**
 * The facts of a release.
 *
 * @param release `2.22`, `v2.22.7`
 * @throws if the table does not have it
 */
export function kkpRelease(release: string): KkpRelease {
  const { minor } = partsOf(release);
  const found = KKP_RELEASES.find(one => one.release === minor);
  if (!found) {
    throw new Error(`kkpRelease is '${release}', which is not in the table of KKP releases; known: ${KKP_RELEASES[0].release} to `
    + `${KKP_RELEASES.at(-1)!.release}`);
  }
  return found;
}

/** What a release moves of a cloud, whose name is the user's; undefined: nothing. */
export function limitsOf({ providers }: KkpRelease, provider: string): KkpProvider | undefined {
  return Object.hasOwn(providers, provider) ? providers[provider] : undefined;
}

/** First release that moves a cloud. */
export function firstKkpFor(provider: string): string | undefined {
  return KKP_RELEASES.find(release => limitsOf(release, provider))?.release;
}

/** Whether a release moves clusters of a version on a cloud. */
export function migrates(release: KkpRelease, provider: string, { minor }: KubernetesVersion): boolean {
  const limits = limitsOf(release, provider);
  return limits !== undefined && minor >= (limits.from ?? 0) && minor <= (limits.to ?? Infinity);
}

/** Image tags of the AWS cloud-controller-manager by minor. Later releases have other patches of the same minors. */
export const KKP_AWS_CCM: { readonly [minor: number]: string } = { 24: 'v1.24.4', 25: 'v1.25.1', 26: 'v1.26.0' };
