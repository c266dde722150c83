import { ipv6NodeMask, isIpv6Only, podCidr } from './networking';
import { Data, isMap, mapOf } from '../../edit/yaml/data';
import { KopsGate } from '../../facts/generated';
import { isIn, KopsRelease } from '../../facts/kops';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';

/** Flags by name, as kops passes them. */
export type KopsFlags = Readonly<Record<string, string>>;

/** What kops makes of the part of a Cluster that the migration is about. */
export interface KopsComponents {
  readonly kcm: KopsFlags;
  /** Undefined: no cloud-controller-manager is applied. */
  readonly ccm?: KopsFlags;
  readonly apiServer: KopsFlags;
  readonly kubelet: KopsFlags;
  /** Kubelet of control-plane nodes. */
  readonly masterKubelet: KopsFlags;
}

type Spec = { readonly [key: string]: Data };

/**
 * Fields of `kubeControllerManager` and `cloudControllerManager` that become flags. k8s.io/kops@v1.24.1 pkg/apis/kops/v1alpha2/componentconfig.go.
 */
const FLAG_FIELDS: readonly (readonly [string, string])[] = [
  ['master', 'master'],
  ['cloudProvider', 'cloud-provider'],
  ['clusterName', 'cluster-name'],
  ['clusterCIDR', 'cluster-cidr'],
  ['allocateNodeCIDRs', 'allocate-node-cidrs'],
  ['nodeCIDRMaskSize', 'node-cidr-mask-size'],
  ['configureCloudRoutes', 'configure-cloud-routes'],
  ['cidrAllocatorType', 'cidr-allocator-type'],
  ['useServiceAccountCredentials', 'use-service-account-credentials'],
  ['enableLeaderMigration', 'enable-leader-migration'],
  ['externalCloudVolumePlugin', 'external-cloud-volume-plugin'],
];

/** The same of `leaderElection`. */
const ELECTION_FIELDS: readonly (readonly [string, string])[] = [
  ['leaderElect', 'leader-elect'],
  ['leaderElectLeaseDuration', 'leader-elect-lease-duration'],
  ['leaderElectRenewDeadlineDuration', 'leader-elect-renew-deadline'],
  ['leaderElectResourceLock', 'leader-elect-resource-lock'],
  ['leaderElectResourceName', 'leader-elect-resource-name'],
  ['leaderElectResourceNamespace', 'leader-elect-resource-namespace'],
  ['leaderElectRetryPeriod', 'leader-elect-retry-period'],
];

/**
 * The flags of a Cluster's components with a release of kops: its defaults, and over them what the user set, as kops lays them
 * (k8s.io/kops@v1.24.1 upup/pkg/fi/loader/options_loader.go:43-66: the user's value always wins).
 *
 * @param clusterName name of the Cluster
 */
export function componentFlags(clusterName: string, spec: Spec, release: KopsRelease, version: KubernetesVersion): KopsComponents {
  const external = isExternal(spec, release, version);
  const provider = external ? 'external' : 'aws';
  const routes = String(configuresCloudRoutes(spec));
  const kcm = mapOf(spec.kubeControllerManager);
  const gates = csiGates(spec, release, version);
  return {
    kcm: {
      'cloud-provider': provider,
      'cluster-name': clusterName,
      ...allocation(spec, 'kcm', release, podCidr(spec, release)),
      ...nodeMask(text(kcm.clusterCIDR) ?? podCidr(spec, release)),
      'configure-cloud-routes': routes,
      'leader-elect': 'true',
      'use-service-account-credentials': 'true',
      ...controllersOf(spec, release),
      ...!external && isIn(release.kcmLeaderMigration, version) ? { 'enable-leader-migration': 'true' } : {},
      ...flagsOf(kcm),
      ...featureGates(gates('kcm'), kcm),
      'cloud-config': release.inTreeCloudConfig,
    },
    ccm: external ? ccmFlags(clusterName, spec, release, version, routes) : undefined,
    apiServer: {
      'cloud-provider': text(mapOf(spec.kubeAPIServer).cloudProvider) ?? provider,
      ...featureGates(gates('apiServer'), mapOf(spec.kubeAPIServer)),
    },
    kubelet: { 'cloud-provider': text(mapOf(spec.kubelet).cloudProvider) ?? provider, ...featureGates(gates('kubelet'), mapOf(spec.kubelet)) },
    masterKubelet: {
      'cloud-provider': text(mapOf(spec.masterKubelet).cloudProvider) ?? text(mapOf(spec.kubelet).cloudProvider) ?? provider,
      ...featureGates(gates('kubelet'), { featureGates: { ...gatesIn(spec.kubelet), ...gatesIn(spec.masterKubelet) } }),
    },
  };
}

/** Presence of `cloudControllerManager`, also `{}`, makes every component external; so does a version from which on kops does it by itself. */
export function isExternal(spec: Spec, { externalFrom }: KopsRelease, { minor }: KubernetesVersion): boolean {
  return isMap(spec.cloudControllerManager) || (externalFrom !== undefined && minor >= externalFrom);
}

/** Whether kops lets kube-controller-manager, and the cloud-controller-manager after it, make a route per node: kubenet, or no networking. */
export function configuresCloudRoutes({ networking }: Spec): boolean {
  return !isMap(networking) || Object.keys(networking).length === 0 || 'kubenet' in networking;
}

