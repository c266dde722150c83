import { Data, DataMap, isMap, listOf, mapOf } from '../../edit/yaml/data';
import { isSidecar } from '../../facts/sidecars';
import { Quantity, quantityOf } from '../../kubernetes/quantity';

/** What each container of a pod writes of its resources. */
export interface ContainerResources {
  readonly requests: Amounts;
  readonly limits: Amounts;
}

/** By the name of a resource. */
export type Amounts = ReadonlyMap<string, Quantity>;

/** Undefined: what is written is no quantity. */
export function amountsOf(value: Data | undefined): ReadonlyMap<string, Quantity | undefined> {
  return new Map(Object.entries(mapOf(value)).map(([key, amount]) => [key, quantityOf(amount)]));
}

/** Amounts by resource. A request that is not written is the limit: k8s.io/kubernetes@v1.26.15 pkg/apis/core/v1/defaults.go SetDefaults_Pod. */
export function resourcesOf(container: Data): ContainerResources {
  const { requests, limits } = mapOf(mapOf(container).resources);
  const of = (from: Data | undefined) => known(amountsOf(from));
  return { requests: new Map([...of(limits), ...of(requests)]), limits: new Map(of(limits)) };
}

/** Those that are quantities. */
export function known(amounts: ReadonlyMap<string, Quantity | undefined>): Amounts {
  return new Map([...amounts].flatMap(([key, amount]): [string, Quantity][] => amount === undefined ? [] : [[key, amount]]));
}

/** The containers that run together, those that end before the others, and what the runtime takes itself. */
export function requestsOf(spec: DataMap, ofContainer: (container: Data) => ContainerResources = resourcesOf): Amounts {
  const containers = listOf(spec.containers).filter(isMap).map(ofContainer);
  const inits = listOf(spec.initContainers).filter(isMap);
  const sidecars = inits.filter(isSidecar).map(resourcesOf);
  const first = inits.filter(one => !isSidecar(one)).map(resourcesOf);
  const overhead = resourcesOf({ resources: { requests: { ...mapOf(spec.overhead) } } }).requests;
  const together = [...containers, ...sidecars];
  const keys = new Set([...together, ...first].flatMap(({ requests }) => [...requests.keys()]));
  const sum = (key: string) => together.reduce((total, { requests }) => total + (requests.get(key) ?? 0n), 0n);
  const most = (key: string) => first.map(({ requests }) => requests.get(key) ?? 0n).reduce((a, b) => (a > b ? a : b), sum(key));
  return new Map([...keys].map(key => [key, most(key) + (overhead.get(key) ?? 0n)]));
}

/** What all of them ask for together. */
export function sumOf(all: readonly Amounts[]): Amounts {
  const sum = new Map<string, Quantity>();
  for (const [key, amount] of all.flatMap(one => [...one])) sum.set(key, (sum.get(key) ?? 0n) + amount);
  return sum;
}
