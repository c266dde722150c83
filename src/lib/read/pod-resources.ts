import { isMap, listOf, mapOf } from './data';
import { Data } from '../edit/yaml/source-document';
import { quantityOf } from '../kubernetes/quantity';

type DataMap = { readonly [key: string]: Data };

/** What each container of a pod writes of its resources. */
export interface ContainerResources {
  readonly requests: ReadonlyMap<string, number>;
  readonly limits: ReadonlyMap<string, number>;
}

export function amountsOf(value: Data | undefined): ReadonlyMap<string, number> {
  return new Map(Object.entries(mapOf(value)).map(([key, amount]) => [key, quantityOf(amount) ?? Number.NaN]));
}

/** Amounts by resource. A request that is not written is the limit: k8s.io/kubernetes@v1.26.15 pkg/apis/core/v1/defaults.go SetDefaults_Pod. */
export function resourcesOf(container: Data): ContainerResources {
  const { requests, limits } = mapOf(mapOf(container).resources);
  const of = (from: Data | undefined) => Object.entries(mapOf(from)).flatMap(([key, value]): [string, number][] => {
    const amount = quantityOf(value);
    return amount === undefined ? [] : [[key, amount]];
  });
  return { requests: new Map([...of(limits), ...of(requests)]), limits: new Map(of(limits)) };
}

/** The containers that run together, those that end before the others, and what the runtime takes itself. */
export function requestsOf(spec: DataMap): ReadonlyMap<string, number> {
  const containers = listOf(spec.containers).filter(isMap).map(resourcesOf);
  const inits = listOf(spec.initContainers).filter(isMap);
  const sidecars = inits.filter(({ restartPolicy }) => restartPolicy === 'Always').map(resourcesOf);
  const first = inits.filter(({ restartPolicy }) => restartPolicy !== 'Always').map(resourcesOf);
  const overhead = resourcesOf({ resources: { requests: { ...mapOf(spec.overhead) } } }).requests;
  const together = [...containers, ...sidecars];
  const keys = new Set([...together, ...first].flatMap(({ requests }) => [...requests.keys()]));
  const sum = (key: string) => together.reduce((total, { requests }) => total + (requests.get(key) ?? 0), 0);
  return new Map([...keys].map(key => [key, Math.max(sum(key), ...first.map(({ requests }) => requests.get(key) ?? 0)) + (overhead.get(key) ?? 0)]));
}

/** What all of them ask for together. */
export function sumOf(all: readonly ReadonlyMap<string, number>[]): ReadonlyMap<string, number> {
  const sum = new Map<string, number>();
  for (const [key, amount] of all.flatMap(one => [...one])) sum.set(key, (sum.get(key) ?? 0) + amount);
  return sum;
}
