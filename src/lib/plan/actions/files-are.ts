import { action } from '../action';

/** Each file has one of the sums that the plan knows. */
export const filesAre = action<{
  readonly paths: readonly string[];
  /** Default: as before the step, or as it leaves them. */
  readonly are?: 'after' | 'absent-or-after';
}>({
  do: 'files-are',
  says: 'Files are as the plan knows them',
  on: 'node',
  always: 'not-in-check-mode',
});
