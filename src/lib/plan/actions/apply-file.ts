import { action } from '../action';

/** Applies a manifest of the app. */
export const applyFile = action<{
  readonly source: string;
  readonly sha256: string;
  /** What is in it: kind, namespace or `-`, name. */
  readonly objects: readonly string[];
  /** Which of them is given which image, where that tells how far a plan came. */
  readonly rolls?: string;
  readonly image?: string;
}>({
  do: 'objects/apply-file',
  says: 'Apply',
  on: 'operator',
  byHand: ({ source }) => [`kubectl apply -f ${source}`],
});
