import { Amounts, amountsOf, ContainerResources, known, requestsOf, resourcesOf } from './pod-resources';
import { Data, DataMap, isMap, listOf, mapOf, SourcePath, stringOf } from '../../edit/yaml/data';
import { groupOf } from '../../facts/inert-kinds';
import { QUOTAS_OF_PODS } from '../../facts/inputs/workloads';
import { holds, scopeRequirements, SelectorRequirement } from '../../kubernetes/label-selector';
import { grouped, onceFor } from '../../kubernetes/once-for';
import { isRatioWithin, Quantity, quantityOf, wholes } from '../../kubernetes/quantity';
import { Doubt } from '../../view/model';
import { ObjectAt, placeAt } from '../documents/documents';

const inNamespace = (kind: string) => onceFor((objects: readonly ObjectAt[]) =>
  grouped(objects.filter(one => one.kind === kind && one.apiVersion === 'v1'), ({ namespace = 'default' }) => namespace));
const quotas = inNamespace('ResourceQuota');
const ranges = inNamespace('LimitRange');
const defaultClasses = onceFor((objects: readonly ObjectAt[]) =>
  objects.filter(({ kind, data }) => kind === 'PriorityClass' && data.globalDefault === true));

/** Quotas that count the pods of a workload or what they ask for, and ranges that their resources do not keep. */
export function limitDoubts(object: ObjectAt, template: SourcePath, objects: readonly ObjectAt[]): readonly Doubt[] {
  const { namespace = 'default' } = object;
  const spec = mapOf(object.document.value([...template, 'spec']));
  const limiting = [
    ...(quotas(objects).get(namespace) ?? []).filter(quota => counts(quota, object, spec, objects)),
    ...(ranges(objects).get(namespace) ?? []).filter(range => excludes(range, spec, ranges(objects).get(namespace)!)),
  ];
  return limiting.slice(0, 1).map(first => ({
    place: placeAt(object.file, object.document, [...template, 'spec']),
    what: `${first.kind} ${first.name} may refuse the pods of ${object.kind} ${object.name}`,
    fix: `Take ${first.kind} ${first.name} away from that namespace, or let the pods keep to it.`,
  }));
}
/** Pods that a cluster has at most: kubernetes.io/docs/setup/best-practices/cluster-large. */
const MOST_PODS = wholes(150_000);

function counts({ data }: ObjectAt, object: ObjectAt, spec: DataMap, objects: readonly ObjectAt[]): boolean {
  const { hard, scopes, scopeSelector } = mapOf(data.spec);
  const plain = listOf(scopes).map(scope => ({ key: String(scope), operator: 'Exists', values: [] }));
  const asked = [...plain, ...scopeRequirements(scopeSelector)];
  if (asked.some(scope => !mayBeIn(scope, object, spec, objects))) return false;
  const used = mapOf(mapOf(data.status).used);
  return Object.entries(mapOf(hard)).some(([key, value]) => {
    const need = QUOTAS_OF_PODS.test(key) ? needOf(key, spec) : madeObjects(object).includes(key) ? wholes(1) : undefined;
    const most = quantityOf(value);
    if (need === undefined || need === 0n) return false;
    if (most === undefined || need === 'missing') return true;
    if (/^(?:pods|count\/pods)$/.test(key) && most >= MOST_PODS) return false;
    const taken = quantityOf(used[key]);
    return taken === undefined || taken + need > most;
  });
}

/** A quota of CPU or memory refuses pods that do not say how much of it they want: validationSet of the same file. */
function needOf(key: string, spec: DataMap): Quantity | 'missing' {
  if (/pods$/.test(key)) return wholes(1);
  const resource = key.replace(/^(?:requests|limits)\./, '');
  const amounts = listOf(spec.containers).map(container => resourcesOf(container)[key.startsWith('limits.') ? 'limits' : 'requests'].get(resource));
  if (['cpu', 'memory'].includes(resource) && amounts.includes(undefined)) return 'missing';
  return amounts.reduce<Quantity>((sum, amount) => sum + (amount ?? 0n), 0n);
}

/** The workload, and what its controller makes on the way to its pods. */
function madeObjects({ kind, apiVersion }: ObjectAt): readonly string[] {
  const kinds = kind === 'Deployment' ? [kind, 'ReplicaSet'] : ['DaemonSet', 'StatefulSet'].includes(kind) ? [kind, 'ControllerRevision'] : [kind];
  return kinds.map(one => `count/${one.toLowerCase()}s.${groupOf(apiVersion)}`);
}

