import { CCM_TEXTS, noTagText, sprintf } from './ccm-texts';
import { CLUSTER_KEY_PREFIX, clusterIds, LEGACY_CLUSTER_KEY, Tags } from './keys';

/** What the CCM makes of the tags of the instance it runs on: an id, or the text with which it exits. */
export interface ClusterIdDiscovery {
  readonly clusterId?: string;
  readonly error?: string;
}

/** Id discovery at start (tags.go:68-125: findClusterIDs, then init). */
export function discoverClusterId(tags: Tags): ClusterIdDiscovery {
  const ids = clusterIds(tags);
  // An empty id counts as none there, so a second key after it is not an error.
  const [first, second] = ids.slice(ids.findIndex(id => id !== ''));
  if (first && second !== undefined) return { error: sprintf(CCM_TEXTS.twoClusterTags, CLUSTER_KEY_PREFIX, first, second) };
  const legacy = tags.get(LEGACY_CLUSTER_KEY);
  if (!legacy && !first) return { error: noTagText() };
  if (legacy && first && legacy !== first) return { error: sprintf(CCM_TEXTS.legacyMismatch, first, legacy) };
  return { clusterId: legacy || first };
}
