import { ClusterTag } from './cluster-tag';
import { EC2_LIMITS } from './limits';

/** One CreateTags or DeleteTags call: the same tags on all resources. */
export interface TagBatch {
  readonly tags: readonly ClusterTag[];
  readonly ids: readonly string[];
}

/** One tag of one resource. */
export interface ResourceTag extends ClusterTag {
  readonly resourceId: string;
}

/**
 * The fewest calls the API allows: a call gives the same tags to up to 1,000 resources and a resource needs all its tags, so resources with equal tag
 * sets go together, ceil(n / 1000) calls per distinct set.
 */
export function batchesOf(wanted: readonly ResourceTag[]): readonly TagBatch[] {
  const byResource = new Map<string, ClusterTag[]>();
  for (const { resourceId, key, value } of wanted) byResource.set(resourceId, [...(byResource.get(resourceId) ?? []), { key, value }]);
  const bySet = new Map<string, { tags: ClusterTag[]; ids: string[] }>();
  for (const [id, tags] of byResource) {
    tags.sort((a, b) => (a.key < b.key ? -1 : 1));
    const set = JSON.stringify(tags);
    const group = bySet.get(set);
    if (group) group.ids.push(id);
    else bySet.set(set, { tags, ids: [id] });
  }
  return [...bySet].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, { tags, ids }]) => {
    ids.sort();
    return chunks(ids, EC2_LIMITS.resourcesPerCall).map(chunk => ({ tags, ids: chunk }));
  });
}

/**
 * Smaller batches after a call failed for a bad id. EC2 often names the bad ids in its message: then those go alone and the rest together; otherwise
 * two halves. A batch of one cannot be split.
 */
export function splitBatch(batch: TagBatch, message: string): readonly TagBatch[] {
  const named = batch.ids.filter(id => message.includes(id));
  if (named.length > 0 && named.length < batch.ids.length) {
    const rest = batch.ids.filter(id => !named.includes(id));
    return [rest, ...named.map(id => [id])].map(ids => ({ tags: batch.tags, ids }));
  }
  return chunks(batch.ids, Math.ceil(batch.ids.length / 2)).map(ids => ({ tags: batch.tags, ids }));
}

export function chunks<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  const result: T[][] = [];
  for (let start = 0; start < items.length; start += size) result.push(items.slice(start, start + size));
  return result;
}
