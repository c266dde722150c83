import { DataMap, Data, isMap, listOf, mapOf, SourcePath, stringOf } from '../../../edit/yaml/data';
import { SourceDocument } from '../../../edit/yaml/source-document';

/**
 * Values of the variables that a ClusterClass declares, by their names: those of the Cluster, then those of one part of it, then defaults.
 * kubernetes-sigs/cluster-api@v1.9.11 internal/topology/variables/cluster_variable_defaulting.go.
 *
 * @param own paths of the lists of values in the Cluster; a later one comes before an earlier one
 * @throws where a variable that is required has no value
 */
export function variablesOf(clusterClass: SourceDocument, cluster: SourceDocument, own: readonly SourcePath[]): DataMap {
  const given = new Map(own.flatMap(path => listOf(cluster.value(path)).map(mapOf)
    .flatMap(({ name, value }): [string, Data][] => typeof name === 'string' && value !== undefined ? [[name, value]] : [])));
  return Object.fromEntries(listOf(clusterClass.value(['spec', 'variables'])).flatMap((declared, index): [string, Data][] => {
    const { name, required, schema } = mapOf(declared);
    const called = stringOf(name) ?? '';
    const value = defaulted(given.get(called), mapOf(mapOf(schema).openAPIV3Schema));
    if (value !== undefined) return [[called, value]];
    if (required !== true) return [];
    throw clusterClass.errorAt(['spec', 'variables', index], `variable '${called}' is required, and Cluster `
      + `'${String(cluster.value(['metadata', 'name']))}' has no value of it; add it to spec.topology.variables of the Cluster`);
  }));
}

/** A value with what its schema adds to it. */
function defaulted(value: Data | undefined, schema: DataMap): Data | undefined {
  const own = value ?? schema.default;
  if (Array.isArray(own)) return own.map(item => defaulted(item, mapOf(schema.items)) ?? null);
  if (!isMap(own)) return own;
  const declared = mapOf(schema.properties);
  const kept = Object.entries(own).map(([key, item]): [string, Data] =>
    [key, defaulted(item, mapOf(Object.hasOwn(declared, key) ? declared[key] : schema.additionalProperties)) ?? null]);
  const added = Object.entries(declared).flatMap(([key, of]): [string, Data][] => {
    const missing = Object.hasOwn(own, key) ? undefined : defaulted(undefined, mapOf(of));
    return missing === undefined ? [] : [[key, missing]];
  });
  return Object.fromEntries([...kept, ...added]);
}

/** What templates know of the Cluster itself: the same file, patches/variables/variables.go, Global. */
export function clusterBuiltins(cluster: SourceDocument): DataMap {
  const topology = mapOf(cluster.value(['spec', 'topology']));
  const network = mapOf(cluster.value(['spec', 'clusterNetwork']));
  const { name, namespace, labels, annotations } = mapOf(cluster.value(['metadata']));
  const blocks = (key: string) => mapOf(network[key]).cidrBlocks;
  return withoutMissing({
    name,
    namespace: namespace ?? 'default',
    metadata: withoutMissing({ labels, annotations }),
    network: withoutMissing({ serviceDomain: network.serviceDomain, services: blocks('services'), pods: blocks('pods') }),
    topology: withoutMissing({ version: topology.version, class: topology.class ?? mapOf(topology.classRef).name }),
  });
}

export function withoutMissing(values: { readonly [key: string]: Data | undefined }): { [key: string]: Data } {
  return Object.fromEntries(Object.entries(values).filter((entry): entry is [string, Data] => entry[1] !== undefined));
}
