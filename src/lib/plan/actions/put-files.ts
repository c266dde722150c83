import { action } from '../action';
import { byState, placed } from '../by-hand';
import { PlanStateName } from '../state';

/** Puts files of the app on the node, each by a rename, with a copy of what the state had. */
export const putFiles = action<{
  readonly state: PlanStateName;
  readonly paths: readonly string[];
  /** What the state had has its copy: an action before removed it, or kept it before another program wrote over it. */
  readonly kept?: true;
}>({
  do: 'put-files',
  says: 'Put files',
  on: 'node',
  byHand: ({ state, paths, kept }, files) => [...kept ? [] : byState('keep', state, paths), ...placed(paths, files)],
});
