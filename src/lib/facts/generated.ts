import { inForce } from './in-force';
import { ReleaseRange } from './read-releases';
import { Component, ControllerManager } from '../kubernetes/component';

/** Releases that were read, per minor, oldest first. What is not here is unread, and no row says anything about it. */
export interface ReadOfKubernetes {
  readonly read: { readonly [minor: string]: readonly string[] };
}

/** Rows of `npm run facts`: what was read in the released sources, per range of minors. */
export interface FlagTable extends ReadOfKubernetes {
  readonly rows: readonly FlagRow[];
}

/** One flag in a range of releases, as pflag has it. */
export interface FlagFact {
  /** Its name on the command line, with dashes. */
  readonly flag: string;
  /** `Type()` of its value: `bool`, `string`, `stringSlice`, `int32`, `duration`, `mapStringBool`, ... */
  readonly type: string;
  /** One letter. */
  readonly shorthand?: string;
  /** As `--help` prints it; none: the reader could not evaluate it, so it is unknown. */
  readonly default?: string;
  /** The value of the flag where it stands alone; none: it takes the next argument. */
  readonly noOptDefault?: string;
  /** What the component says when the flag is used. */
  readonly deprecated?: string;
  /** Whether `--help` leaves it out. */
  readonly hidden?: boolean;
  readonly source: string;
}

export interface FlagRow extends FlagFact, ReleaseRange {}

/** A generated table, by its path below `generated`. Loaded at first use: importing the library must not pay for it. */
function table<T>(path: string): T {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  return require(`./generated/${path}.json`) as T;
}

/** The properties of interfaces of options and of Kubernetes' types in them, by the name of the interface: the one of their value, if it has any. */
export function optionNames(): { readonly [type: string]: { readonly [property: string]: string } } {
  return table('option-names');
}

/** The flags of a component. */
export function generatedFlags(component: Component): FlagTable {
  return table<FlagTable>(`flags/${component}`);
}

/** A tag of kubernetes/cloud-provider-aws. */
export interface AwsCcmReleaseRow {
  readonly tag: string;
  readonly date: string;
  /** Version of k8s.io/cloud-provider in its go.mod. */
  readonly cloudProvider: string;
  /** Whether its image was promoted; none: the list of images is older than the tag. */
  readonly promoted?: boolean;
  /** Digest of the image, where it was read. */
  readonly digest?: string;
  readonly source: string;
}

/** A fact that the tags of a range have. */
export interface TagRange {
  readonly from: string;
  readonly to: string;
  readonly source: string;
}

/** What the code of the AWS cloud-controller-manager says, per range of tags. */
export interface AwsCcmTables {
  /** All tags that were read, oldest first: ranges are ranges of this list. */
  readonly tags: readonly string[];
  /** Operations of AWS that the provider calls. */
  readonly calls: readonly (TagRange & { readonly call: string })[];
  /** Keys of section [Global], with the Go type of the field. */
  readonly cloudConfigKeys: readonly (TagRange & { readonly key: string; readonly type: string })[];
  /** Flags of the tagging controller, with their types as pflag calls them. */
  readonly taggingFlags: readonly (TagRange & { readonly flag: string; readonly type: string })[];
  /** Environment variables that it reads, or a module that it links; a family of names ends with `*`. */
  readonly environment: readonly (TagRange & { readonly variable: string })[];
  /** Hosts that ecr-credential-provider takes. */
  readonly ecr: readonly (TagRange & { readonly pattern: string; readonly publicHosts: readonly string[] })[];
}

/** Tags of kubernetes/cloud-provider-aws, oldest first. */
export interface AwsCcmReleaseTable {
  /** When was looked up last what is out, `2026-11-30`. */
  readonly day: string;
  readonly rows: readonly AwsCcmReleaseRow[];
}

