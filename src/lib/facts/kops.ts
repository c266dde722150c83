import { partsOf } from './since';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/** A feature gate that comes with the EBS CSI driver: for which components, and which minors of Kubernetes; open ends are those of the release. */
export interface KopsGate {
  readonly name: string;
  readonly components: readonly ('kcm' | 'apiServer' | 'kubelet')[];
  readonly from?: number;
  readonly to?: number;
}

/** What a patch of kops changes. */
export interface KopsPatch {
  /** First patch that does so. */
  readonly from: number;
  readonly is: Partial<Pick<KopsRelease, 'ccmClusterCidr' | 'kopsControllerIpam' | 'csiGates'>>;
  readonly source: string;
}

/** What a minor of kops does with a Cluster on AWS. Kubernetes minors are numbers: 23 is 1.23. */
export interface KopsRelease {
  /** `1.24` */
  readonly release: string;
  /** The patch that was asked for; undefined: any of the minor. */
  readonly patch?: number;
  /** Minors of Kubernetes that it supports: the newest is its own. */
  readonly kubernetes: { readonly from: number; readonly to: number };
  /** First minor that gets an external cloud controller without being told; undefined: none. */
  readonly externalFrom?: number;
  /** Minors of which kube-controller-manager, while it is in-tree, gets `enableLeaderMigration: true` without being told. */
  readonly kcmLeaderMigration?: { readonly from: number; readonly to: number };
  /** Minors of which the cloud-controller-manager gets it. */
  readonly ccmLeaderMigration?: { readonly from: number; readonly to: number };
  /** Minors with the addon `leader-migration.rbac.addons.k8s.io`, whether or not Leader Migration is on. */
  readonly leaseRole?: { readonly from: number; readonly to: number };
  /** What the cloud-controller-manager gets as `--cluster-cidr`; undefined: no such flag. */
  readonly ccmClusterCidr?: 'nonMasqueradeCIDR' | 'podCIDR';
  /**
   * What becomes of an IPv6 cluster without a CIDR of pods: `refused`, or one is `assigned` for kube-controller-manager; undefined: it has none.
   * k8s.io/kops@v1.21.0 and v1.22.6 upup/pkg/fi/cloudup/populate_cluster_spec.go, assignSubnets.
   */
  readonly ipv6PodCidr?: 'refused' | 'assigned';
  /**
   * Components that are told not to allocate CIDRs in an IPv6 cluster, where kops-controller gives each node the prefix of its network interface;
   * undefined: none.
   */
  readonly kopsControllerIpam?: readonly ('kcm' | 'ccm')[];
  /** Whether `kubeAPIServer.enableBootstrapTokenAuth` turns the controller `tokencleaner` on. */
  readonly tokenCleaner: boolean;
  /** Whether the cloud-controller-manager gets defaults only where the user names its cloud: `cloudControllerManager.cloudProvider: aws`. */
  readonly ccmNeedsProvider?: boolean;
  /** First minor with the EBS CSI driver by default. */
  readonly csiFrom?: number;
  /** Gates that it turns on where the driver is. */
  readonly csiGates: readonly KopsGate[];
  /** First minor of which an external cloud controller makes node names instance ids; undefined: names stay private DNS names. */
  readonly instanceIdFrom?: number;
  /** Which nodes the cloud-controller-manager selects. */
  readonly ccmPlacement: 'master' | 'control-plane-or-master';
  /** Where static pods find the cloud config. */
  readonly inTreeCloudConfig: string;
  /** Registry of images. */
  readonly registry: string;
  /**
   * Image tags of the cloud-controller-manager by minor, from each patch on that changes them: pkg/model/components/awscloudcontrollermanager.go of
   * every tag.
   */
  readonly ccmImages: readonly { readonly from: number; readonly images: { readonly [minor: number]: string } }[];
  /** What `--instance-group-roles` calls the control plane. */
  readonly masterRole: 'master' | 'control-plane';
  /**
   * What is otherwise from a patch on. The builders of options were compared from each tag of a minor to the next: pkg/model/components/
   * {awscloudcontrollermanager,kubecontrollermanager,awsebscsidriver,apiserver,kubelet}.go; but for images and what is on another cloud, nothing else
   * changed.
   */
  readonly patches?: readonly KopsPatch[];
  /** The release in which all of it was read, and the last one of the minor to which its builders were. */
  readonly readAt: readonly [string, string];
  readonly source: string;
}

