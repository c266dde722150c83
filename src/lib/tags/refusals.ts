import { ClusterTagValue } from './cluster-tag';
import { clusterKey, LEGACY_CLUSTER_KEY, otherClusters, SERVICE_NAME_KEY, Tags } from './keys';
import { EC2_LIMITS, tagsOverLimit } from './limits';

/** A resource and what would be done to it. */
export interface TagCandidate {
  readonly id: string;
  readonly tags: Tags;
  readonly isInstance: boolean;
  /** Value of the cluster tag that the resource would get. */
  readonly value: ClusterTagValue;
  readonly desired: Tags;
  /** Name and description, of security groups only. */
  readonly name?: string;
  readonly description?: string;
}

/** A refusal: the key it is about and the reason; or nothing. */
export interface TagRefusal {
  readonly key: string;
  readonly reason: string;
}

type Refuse = (candidate: TagCandidate, clusterId: string) => TagRefusal | undefined;

/** All refusals that can be decided from one resource alone, most telling first. */
const REFUSALS: readonly Refuse[] = [madeByCcm, legacyMismatch, secondCluster, otherValueOfUser, tooManyTags];

export function refusalOf(candidate: TagCandidate, clusterId: string): TagRefusal | undefined {
  for (const refuse of REFUSALS) {
    const refusal = refuse(candidate, clusterId);
    if (refusal) return refusal;
  }
  return undefined;
}

/**
 * What the CCM made it tags itself, and it compares the values: `shared` over its `owned` makes the next sync fail with "has tag belonging to another
 * cluster" (tags.go:200, readRepairClusterTags). Names and descriptions are from aws.go:1988.
 */
function madeByCcm({ id, tags, name, description }: TagCandidate, clusterId: string): TagRefusal | undefined {
  const made = tags.has(SERVICE_NAME_KEY) || name?.startsWith('k8s-elb-') || description?.startsWith('Security group for Kubernetes ELB ');
  if (!made) return undefined;
  return { key: clusterKey(clusterId), reason: `${id} was made by the cloud-controller-manager, which tags it itself; leave it out` };
}

function legacyMismatch({ tags, isInstance, value }: TagCandidate, clusterId: string): TagRefusal | undefined {
  const legacy = tags.get(LEGACY_CLUSTER_KEY);
  // A shared network may carry the legacy tag of another cluster; an instance may not: "clusterID tags did not match" ends the CCM.
  if (!legacy || legacy === clusterId || !(isInstance || value === ClusterTagValue.OWNED)) return undefined;
  return { key: LEGACY_CLUSTER_KEY, reason: `'${LEGACY_CLUSTER_KEY}' is '${legacy}', not '${clusterId}'; remove it or use that id` };
}

function secondCluster({ tags, isInstance, value }: TagCandidate, clusterId: string): TagRefusal | undefined {
  const [other] = otherClusters(tags, clusterId);
  if (other === undefined || !(isInstance || value === ClusterTagValue.OWNED)) return undefined;
  const remedy = isInstance ? 'an instance belongs to one cluster: remove that tag or leave the instance out' : 'what two clusters use is '
    + `'${ClusterTagValue.SHARED}' in both`;
  return { key: clusterKey(other), reason: `tagged for the cluster '${other}' already; ${remedy}` };
}

/** The cluster tag and the roles are read by key, so another value there is no conflict (see plan.ts); a user's own tag would be overwritten. */
function otherValueOfUser({ tags, desired }: TagCandidate): TagRefusal | undefined {
  for (const [key, value] of desired) {
    const present = tags.get(key);
    if (present === undefined || present === value || key.startsWith('kubernetes.io/')) continue;
    return { key, reason: `'${key}' is '${present}', not '${value}'; tags are never overwritten` };
  }
  return undefined;
}

function tooManyTags({ tags, desired }: TagCandidate, clusterId: string): TagRefusal | undefined {
  const over = tagsOverLimit(tags, [...desired.keys()]);
  if (over <= 0) return undefined;
  return { key: clusterKey(clusterId), reason: `would have ${over} more than the ${EC2_LIMITS.tagsPerResource} tags that EC2 allows; remove some` };
}