/** Of this package, whatever feed there is. */
export function ownAwsCcmReleases(): AwsCcmReleaseTable {
  return table<AwsCcmReleaseTable>('aws-ccm-releases');
}

export function generatedAwsCcmReleases(): AwsCcmReleaseTable {
  return inForce(ownAwsCcmReleases());
}

/** Of this package, whatever feed there is. */
export function ownAwsCcm(): AwsCcmTables {
  return table<AwsCcmTables>('aws-ccm');
}

export function generatedAwsCcm(): AwsCcmTables {
  return inForce(ownAwsCcm());
}

/** A feature gate that comes with the EBS CSI driver: for which components, and which minors of Kubernetes; open ends are those of the release. */
export interface KopsGate {
  readonly name: string;
  readonly components: readonly ('kcm' | 'apiServer' | 'kubelet')[];
  readonly from?: number;
  readonly to?: number;
}

/** Minors of Kubernetes, as numbers: 23 is 1.23. */
export interface MinorRange {
  readonly from: number;
  readonly to: number;
}

/** What a release of kops does with a Cluster on AWS, by its own code. */
export interface KopsBehaviour {
  /** Minors of Kubernetes that it supports: the newest is its own. */
  readonly kubernetes: MinorRange;
  /** First minor that gets an external cloud controller without being told; undefined: none. */
  readonly externalFrom?: number;
  /** Minors of which kube-controller-manager, while it is in-tree, gets `enableLeaderMigration: true` without being told. */
  readonly kcmLeaderMigration?: MinorRange;
  /** Minors of which the cloud-controller-manager gets it. */
  readonly ccmLeaderMigration?: MinorRange;
  /** Minors with the addon `leader-migration.rbac.addons.k8s.io`, whether or not Leader Migration is on. */
  readonly leaseRole?: MinorRange;
  /** Whether the cloud-controller-manager is told to elect a leader; older releases print a list of flags by hand, without these. */
  readonly ccmLeaderElection?: boolean;
  /** What the cloud-controller-manager gets as `--cluster-cidr`; undefined: no such flag. */
  readonly ccmClusterCidr?: 'nonMasqueradeCIDR' | 'podCIDR';
  /** What becomes of an IPv6 cluster without a CIDR of pods: `refused`, or one is `assigned` for kube-controller-manager; undefined: it has none. */
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
  /** Registry of images; undefined: it has none of its own. */
  readonly registry?: string;
  /** What `--instance-group-roles` calls the control plane. */
  readonly masterRole: 'master' | 'control-plane';
}

/** What a minor of kops does from a patch on. */
export interface KopsBehaviourRow extends KopsBehaviour {
  /** `1.24` */
  readonly release: string;
  readonly from: number;
  readonly source: string;
}

/** Image tags of the cloud-controller-manager by minor of Kubernetes, from a patch on. */
export interface KopsImagesRow {
  readonly release: string;
  readonly from: number;
  readonly images: { readonly [minor: number]: string };
}

/** A field of v1alpha2 that not every release has. */
export interface KopsFieldRow {
  /** Below `spec`. */
  readonly section: string;
  readonly field: string;
  /** The first release of each minor that got it, as `hasSince` takes them. */
  readonly since: readonly string[];
  readonly source: string;
}

/** A release of kops that was read, with a hash of the functions that were evaluated: those of a release never change. */
export interface KopsTag {
  readonly tag: string;
  readonly texts: string;
}

export interface KopsTable {
  /** Oldest first. */
  readonly tags: readonly KopsTag[];
  readonly behaviours: readonly KopsBehaviourRow[];
  readonly images: readonly KopsImagesRow[];
  readonly fields: readonly KopsFieldRow[];
}

export function generatedKops(): KopsTable {
  return table<KopsTable>('kops');
}

/** A key of the cloud config that the AWS provider inside kube-controller-manager reads. */
export interface InTreeAwsKeyRow extends ReleaseRange {
  readonly key: string;
  readonly type: string;
  readonly source: string;
}