const IN_TREE_CONFIG = '/etc/kubernetes/in-tree-cloud.config';
const NEW = 'registry.k8s.io';

const ALL = ['kcm', 'apiServer', 'kubelet'] as const;
/** What takes the volumes from the in-tree plugin: pkg/model/components/{apiserver,kubecontrollermanager,kubelet}.go of each release below. */
const withoutPlugin = (components: KopsGate['components']): readonly KopsGate[] => [
  { name: 'CSIMigrationAWSComplete', components, to: 20 },
  { name: 'InTreePluginAWSUnregister', components, from: 21 },
];
/** As they were first: those that end the in-tree plugin for kubelets alone. */
const CSI_GATES_OF_KUBELETS: readonly KopsGate[] = [{ name: 'CSIMigrationAWS', components: ['kcm', 'kubelet'] }, ...withoutPlugin(['kubelet'])];
const CSI_GATES: readonly KopsGate[] = [{ name: 'CSIMigrationAWS', components: ALL }, ...withoutPlugin(ALL)];

/** What 1.23 to 1.28, the releases that migrate, share. */
const WINDOW = {
  externalFrom: 24,
  kcmLeaderMigration: { from: 23, to: 23 },
  ccmLeaderMigration: { from: 24, to: 24 },
  leaseRole: { from: 23, to: 25 },
  ccmClusterCidr: 'nonMasqueradeCIDR',
  kopsControllerIpam: ['kcm'],
  tokenCleaner: true,
  csiFrom: 22,
  csiGates: CSI_GATES,
  instanceIdFrom: 22,
  ccmPlacement: 'control-plane-or-master',
  inTreeCloudConfig: IN_TREE_CONFIG,
  registry: NEW,
  masterRole: 'master',
} as const;

/** `CSIMigrationAWS` is written below 1.27 only, and no Kubernetes older than 1.21 runs. */
const CSI_GATES_SINCE_1_27: readonly KopsGate[] = [
  { name: 'CSIMigrationAWS', components: ALL, to: 26 }, { name: 'InTreePluginAWSUnregister', components: ALL },
];

/** What changes with 1.27 and stays; with 1.28; with 1.29. */
const SINCE_1_27 = { ...WINDOW, masterRole: 'control-plane', csiGates: CSI_GATES_SINCE_1_27 } as const;
const SINCE_1_28 = { ...SINCE_1_27, ccmClusterCidr: 'podCIDR', kopsControllerIpam: ['kcm', 'ccm'], tokenCleaner: false } as const;
const SINCE_1_29 = { ...SINCE_1_28, kcmLeaderMigration: undefined } as const;

const APPLY = 'upup/pkg/fi/cloudup/apply_cluster.go';
const BUILDERS = 'pkg/model/components/{kubecontrollermanager,awscloudcontrollermanager,awsebscsidriver}.go, '
  + 'upup/pkg/fi/cloudup/bootstrapchannelbuilder/bootstrapchannelbuilder.go, pkg/apis/nodeup/config.go';
const readIn = (tag: string): string => `k8s.io/kops@${tag} ${APPLY}, ${BUILDERS}`;