/** Whether the EBS CSI driver is installed, and the gates for it are on. */
export function hasCsi(spec: Spec, { csiFrom }: KopsRelease, { minor }: KubernetesVersion): boolean {
  const { enabled } = mapOf(mapOf(spec.cloudConfig).awsEBSCSIDriver);
  // A mapping without `enabled` is a value of the user, too: kops fills it in only where the whole is missing.
  if (isMap(mapOf(spec.cloudConfig).awsEBSCSIDriver)) return enabled === true;
  return csiFrom !== undefined && minor >= csiFrom;
}

function ccmFlags(clusterName: string, spec: Spec, release: KopsRelease, version: KubernetesVersion, routes: string): KopsFlags {
  const given = mapOf(spec.cloudControllerManager);
  const cidr = release.ccmClusterCidr === 'podCIDR' ? podCidr(spec, release) : text(spec.nonMasqueradeCIDR);
  // From 1.22 on there is an options builder, and the file is mounted.
  const hasBuilder = release.ccmClusterCidr !== undefined;
  const isBuilt = hasBuilder && (!release.ccmNeedsProvider || given.cloudProvider === 'aws');
  const election = release.ccmLeaderElection === true;
  return {
    'cloud-provider': 'aws',
    'use-service-account-credentials': 'true',
    ...hasBuilder ? { 'cloud-config': '/etc/kubernetes/cloud.config' } : {},
    ...!isBuilt ? {} : {
      'cluster-name': clusterName,
      ...allocation(spec, 'ccm', release, cidr),
      'configure-cloud-routes': routes,
    },
    ...election ? { 'leader-elect': 'true' } : {},
    ...isIn(release.ccmLeaderMigration, version) ? { 'enable-leader-migration': 'true' } : {},
    ...election ? flagsOf(given) : without(flagsOf(given), name => name.startsWith('leader-elect') || name === 'enable-leader-migration'),
  };
}

/**
 * Who gives nodes their CIDRs; a component that is told that kops-controller does gets no CIDR either. k8s.io/kops@v1.24.1
 * pkg/model/components/kubecontrollermanager.go:128-132; @v1.28.0 awscloudcontrollermanager.go:58-62.
 */
function allocation(spec: Spec, component: 'kcm' | 'ccm', { kopsControllerIpam = [] }: KopsRelease, cidr: string | undefined): KopsFlags {
  const byKops = isIpv6Only(spec) && kopsControllerIpam.includes(component);
  return { 'allocate-node-cidrs': String(!byKops), ...byKops || cidr === undefined ? {} : { 'cluster-cidr': cidr } };
}

function nodeMask(clusterCidr: string | undefined): KopsFlags {
  const mask = ipv6NodeMask(clusterCidr);
  return mask === undefined ? {} : { 'node-cidr-mask-size': mask };
}

/**
 * What kops has kube-controller-manager run beside the defaults, and not: k8s.io/kops@v1.24.1 pkg/model/components/kubecontrollermanager.go:167-181.
 */
function controllersOf(spec: Spec, { kopsControllerIpam = [], tokenCleaner }: KopsRelease): KopsFlags {
  const changes = [
    ...tokenCleaner && mapOf(spec.kubeAPIServer).enableBootstrapTokenAuth === true ? ['tokencleaner'] : [],
    ...isIpv6Only(spec) && kopsControllerIpam.includes('kcm') ? ['-nodeipam'] : [],
  ];
  return changes.length === 0 ? {} : { controllers: ['*', ...changes].join(',') };
}

function flagsOf(config: Spec): KopsFlags {
  const election = mapOf(config.leaderElection);
  const pairs = [
    ...FLAG_FIELDS.map(([field, flag]) => [flag, text(config[field])] as const),
    ...ELECTION_FIELDS.map(([field, flag]) => [flag, text(election[field])] as const),
    ['controllers', Array.isArray(config.controllers) && config.controllers.length > 0 ? config.controllers.join(',') : undefined] as const,
  ];
  return Object.fromEntries(pairs.filter((pair): pair is [string, string] => pair[1] !== undefined));
}

/** The gates that come with the EBS CSI driver for a component. */
type GatesOf = (component: KopsGate['components'][number]) => Record<string, string>;

function csiGates(spec: Spec, release: KopsRelease, version: KubernetesVersion): GatesOf {
  const all = hasCsi(spec, release, version) ? release.csiGates : [];
  return component => Object.fromEntries(
    all.filter(({ components, from = 0, to = Infinity }) => components.includes(component) && isIn({ from, to }, version))
      .map(({ name }) => [name, 'true']),
  );
}

function gatesIn(config: Data | undefined): Spec {
  return mapOf(mapOf(config).featureGates);
}

function featureGates(gates: Readonly<Record<string, string>>, config: Spec): KopsFlags {
  const all = Object.entries({ ...gates, ...mapOf(config.featureGates) }).sort(([a], [b]) => (a < b ? -1 : 1));
  return all.length === 0 ? {} : { 'feature-gates': all.map(([name, value]) => `${name}=${String(value)}`).join(',') };
}

/** An empty value is no override: JSON merge cannot unset. */
function text(value: Data | undefined): string | undefined {
  return value === undefined || value === null || value === '' || typeof value === 'object' ? undefined : String(value);
}

function without(flags: KopsFlags, drop: (name: string) => boolean): KopsFlags {
  return Object.fromEntries(Object.entries(flags).filter(([name]) => !drop(name)));
}
