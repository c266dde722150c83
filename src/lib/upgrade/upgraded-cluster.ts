import { AWS_CCM_RELEASES, servingAwsCcm } from '../facts/ccm-releases';
import { LoadBalancerService } from '../facts/service-refusals';
import { TOPOLOGY_TYPES_KEY } from '../facts/topology-types';
import { CCM } from '../kubernetes/component';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { modelProcess, ProcessInput } from '../model/process';
import { apiServers, ccms, flagOf, globalKeyOf, kcms, nameOf } from '../view/ask';
import { variablesOf, webIdentityWithoutRegion } from '../view/environment';
import { ComponentView, Model } from '../view/model';

/** A Service of the cluster, as messages name it: `shop/web`. */
export interface NamedService {
  readonly name: string;
  readonly service: LoadBalancerService;
}

/** What is known of the cluster whose cloud-controller-manager is upgraded. */
export interface UpgradedCluster {
  /** Undefined: they are not known. */
  readonly services?: readonly NamedService[];
  /** Versions of its API servers, each minor once; none: they are not known. */
  readonly apiServers: readonly KubernetesVersion[];
  /** Versions of its kube-controller-managers, each minor once: where no API server is known, they say what those may be. */
  readonly kcms: readonly KubernetesVersion[];
  /** Those of them whose version is not known, as messages name them, and whether it is only that no table has it. */
  readonly unknownVersions?: readonly { readonly name: string; readonly isBeyondTables: boolean }[];
  /** Its cloud-controller-managers with their command lines, as far as these are known. */
  readonly ccms?: readonly ProcessInput[];
  /** Where its cloud-controller-manager is pulled from: `registry.k8s.io/provider-aws/cloud-controller-manager`; none: it is not known. */
  readonly ccmRepositories?: readonly string[];
  /** Whether its cloud-controller-manager makes routes; undefined: it is not known. */
  readonly cloudRoutes?: boolean;
  /** Whether its cloud config has `RoleARN`; undefined: it is not known. */
  readonly assumesRole?: boolean;
  /** Whether it has a web identity, and neither a region nor an endpoint of STS in its environment; undefined: it is not known. */
  readonly webIdentityWithoutRegion?: boolean;
  /** Environment variables that its cloud-controller-manager is given; undefined: they are not known. */
  readonly variables?: readonly string[];
  /** Names of its Nodes that have no `spec.providerID`; undefined: Nodes are not known. */
  readonly nodesWithoutProviderId?: readonly string[];
  /** Its Nodes, each with the type of its instance where a label says it; undefined: Nodes are not known. */
  readonly instanceTypes?: readonly { readonly node: string; readonly type?: string }[];
  /** The pattern of instance types in its cloud config, where it has one. */
  readonly topologyTypes?: string;
}

/** A cluster of which nothing is given. */
export const UNKNOWN_CLUSTER: UpgradedCluster = { apiServers: [], kcms: [] };

const INSTANCE_TYPE = 'node.kubernetes.io/instance-type';

/**
 * What files and live objects of a cluster say of it.
 *
 * @param from the release that runs, where it is told: an image may not say it
 */
export function upgradedCluster(model: Model, from?: string): UpgradedCluster {
  const { nodeObjects } = model;
  const inputs = ccms(model).map(view => view.process?.input ?? inputOf(view, from));
  return {
    services: model.objects.flatMap(({ name, namespace = 'default', loadBalancer }) =>
      loadBalancer ? [{ name: `${namespace}/${name}`, service: loadBalancer }] : []),
    apiServers: minorsOf(apiServers(model)),
    kcms: minorsOf(kcms(model)),
    unknownVersions: unknownVersions(apiServers(model).length > 0 ? apiServers(model) : kcms(model)),
    ccms: inputs.filter(input => input !== undefined),
    ccmRepositories: [...new Set(ccms(model).flatMap(({ image }) => image?.repository ?? []))],
    cloudRoutes: routesOf(inputs),
    assumesRole: roleOf(ccms(model)),
    ...environmentOf(ccms(model)),
    ...nodeObjects.length > 0 && {
      nodesWithoutProviderId: nodeObjects.filter(({ providerId }) => providerId === undefined).map(({ name }) => name),
      instanceTypes: nodeObjects.map(({ name, labels }) => ({ node: name, type: labels.get(INSTANCE_TYPE) })),
    },
    topologyTypes: ccms(model).map(view => globalKeyOf(view, TOPOLOGY_TYPES_KEY)?.value).find(value => value !== undefined),
  };
}

function minorsOf(views: readonly ComponentView[]): readonly KubernetesVersion[] {
  return [...new Map(views.flatMap(({ version }) => version ?? []).map(version => [version.minor, version])).values()];
}

function unknownVersions(views: readonly ComponentView[]): UpgradedCluster['unknownVersions'] {
  return views.filter(({ version }) => version === undefined).map(view => ({ name: nameOf(view), isBeyondTables: view.isBeyondTables === true }));
}

/** One of which nothing but the release is not known. */
function inputOf({ object, flags, ends, version, unknowns, configuration }: ComponentView, from: string | undefined): ProcessInput | undefined {
  const release = from === undefined ? undefined : AWS_CCM_RELEASES.find(({ tag }) => tag === (servingAwsCcm(from) ?? from));
  if (release === undefined || version !== undefined || unknowns.some(({ part }) => part !== 'version')) return undefined;
  const { linkedMinor, tag } = release;
  return { dir: '', label: object, component: CCM, version: linkedMinor, awsRelease: tag, flags, ends, configuration };
}

function routesOf(inputs: readonly (ProcessInput | undefined)[]): boolean | undefined {
  const presences = inputs.map(input => input && modelProcess(input).controllers.get('route')?.presence);
  if (presences.includes('enabled')) return true;
  return presences.length === 0 || presences.includes(undefined) ? undefined : false;
}

function roleOf(views: readonly ComponentView[]): boolean | undefined {
  if (views.some(view => globalKeyOf(view, 'RoleARN') !== undefined)) return true;
  const isUnread = (view: ComponentView) => flagOf(view, 'cloud-config') !== undefined && view.cloudConfigReading === undefined;
  return views.length === 0 || views.some(isUnread) ? undefined : false;
}

function environmentOf(views: readonly ComponentView[]): Pick<UpgradedCluster, 'variables' | 'webIdentityWithoutRegion'> {
  if (views.length === 0) return {};
  const answers = views.map(webIdentityWithoutRegion);
  return {
    webIdentityWithoutRegion: answers.includes(true) ? true : answers.includes(undefined) ? undefined : false,
    ...views.every(({ pod }) => pod !== undefined && pod.hasOpenEnv !== true) && { variables: [...new Set(views.flatMap(variablesOf))].sort() },
  };
}
