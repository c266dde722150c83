import { CcmDifference } from './difference';
import { GcfgSection } from '../cloud-config/gcfg-parser';
import { AWS_CCM_TAGGING_CONTROLLER, readAwsCcm, servingAwsCcm } from '../facts/ccm-releases';
import { LoadBalancerService } from '../facts/service-refusals';
import { TOPOLOGY_TYPES_KEY } from '../facts/topology-types';
import { PolicyAnswer } from '../iam/policy-answer';
import { CCM } from '../kubernetes/component';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { modelProcess, ProcessInput } from '../model/process';
import { apiServers, awsTagOf, ccms, flagOf, globalKeyOf, kcms, nameOf } from '../view/ask';
import { variablesOf, webIdentityWithoutRegion } from '../view/environment';
import { ComponentView, Model, Place } from '../view/model';

/** A Service of the cluster, as messages name it: `shop/web`. */
export interface NamedService {
  readonly name: string;
  readonly service: LoadBalancerService;
  readonly place?: Place;
}

/** What is known of the cluster whose cloud-controller-manager is upgraded. */
export interface UpgradedCluster {
  /** Whether some of it is given: what that is known not to have is told apart then. */
  readonly isGiven?: boolean;
  /** Where its cloud-controller-manager is in the input. */
  readonly place?: Place;
  /** Undefined: they are not known. */
  readonly services?: readonly NamedService[];
  /** Whether any Service is given, of whatever type: every cluster has one. */
  readonly hasServices?: boolean;
  /** Versions of its API servers, each minor once; none: they are not known. */
  readonly apiServers: readonly KubernetesVersion[];
  /** Versions of its kube-controller-managers, each minor once: where no API server is known, they say what those may be. */
  readonly kcms: readonly KubernetesVersion[];
  /** Those of them whose version is not known, as messages name them, and whether it is only that no table has it. */
  readonly unknownVersions?: readonly { readonly name: string; readonly isBeyondTables: boolean }[];
  /** Its cloud-controller-managers with their command lines, as far as these are known. */
  readonly ccms?: readonly ProcessInput[];
  /** Its cloud-controller-managers of AWS by name, of the release that runs where it is told; the static pods of its nodes are one. */
  readonly ccmNames?: readonly string[];
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
  /** Flags that its cloud-controller-manager has; undefined: they are not known. */
  readonly flags?: ReadonlySet<string>;
  /** Feature gates that it sets; undefined: they are not known. */
  readonly gates?: ReadonlySet<string>;
  /** Sections of its cloud config, none where it has no such file; undefined: they are not known. */
  readonly cloudConfig?: readonly GcfgSection[];
  /** Whether it has the tagging controller; undefined: it is not known. */
  readonly tags?: boolean;
  /** Whether roles of the API server are given. */
  readonly hasRoles?: boolean;
  /** Whether a text of the input has a word, such as an alert the name of a metric; undefined: no text is known that would have it. */
  names?(word: string): boolean;
  /** Whether the policies of its role allow an action of AWS; undefined: they are not given. */
  allows?(action: string): PolicyAnswer;
  /** What the proof and the rules say of the input with one release in place of another, and not of the input as it is. */
  proven?(from: string, to: string): readonly CcmDifference[];
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
  const hasServices = model.objects.some(({ kind }) => kind === 'Service');
  const inputs = ccms(model).map(view => view.process?.input ?? inputOf(view, from));
  return {
    isGiven: true,
    place: ccms(model).map(view => view.image?.place ?? view.place).map(model.realPlace).at(0),
    hasServices,
    // Every cluster has one: where none is given, they are not known.
    ...hasServices && {
      services: model.objects.flatMap(({ name, namespace = 'default', loadBalancer, place }) =>
        loadBalancer ? [{ name: `${namespace}/${name}`, service: loadBalancer, place: model.realPlace(place) }] : []),
    },
    apiServers: minorsOf(apiServers(model)),
    kcms: minorsOf(kcms(model)),
    unknownVersions: unknownVersions(apiServers(model).length > 0 ? apiServers(model) : kcms(model)),
    ccms: inputs.filter(input => input !== undefined),
    ccmNames: namesOf(ccms(model).filter(view => awsTagOf(view) !== undefined && awsTagOf(view) === (from ?? awsTagOf(view)))),
    ccmRepositories: [...new Set(ccms(model).flatMap(({ image }) => image?.repository ?? []))],
    cloudRoutes: enabledIn(inputs, 'route'),
    assumesRole: roleOf(ccms(model)),
    ...environmentOf(ccms(model)),
    ...nodeObjects.length > 0 && {
      nodesWithoutProviderId: nodeObjects.filter(({ providerId }) => providerId === undefined).map(({ name }) => name),
      instanceTypes: nodeObjects.map(({ name, labels }) => ({ node: name, type: labels.get(INSTANCE_TYPE) })),
    },
    ...commandLinesOf(inputs),
    cloudConfig: configOf(ccms(model)),
    hasRoles: model.roles.length > 0,
    topologyTypes: ccms(model).map(view => globalKeyOf(view, TOPOLOGY_TYPES_KEY)?.value).find(value => value !== undefined),
  };
}

