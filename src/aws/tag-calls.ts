import { AwsError } from './client';
import { batchesOf, ResourceTag, splitBatch, TagBatch } from '../lib/tags/batches';
import { kindOfTagError, TagErrorKind } from '../lib/tags/ec2-errors';

/** How tag calls are made. */
export interface TagCallOptions {
  /** Calls at a time. */
  readonly concurrency: number;
  /** Waits before each new round for resources that EC2 does not know yet, in milliseconds; empty = not found is final. */
  readonly waits: readonly number[];
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** Called after each batch that EC2 took, before the next call of the same worker. */
  readonly done: (tags: readonly ResourceTag[]) => Promise<void>;
}

/** A resource that EC2 refused to change. */
export interface TagFailure {
  readonly tags: readonly ResourceTag[];
  readonly code: string;
  readonly message: string;
}

/**
 * Changes all the tags in as few calls as possible. A batch that fails for one resource is split until that resource stands alone; the rest goes
 * through. Resources that are not found are tried again after a wait, all together.
 *
 * @returns the resources that could not be changed
 * @throws AwsError if nothing can succeed, after the calls under way have ended
 */
export async function changeTags(
  wanted: readonly ResourceTag[], call: (batch: TagBatch) => Promise<void>, options: TagCallOptions,
): Promise<readonly TagFailure[]> {
  const failures: TagFailure[] = [];
  let pending = wanted;
  for (const wait of [...options.waits, undefined]) {
    const refused = await round(batchesOf(pending), call, options);
    const retry = wait === undefined ? [] : refused.filter(failure => kindOfTagError(failure.code) === TagErrorKind.NOT_FOUND);
    failures.push(...refused.filter(failure => !retry.includes(failure)));
    if (retry.length === 0) break;
    pending = retry.flatMap(failure => failure.tags);
    await options.sleep(wait ?? 0);
  }
  return failures;
}

/** Every batch once, split where needed, a few at a time. */
async function round(
  batches: readonly TagBatch[], call: (batch: TagBatch) => Promise<void>, options: TagCallOptions,
): Promise<readonly TagFailure[]> {
  const queue = [...batches];
  const refused: TagFailure[] = [];
  let fatal: Error | undefined;
  let running = 0;
  let wake = () => {};
  const worker = async (): Promise<void> => {
    for (;;) {
      const batch = fatal ? undefined : queue.shift();
      if (!batch) {
        // Another worker may still split what it is calling.
        if (fatal || running === 0) return;
        await new Promise<void>(resolve => {
          const previous = wake;
          wake = () => { previous(); resolve(); };
        });
        continue;
      }
      running++;
      try {
        await call(batch);
        await options.done(tagsOf(batch));
      } catch (error) {
        if (!(error instanceof AwsError) || kindOfTagError(error.code) === TagErrorKind.FATAL) fatal ??= error as Error;
        else if (batch.ids.length > 1) queue.unshift(...splitBatch(batch, error.message));
        else refused.push({ tags: tagsOf(batch), code: error.code, message: error.message });
      }
      running--;
      const woken = wake;
      wake = () => {};
      woken();
    }
  };
  await Promise.all(Array.from({ length: options.concurrency }, worker));
  if (fatal) throw fatal;
  return refused;
}

/** The tags of a call, one by one. */
export function tagsOf(batch: TagBatch): readonly ResourceTag[] {
  return batch.ids.flatMap(resourceId => batch.tags.map(({ key, value }) => ({ resourceId, key, value })));
}