/** Oldest first. */
export const KOPS_RELEASES: readonly KopsRelease[] = [
  {
    release: '1.21',
    kubernetes: { from: 15, to: 21 },
    ipv6PodCidr: 'refused',
    tokenCleaner: true,
    csiGates: CSI_GATES_OF_KUBELETS,
    ccmPlacement: 'master',
    inTreeCloudConfig: '/etc/kubernetes/cloud.config',
    registry: 'k8s.gcr.io',
    masterRole: 'master',
    ccmImages: [],
    patches: [{
      from: 5, is: { csiGates: CSI_GATES }, source: 'k8s.io/kops@v1.21.5 pkg/model/components/{apiserver,kubecontrollermanager}.go; not in v1.21.4',
    }],
    readAt: ['v1.21.0', 'v1.21.5'],
    source: `${readIn('v1.21.0')}; no options builder for the cloud-controller-manager, and KOPS_FEATURE_FLAGS=EnableExternalCloudController is `
      + 'needed for it',
  },
  {
    release: '1.22',
    kubernetes: { from: 17, to: 22 },
    ipv6PodCidr: 'assigned',
    tokenCleaner: true,
    ccmClusterCidr: 'nonMasqueradeCIDR',
    ccmNeedsProvider: true,
    csiFrom: 22,
    csiGates: CSI_GATES_OF_KUBELETS,
    patches: [{
      from: 4, is: { csiGates: CSI_GATES }, source: 'k8s.io/kops@v1.22.4 pkg/model/components/{apiserver,kubecontrollermanager}.go; not in v1.22.3',
    }],
    ccmPlacement: 'master',
    inTreeCloudConfig: IN_TREE_CONFIG,
    registry: 'k8s.gcr.io',
    masterRole: 'master',
    ccmImages: [
      { from: 0, images: { 20: 'v1.20.0-alpha.0', 21: 'v1.21.0-alpha.0', 22: 'v1.22.0-alpha.0' } },
      { from: 4, images: { 20: 'v1.20.0-alpha.0', 21: 'v1.21.0-alpha.0', 22: 'v1.22.0-alpha.1' } },
      { from: 5, images: { 20: 'v1.20.0-alpha.0', 21: 'v1.21.0-alpha.0', 22: 'v1.22.0' } },
    ],
    readAt: ['v1.22.6', 'v1.22.6'],
    source: `${readIn('v1.22.6')}; awscloudcontrollermanager.go:40 for the cloud that has to be named`,
  },
  {
    ...WINDOW,
    release: '1.23',
    kubernetes: { from: 18, to: 23 },
    ccmPlacement: 'master',
    registry: 'k8s.gcr.io',
    ccmImages: [
      { from: 0, images: { 20: 'v1.20.0-alpha.0', 21: 'v1.21.0-alpha.0', 22: 'v1.22.0-alpha.1', 23: 'v1.23.0-alpha.0' } },
      { from: 1, images: { 20: 'v1.20.0-alpha.0', 21: 'v1.21.0-alpha.0', 22: 'v1.22.0', 23: 'v1.23.0-alpha.0' } },
      { from: 3, images: { 20: 'v1.20.1', 21: 'v1.21.0', 22: 'v1.22.2', 23: 'v1.23.0-alpha.0' } },
    ],
    readAt: ['v1.23.0', 'v1.23.4'],
    source: readIn('v1.23.0'),
  },
  {
    ...WINDOW,
    release: '1.24',
    kubernetes: { from: 19, to: 24 },
    ccmImages: [
      { from: 0, images: { 20: 'v1.20.1', 21: 'v1.21.0', 22: 'v1.22.2', 23: 'v1.23.1', 24: 'v1.24.0' } },
      { from: 2, images: { 20: 'v1.20.1', 21: 'v1.21.3', 22: 'v1.22.2', 23: 'v1.23.2', 24: 'v1.24.1' } },
    ],
    readAt: ['v1.24.1', 'v1.24.5'],
    source: readIn('v1.24.1'),
  },
  {
    ...WINDOW,
    release: '1.25',
    kubernetes: { from: 20, to: 25 },
    ccmImages: [
      { from: 0, images: { 20: 'v1.20.1', 21: 'v1.21.3', 22: 'v1.22.2', 23: 'v1.23.2', 24: 'v1.24.1', 25: 'v1.25.0' } },
      { from: 2, images: { 20: 'v1.20.1', 21: 'v1.21.3', 22: 'v1.22.2', 23: 'v1.23.2', 24: 'v1.24.1', 25: 'v1.25.1' } },
      { from: 4, images: { 20: 'v1.20.1', 21: 'v1.21.3', 22: 'v1.22.2', 23: 'v1.23.2', 24: 'v1.24.1', 25: 'v1.25.2' } },
    ],
    readAt: ['v1.25.4', 'v1.25.4'],
    source: readIn('v1.25.4'),
  },
  {
    ...WINDOW,
    release: '1.26',
    masterRole: 'control-plane',
    kubernetes: { from: 21, to: 26 },
    ccmImages: [
      { from: 0, images: { 21: 'v1.21.6', 22: 'v1.22.7', 23: 'v1.23.6', 24: 'v1.24.3', 25: 'v1.25.2', 26: 'v1.26.0' } },
    ],
    readAt: ['v1.26.0', 'v1.26.6'],
    source: readIn('v1.26.0'),
  },
  {
    ...SINCE_1_27,
    release: '1.27',
    kubernetes: { from: 22, to: 27 },
    ccmImages: [
      { from: 0, images: { 22: 'v1.22.7', 23: 'v1.23.6', 24: 'v1.24.3', 25: 'v1.25.3', 26: 'v1.26.0', 27: 'v1.26.0' } },
      { from: 1, images: { 22: 'v1.22.8', 23: 'v1.23.17', 24: 'v1.24.15', 25: 'v1.25.3', 26: 'v1.26.6', 27: 'v1.27.2' } },
    ],
    patches: [{
      from: 1,
      is: { ccmClusterCidr: 'podCIDR', kopsControllerIpam: ['kcm', 'ccm'] },
      source: 'k8s.io/kops@v1.27.1 pkg/model/components/awscloudcontrollermanager.go (kubernetes/kops e917d6de62); not in v1.27.0',
    }],
    readAt: ['v1.27.0', 'v1.27.3'],
    source: readIn('v1.27.0'),
  },
  {
    ...SINCE_1_28,
    release: '1.28',
    kubernetes: { from: 23, to: 28 },
    ccmImages: [
      { from: 0, images: { 23: 'v1.23.17', 24: 'v1.24.15', 25: 'v1.25.3', 26: 'v1.26.6', 27: 'v1.27.2', 28: 'v1.28.1' } },
      { from: 5, images: { 23: 'v1.23.20', 24: 'v1.24.19', 25: 'v1.25.15', 26: 'v1.26.11', 27: 'v1.27.6', 28: 'v1.28.5' } },
    ],
    readAt: ['v1.28.0', 'v1.28.7'],
    source: readIn('v1.28.0'),
  },
  {
    ...SINCE_1_29,
    release: '1.29',
    kubernetes: { from: 24, to: 29 },
    ccmImages: [
      { from: 0, images: { 24: 'v1.24.19', 25: 'v1.25.15', 26: 'v1.26.11', 27: 'v1.27.6', 28: 'v1.28.5', 29: 'v1.29.2' } },
    ],
    readAt: ['v1.29.0', 'v1.29.2'],
    source: readIn('v1.29.0'),
  },
  {
    ...SINCE_1_29,
    release: '1.30',
    kubernetes: { from: 25, to: 30 },
    ccmImages: [
      { from: 0, images: { 25: 'v1.25.15', 26: 'v1.26.11', 27: 'v1.27.6', 28: 'v1.28.5', 29: 'v1.29.2', 30: 'v1.30.0' } },
    ],
    readAt: ['v1.30.0', 'v1.30.4'],
    source: readIn('v1.30.0'),
  },
];