/** Old and new pods of a workload have one name, also where several files have it. */
export function namesOf(views: readonly ComponentView[]): readonly string[] {
  return [...new Set(views.map(({ kind, object }) => kind === undefined ? object : 'static pods'))].sort();
}

function minorsOf(views: readonly ComponentView[]): readonly KubernetesVersion[] {
  return [...new Map(views.flatMap(({ version }) => version ?? []).map(version => [version.minor, version])).values()];
}

function unknownVersions(views: readonly ComponentView[]): UpgradedCluster['unknownVersions'] {
  return views.filter(({ version }) => version === undefined).map(view => ({ name: nameOf(view), isBeyondTables: view.isBeyondTables === true }));
}

/** One of which nothing but the release is not known. */
function inputOf({ object, flags, ends, version, unknowns, configuration }: ComponentView, from: string | undefined): ProcessInput | undefined {
  const release = from === undefined ? undefined : readAwsCcm(servingAwsCcm(from) ?? from);
  if (release === undefined || version !== undefined || unknowns.some(({ part }) => part !== 'version')) return undefined;
  const { linkedMinor, tag } = release;
  return { dir: '', label: object, component: CCM, version: linkedMinor, awsRelease: tag, flags, ends, configuration };
}

/** @param controller its logical name */
function enabledIn(inputs: readonly (ProcessInput | undefined)[], controller: string): boolean | undefined {
  const presences = inputs.map(input => input && (modelProcess(input).controllers.get(controller)?.presence ?? 'absent'));
  if (presences.includes('enabled')) return true;
  return presences.length === 0 || presences.includes(undefined) ? undefined : false;
}

/** Of several all that one of them has; one that is not known leaves them open. */
function commandLinesOf(inputs: readonly (ProcessInput | undefined)[]): Pick<UpgradedCluster, 'flags' | 'gates' | 'tags'> {
  const known = inputs.filter(input => input !== undefined);
  if (known.length === 0 || known.length < inputs.length) return {};
  const flags = known.flatMap(input => input.flags);
  const values = (flag: string) => flags.flatMap(({ name, value = '' }) => name === flag ? value.replaceAll('"', '').split(',') : []);
  const listed = (flag: string) => values(flag).map(text => text.trim());
  return {
    flags: new Set(flags.map(({ name }) => name)),
    gates: new Set(listed('feature-gates').map(text => text.split('=')[0])),
    // It is off unless it is named.
    tags: listed('controllers').includes(AWS_CCM_TAGGING_CONTROLLER),
  };
}

function configOf(views: readonly ComponentView[]): readonly GcfgSection[] | undefined {
  const sections = views.map(view => {
    if (flagOf(view, 'cloud-config') === undefined) return [];
    const reading = view.cloudConfigReading;
    return reading && 'sections' in reading ? reading.sections : undefined;
  });
  return sections.length === 0 || sections.includes(undefined) ? undefined : sections.flatMap(one => one!);
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
