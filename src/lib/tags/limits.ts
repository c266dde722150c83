import { ClusterTag } from './cluster-tag';
import { CLUSTER_KEY_PREFIX, clusterKey, LEGACY_CLUSTER_KEY, Tags } from './keys';

/** Limits of the EC2 API, from "Tag your Amazon EC2 resources" (tag restrictions) and the reference of CreateTags. */
export const EC2_LIMITS = {
  /** Tags a user may set on one resource; tags with the prefix `aws:` do not count. */
  tagsPerResource: 50,
  /** Unicode characters in a key. */
  keyLength: 128,
  /** Unicode characters in a value. */
  valueLength: 256,
  /** Resources in one CreateTags or DeleteTags call. */
  resourcesPerCall: 1000,
  /** Values in one filter of a Describe call. */
  valuesPerFilter: 200,
  /** Largest page of a Describe call. */
  pageSize: 1000,
} as const;

/** Keys that a user may not set by hand: EC2 refuses the first, the others are read by controllers and installers. */
const RESERVED_PREFIXES: readonly { prefix: string; owner: string }[] = [
  { prefix: 'aws:', owner: 'AWS' },
  { prefix: CLUSTER_KEY_PREFIX, owner: 'the cluster tag itself (set it by the cluster id)' },
  { prefix: LEGACY_CLUSTER_KEY, owner: 'the legacy cluster tag (set it by the option for legacy tags)' },
  { prefix: 'kubernetes.io/role/', owner: 'the subnet roles' },
  { prefix: 'kubernetes.io/service-name', owner: 'the cloud-controller-manager' },
  // k8s.io/kops pkg/apis/kops/validation/cluster.go:132-157
  { prefix: 'k8s.io/role/', owner: 'kops' },
  { prefix: 'kops.k8s.io/', owner: 'kops' },
];

/**
 * @param clusterId id as the user gave it
 * @throws if it cannot be part of a tag key
 */
export function checkClusterId(clusterId: string): void {
  if (clusterId === '') throw new Error("clusterId is ''; give the id that follows 'kubernetes.io/cluster/' in the tag key");
  if (clusterId.startsWith(CLUSTER_KEY_PREFIX)) {
    throw new Error(`clusterId is '${clusterId}'; give the id alone, '${clusterId.slice(CLUSTER_KEY_PREFIX.length)}', without the prefix of the key`);
  }
  if (clusterId !== clusterId.trim()) {
    throw new Error(`clusterId is '${clusterId}', with space around it; the cloud-controller-manager compares ids as they are`);
  }
  const length = characters(clusterKey(clusterId));
  if (length > EC2_LIMITS.keyLength) {
    throw new Error(`clusterId has ${characters(clusterId)} characters; a tag key has at most ${EC2_LIMITS.keyLength}, `
      + `which leaves ${EC2_LIMITS.keyLength - CLUSTER_KEY_PREFIX.length} after '${CLUSTER_KEY_PREFIX}'`);
  }
}

/**
 * @param tags tags of the user's own that go along with the cluster tag
 * @throws on a reserved prefix, a key or value that is too long, or a key given twice
 */
export function checkExtraTags(tags: readonly ClusterTag[]): void {
  const seen = new Set<string>();
  for (const { key, value } of tags) {
    if (key === '') throw new Error('extraTags has a tag with an empty key; a key has 1 to 128 characters');
    const reserved = RESERVED_PREFIXES.find(row => key.toLowerCase().startsWith(row.prefix.toLowerCase()));
    if (reserved) throw new Error(`extraTags has the key '${key}'; the prefix '${reserved.prefix}' is reserved for ${reserved.owner}`);
    // AWS reserves the prefix for values too.
    if (value.toLowerCase().startsWith('aws:')) {
      throw new Error(`extraTags has '${key}' = '${value}'; values that start with 'aws:' are reserved for AWS`);
    }
    if (characters(key) > EC2_LIMITS.keyLength) {
      throw new Error(`extraTags has the key '${key}' of ${characters(key)} characters; at most ${EC2_LIMITS.keyLength} are accepted`);
    }
    if (characters(value) > EC2_LIMITS.valueLength) {
      throw new Error(`extraTags has for '${key}' a value of ${characters(value)} characters; at most ${EC2_LIMITS.valueLength} are accepted`);
    }
    if (seen.has(key)) throw new Error(`extraTags has the key '${key}' twice; a resource has one value per key`);
    seen.add(key);
  }
}

/** How many tags a resource would have too many of with the added keys; 0 or less is fine. */
export function tagsOverLimit(present: Tags, added: readonly string[]): number {
  const counted = new Set([...present.keys(), ...added].filter(key => !key.toLowerCase().startsWith('aws:')));
  return counted.size - EC2_LIMITS.tagsPerResource;
}

/** Unicode characters, which is what EC2 counts; `length` counts UTF-16 units. */
function characters(text: string): number {
  return [...text].length;
}