/** A field of a Cluster: its path below `spec`, and the first release that has it, with its patch where the minor did not begin with it. */
export interface KopsField {
  readonly path: readonly string[];
  readonly since: string;
  readonly source: string;
}

/** Those that came after kops 1.21. */
export const KOPS_FIELDS: readonly KopsField[] = [
  {
    path: ['kubeControllerManager', 'enableLeaderMigration'],
    since: '1.23',
    source: 'k8s.io/kops@v1.23.0 pkg/apis/kops/v1alpha2/componentconfig.go:659; not in v1.22.6',
  },
  {
    path: ['cloudControllerManager', 'enableLeaderMigration'],
    since: '1.23',
    source: 'k8s.io/kops@v1.23.0 pkg/apis/kops/v1alpha2/componentconfig.go:688; not in v1.22.6',
  },
  {
    path: ['cloudControllerManager', 'controllers'],
    since: '1.24',
    source: 'k8s.io/kops@v1.24.1 pkg/apis/kops/v1alpha2/componentconfig.go; not in v1.23.0',
  },
  {
    path: ['cloudControllerManager', 'cpuRequest'],
    since: '1.24',
    source: 'k8s.io/kops@v1.24.1 pkg/apis/kops/v1alpha2/componentconfig.go; not in v1.23.0',
  },
  {
    path: ['cloudControllerManager', 'allowUntaggedCloud'],
    since: '1.25.2',
    source: 'k8s.io/kops@v1.25.2 pkg/apis/kops/v1alpha2/componentconfig.go:677; not in v1.25.0, and v1.25.1 cannot be had',
  },
  {
    path: ['cloudControllerManager', 'nodeStatusUpdateFrequency'],
    since: '1.26',
    source: 'k8s.io/kops@v1.26.0 pkg/apis/kops/v1alpha2/componentconfig.go; not in v1.25.4',
  },
  {
    path: ['cloudControllerManager', 'concurrentNodeSyncs'],
    since: '1.29',
    source: 'k8s.io/kops@v1.29.0 pkg/apis/kops/v1alpha2/componentconfig.go:738; not in v1.28.7',
  },
];

