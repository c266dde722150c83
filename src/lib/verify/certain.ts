import { reportedPromise } from './promise';
import { firstOfEach } from '../kubernetes/once-for';
import { Verdict } from '../proof/verdict';
import { Model } from '../view/model';

/** One of the two promises. */
type PromiseName = 'exclusivity' | 'liveness';

const BOTH: readonly PromiseName[] = ['exclusivity', 'liveness'];

/**
 * The verdict of a model whose every process is known. What is written must be safe in every case, not in one of
 * several.
 *
 * @param subject what is judged, as messages call it
 * @param promises those that matter
 * @throws with everything that is not known, if a promise depends on it
 */
export function certainVerdict(subject: string, model: Model, promises: readonly PromiseName[] = BOTH): Verdict {
  const unknown = promises.flatMap(promise => reportedPromise(model, model.judgements[promise]).unknown);
  if (unknown.length === 0 && promises.every(promise => model.judgements[promise].answer !== 'unknown')) return model.verdict;
  const lines = unknown.map(({ file, line, what, why, fix }) => `${file}:${line}: ${what}. ${why} ${fix}`);
  throw new Error(`whether ${subject} is safe is not known, and nothing is written:\n${firstOfEach(lines, text => text).join('\n')}`);
}
