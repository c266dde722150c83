import { ResourceTag } from './batches';
import { TagRecord } from './record';

/** What a roll-back does, tag by tag. */
export interface RemovalPlan {
  /** Ours, and as we left it: will be removed. */
  readonly remove: readonly ResourceTag[];
  /** Gone already. */
  readonly gone: readonly ResourceTag[];
  /** The call that was to add it ended without an answer: whether it is ours is not known, and it stays. */
  readonly uncertain: readonly ResourceTag[];
  /** Its value was changed since: the tag stays, with its present value. */
  readonly changed: readonly (ResourceTag & { readonly now: string })[];
}

/** Removes only what the record says was added and what still has that value. What was only intended was never added. */
export function planRemoval(record: TagRecord, present: readonly ResourceTag[]): RemovalPlan {
  const values = new Map<string, Map<string, string>>();
  for (const { resourceId, key, value } of present) values.set(resourceId, (values.get(resourceId) ?? new Map()).set(key, value));
  const remove: ResourceTag[] = [];
  const gone: ResourceTag[] = [];
  const changed: (ResourceTag & { now: string })[] = [];
  const uncertain: ResourceTag[] = [];
  for (const { resourceId, key, value, state } of record.entries) {
    const now = values.get(resourceId)?.get(key);
    if (state === 'intended') continue;
    if (now === undefined) gone.push({ resourceId, key, value });
    else if (now === value && state === 'calling') uncertain.push({ resourceId, key, value });
    else if (now === value) remove.push({ resourceId, key, value });
    else changed.push({ resourceId, key, value, now });
  }
  return { remove, gone, uncertain, changed };
}