/**
 * The facts of a release.
 *
 * @param release `1.25`, `v1.25.4`
 * @throws if the table does not have it
 */
export function kopsRelease(release: string): KopsRelease {
  const { minor, patch } = partsOf(release);
  const found = KOPS_RELEASES.find(one => one.release === minor);
  if (!found) {
    throw new Error(`kopsRelease is '${release}', which is not in the table of kops releases; known: ${KOPS_RELEASES[0].release} to `
    + `${KOPS_RELEASES.at(-1)!.release}`);
  }
  const last = patch === undefined ? Infinity : Number(patch);
  const changes = found.patches?.filter(({ from }) => from <= last).map(({ is }) => is) ?? [];
  return Object.assign({ ...found }, ...changes, patch === undefined ? {} : { patch: last }) as KopsRelease;
}

/** Each release, as its first patch is, and as each patch is that changes something but images: without the number of a patch. */
export function kopsBehaviours(): readonly KopsRelease[] {
  return KOPS_RELEASES.flatMap(release => [
    release, ...(release.patches ?? []).map(({ from }) => ({ ...kopsRelease(`${release.release}.${from}`), patch: undefined })),
  ]);
}

/** Image tags of the cloud-controller-manager by minor; where the patch is not said, those of the last one. */
export function imagesOf({ ccmImages, patch = Infinity }: KopsRelease): { readonly [minor: number]: string } {
  return ccmImages.filter(({ from }) => from <= patch).at(-1)?.images ?? {};
}

/** Whether a release has a field; where the patch is not said, whether one of its minor does. */
export function hasField({ since }: KopsField, { release, patch }: KopsRelease): boolean {
  const [, minor, first = 0] = since.split('.').map(Number);
  const asked = kopsMinor(release);
  return asked > minor || (asked === minor && (patch === undefined || patch >= first));
}

/** Releases that run all of these versions: `1.24, 1.25`. */
export function kopsReleasesFor(...versions: readonly KubernetesVersion[]): string {
  return KOPS_RELEASES.filter(one => versions.every(version => runs(one, version))).map(({ release }) => release).join(', ') || 'none';
}

/** Whether a release supports clusters of a version. */
export function runs({ kubernetes }: KopsRelease, version: KubernetesVersion): boolean {
  return isIn(kubernetes, version);
}

export function isIn(range: { readonly from: number; readonly to: number } | undefined, { minor }: KubernetesVersion): boolean {
  return range !== undefined && minor >= range.from && minor <= range.to;
}

/** Numbers of minors of kops in order: `1.9` is before `1.10`. */
export function kopsMinor(release: string): number {
  return Number(release.slice(release.indexOf('.') + 1));
}