export function generatedInTreeAwsKeys(): readonly InTreeAwsKeyRow[] {
  return table<{ cloudConfigKeys: InTreeAwsKeyRow[] }>('in-tree-aws').cloudConfigKeys;
}

/** A cloud that kube-controller-manager and kubelet link. */
export interface InTreeCloudRow extends ReleaseRange {
  readonly cloud: string;
  readonly source: string;
}

export function generatedInTreeClouds(): ReadOfKubernetes & { readonly rows: readonly InTreeCloudRow[] } {
  return table<ReadOfKubernetes & { rows: InTreeCloudRow[] }>('in-tree-clouds');
}

/** A controller as a controller manager registers it. */
export interface ControllerRow extends ReleaseRange {
  readonly component: ControllerManager;
  /** The map key: the one name that Leader Migration compares. */
  readonly key: string;
  /** Other names that `--controllers` takes. */
  readonly aliases?: readonly string[];
  /** Whether `*` leaves it out. */
  readonly offByDefault?: boolean;
  /** Whether it needs a cloud provider. */
  readonly cloud?: boolean;
  /** Registered by upstream's sample of a cloud-controller-manager, not by its library: each provider decides. */
  readonly sample?: boolean;
  /** Feature gates without which it does not start, or is not registered. */
  readonly gates?: readonly string[];
  readonly source: string;
}

export function generatedControllers(): ReadOfKubernetes & { readonly rows: readonly ControllerRow[] } {
  return table<ReadOfKubernetes & { rows: ControllerRow[] }>('controllers');
}

/** A rule of a Role or ClusterRole. */
export interface BootstrapRule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly verbs: readonly string[];
}

/** An object that a kube-apiserver makes at start. */
export interface BootstrapRow extends ReleaseRange {
  readonly kind: 'ClusterRole' | 'ClusterRoleBinding' | 'Role' | 'RoleBinding';
  readonly namespace?: string;
  readonly name: string;
  readonly rules?: readonly BootstrapRule[];
  readonly subjects?: readonly { readonly kind: 'User' | 'ServiceAccount'; readonly name: string; readonly namespace?: string }[];
  readonly source: string;
}

export function generatedBootstrap(): ReadOfKubernetes & { readonly rows: readonly BootstrapRow[] } {
  return table<ReadOfKubernetes & { rows: BootstrapRow[] }>('bootstrap-rbac');
}

/** A version of an installer's API. */
interface InstallerApi {
  /** `v1beta4` */
  readonly api: string;
  /** How it writes extra arguments: `name: value`, or items with `name` and `value`. */
  readonly form: 'map' | 'list';
  readonly source: string;
}

/** A version of kubeadm's API that a kubeadm registers. */
export interface KubeadmApiRow extends ReleaseRange, InstallerApi {
  /** Whether `kubeadm init` refuses it. */
  readonly experimental?: boolean;
}

/** The oldest minor of a control plane that a kubeadm deploys. */
export interface OldestControlPlaneRow extends ReleaseRange {
  readonly oldest: string;
  readonly source: string;
}

export interface KubeadmTables extends ReadOfKubernetes {
  readonly apis: readonly KubeadmApiRow[];
  readonly oldestControlPlane: readonly OldestControlPlaneRow[];
}

export function generatedKubeadm(): KubeadmTables {
  return table<KubeadmTables>('kubeadm');
}

export interface ClusterApiTables {
  /** Tags that were read, oldest first. */
  readonly read: readonly string[];
  /** Minors of Cluster API, and minors of workload clusters that they support. */
  readonly releases: readonly (ReleaseRange & { readonly release: string; readonly source: string })[];
  /** Versions of its API, and the first minor that was read with them. */
  readonly apis: readonly (InstallerApi & { readonly since: string })[];
}

export function generatedClusterApi(): ClusterApiTables {
  return table<ClusterApiTables>('cluster-api');
}