/** Whether a pod can be in the scope of a quota: k8s.io/kubernetes@v1.26.15 pkg/quota/v1/evaluator/core/pods.go podMatchesScopeFunc. */
function mayBeIn(
  requirement: SelectorRequirement, { namespace = 'default' }: ObjectAt, spec: DataMap, objects: readonly ObjectAt[],
): boolean {
  const hasDefaults = ranges(objects).has(namespace);
  const containers = [...listOf(spec.containers), ...listOf(spec.initContainers)].map(resourcesOf);
  const asks = containers.some(({ requests }) => ['cpu', 'memory'].some(key => (requests.get(key) ?? 0n) > 0n));
  const isTerminating = typeof spec.activeDeadlineSeconds === 'number';
  const name = stringOf(spec.priorityClassName) ?? '';
  switch (requirement.key) {
    case 'BestEffort': return !asks;
    case 'NotBestEffort': return asks || hasDefaults;
    case 'Terminating': return isTerminating;
    case 'NotTerminating': return !isTerminating;
    case 'CrossNamespacePodAffinity': return /"namespace(?:s|Selector)"/.test(JSON.stringify(spec.affinity ?? null));
    case 'VolumeAttributesClass': return false;
    case 'PriorityClass':
      return (name === '' && defaultClasses(objects).length > 0) || holds(requirement, name === '' ? undefined : name);
    default: return true;
  }
}

/**
 * Whether a range refuses pods, once all ranges of their namespace have set what is not written: k8s.io/kubernetes@v1.26.15
 * plugin/pkg/admission/limitranger/admission.go PodValidateLimitFunc. Ranges of claims are not about pods.
 */
function excludes({ data }: ObjectAt, spec: DataMap, all: readonly ObjectAt[]): boolean {
  const containers = [...listOf(spec.containers), ...listOf(spec.initContainers)].filter(isMap).map(one => withDefaults(resourcesOf(one), all));
  const own = listOf(spec.containers).map(resourcesOf);
  const limited = new Set(own.flatMap(({ limits }) => [...limits.keys()]));
  const ofPod: ContainerResources = {
    requests: requestsOf(spec),
    limits: new Map([...limited].map(key => [key, own.reduce((sum, { limits }) => sum + (limits.get(key) ?? 0n), 0n)])),
  };
  return listOf(mapOf(data.spec).limits).map(mapOf).some(item => {
    if (item.type === 'PersistentVolumeClaim') return false;
    if (item.type === 'Pod') return !keeps(item, ofPod);
    return containers.some(one => !keeps(item, one) || (one.limits.get('memory') ?? LEAST_MEMORY) < LEAST_MEMORY);
  });
}

/** A Go program with the caches of a cluster in it is killed below. */
const LEAST_MEMORY = wholes(16 * 2 ** 20);

/** Nothing is within a range whose bound is no quantity. */
function keeps({ max, min, maxLimitRequestRatio }: DataMap, { requests, limits }: ContainerResources): boolean {
  const within = (amounts: Data | undefined, test: (bound: Quantity, request?: Quantity, limit?: Quantity) => boolean) =>
    [...amountsOf(amounts)].every(([key, bound]) => bound !== undefined && test(bound, requests.get(key), limits.get(key)));
  return within(max, (bound, request, limit) => limit !== undefined && limit <= bound && (request === undefined || request <= bound))
    && within(min, (bound, request, limit) => request !== undefined && request >= bound && (limit === undefined || limit >= bound))
    && within(maxLimitRequestRatio, (bound, request, limit) => request !== undefined && limit !== undefined && isRatioWithin(limit, request, bound));
}

/** A range fills in its own defaults first: k8s.io/kubernetes@v1.26.15 pkg/apis/core/v1/defaults.go SetDefaults_LimitRangeItem. */
function withDefaults(own: ContainerResources, all: readonly ObjectAt[]): ContainerResources {
  const items = all.flatMap(({ data }) => listOf(mapOf(data.spec).limits)).map(mapOf).filter(({ type }) => type === 'Container');
  const limits = items.flatMap(item => [...known(amountsOf(item.max)), ...known(amountsOf(item.default))]);
  const requests = items.flatMap(item => [item.min, item.max, item.default, item.defaultRequest].flatMap(amounts => [...known(amountsOf(amounts))]));
  return { limits: new Map([...limits, ...own.limits]), requests: new Map([...requests, ...own.requests]) };
}

/** What the pods of a workload ask for once they are made. */
export function effectiveRequests({ namespace = 'default' }: ObjectAt, spec: DataMap, objects: readonly ObjectAt[]): Amounts {
  const all = ranges(objects).get(namespace) ?? [];
  if (all.length === 0) return requestsOf(spec);
  return requestsOf(spec, container => withDefaults(resourcesOf(container), all));
}
