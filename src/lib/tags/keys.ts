/** Tags of one resource. A Map, because a tag key may be any text, `constructor` included. */
export type Tags = ReadonlyMap<string, string>;

/** Key prefix that names a cluster (k8s.io/cloud-provider-aws@v1.36.1 pkg/providers/v1/tags.go:37). */
export const CLUSTER_KEY_PREFIX = 'kubernetes.io/cluster/';
/** Key of clusters made before 1.6; still read, and then also written by the CCM (tags.go:42, buildTags). */
export const LEGACY_CLUSTER_KEY = 'KubernetesCluster';
/** Subnet role tags; only their presence counts (pkg/providers/v1/aws.go, findELBSubnets). */
export const ELB_ROLE_KEY = 'kubernetes.io/role/elb';
export const INTERNAL_ELB_ROLE_KEY = 'kubernetes.io/role/internal-elb';
/** The CCM writes it on the load balancers and security groups that it makes (pkg/providers/v1/aws_loadbalancer.go). */
export const SERVICE_NAME_KEY = 'kubernetes.io/service-name';

export function clusterKey(clusterId: string): string {
  return CLUSTER_KEY_PREFIX + clusterId;
}

/** Ids of all clusters whose key stands on a resource, in the order of the tags. */
export function clusterIds(tags: Tags): readonly string[] {
  return [...tags.keys()].filter(key => key.startsWith(CLUSTER_KEY_PREFIX)).map(key => key.slice(CLUSTER_KEY_PREFIX.length));
}

/** What the CCM takes as tagged for a cluster (hasClusterTag, tags.go:137): the key with any value, or the legacy key with the id. */
export function hasClusterTag(tags: Tags, clusterId: string): boolean {
  return tags.has(clusterKey(clusterId)) || tags.get(LEGACY_CLUSTER_KEY) === clusterId;
}

/** Ids of clusters other than the given one that a resource is tagged for, legacy key included. */
export function otherClusters(tags: Tags, clusterId: string): readonly string[] {
  const legacy = tags.get(LEGACY_CLUSTER_KEY);
  const ids = legacy ? [...clusterIds(tags), legacy] : clusterIds(tags);
  return [...new Set(ids)].filter(id => id !== clusterId);
}