/** The newest patch release of a minor, and whether no more will come. */
export interface KubernetesReleaseRow {
  readonly minor: string;
  readonly newest: string;
  readonly ended: boolean;
  /** Releases that are out and could not be read, oldest first: no other table says anything about them. */
  readonly unread: readonly string[];
  readonly source: string;
}

export function generatedKubernetesReleases(): readonly KubernetesReleaseRow[] {
  return table<{ rows: KubernetesReleaseRow[] }>('kubernetes-releases').rows;
}

/** A type of API objects: its fields, and how Go decodes each: `string`, `[]string`, `map[]quantity`, `#Container` for another type. */
export interface ObjectTypeRow extends ReleaseRange {
  readonly name: string;
  readonly fields: { readonly [field: string]: string };
  readonly source: string;
}

export function generatedObjectTypes(): ReadOfKubernetes & { readonly rows: readonly ObjectTypeRow[] } {
  return table<ReadOfKubernetes & { rows: ObjectTypeRow[] }>('object-types');
}

/** Fields of a type of the kubelet's configuration that some releases have alike. */
export interface ConfigurationFieldsRow extends ObjectTypeRow {
  /** Of fields that have one, as a file has it. */
  readonly defaults?: { readonly [field: string]: string };
}

export function generatedKubeletConfiguration(): ReadOfKubernetes & { readonly rows: readonly ConfigurationFieldsRow[] } {
  return table<ReadOfKubernetes & { rows: ConfigurationFieldsRow[] }>('kubelet-configuration');
}

/** A type of a file that components or kubeadm read, by the package of its version. */
export interface FileTypeRow extends ObjectTypeRow {
  readonly package: string;
}

export function generatedFileTypes(): ReadOfKubernetes & { readonly rows: readonly FileTypeRow[] } {
  return table<ReadOfKubernetes & { rows: FileTypeRow[] }>('file-types');
}

export interface AdmissionPluginRow extends ReleaseRange {
  /** As flags name it. */
  readonly plugin: string;
  readonly source: string;
}

export function generatedAdmissionPlugins(): ReadOfKubernetes & { readonly rows: readonly AdmissionPluginRow[] } {
  return table<ReadOfKubernetes & { rows: AdmissionPluginRow[] }>('admission-plugins');
}

/** What releases of etcd's server have, by the versions of its modules: its flags, and the keys of its configuration file. */
export interface EtcdTable {
  readonly read: readonly string[];
  /** `type` as in the name of the function that registers it: `string`, `uint`, `value`; `ignored`: it is taken, and nothing reads it. */
  readonly flags: readonly (ReleaseRange & { readonly flag: string; readonly type: string; readonly default?: string; readonly source: string })[];
  /** Of keys inside another one both, with a dot. */
  readonly keys: readonly (ReleaseRange & { readonly key: string; readonly source: string })[];
}

export function generatedEtcd(): EtcdTable {
  return table<EtcdTable>('etcd');
}

/** A feature gate as one package registers it. */
export interface FeatureGateRow extends ReleaseRange {
  readonly gate: string;
  readonly package: string;
  readonly stage: 'Alpha' | 'Beta' | 'GA' | 'Deprecated';
  readonly default: boolean;
  readonly locked?: boolean;
  readonly source: string;
}

/** The components that take the feature gates of a package. */
export interface GatePackageRow extends ReleaseRange {
  readonly package: string;
  readonly components: readonly Component[];
  /** Whether its gates were not read: nothing follows from the absence of a gate in these components. */
  readonly unread?: boolean;
  readonly source: string;
}

export interface FeatureGateTable extends ReadOfKubernetes {
  readonly packages: readonly GatePackageRow[];
  readonly rows: readonly FeatureGateRow[];
}

export function generatedFeatureGates(): FeatureGateTable {
  return table<FeatureGateTable>('feature-gates');
}
