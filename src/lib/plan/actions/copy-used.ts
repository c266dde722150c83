import { action } from '../action';
import { ObjectKey } from '../object-kind';
import { configMaps } from '../rule';
import { PlanStateName } from '../state';

/** Notes that the copy of an object is of an earlier time: the object was brought to what the state has, other than from it. */
export const copyUsed = action<{ readonly state: PlanStateName } & ObjectKey>({
  do: 'copy-used',
  says: 'Mark the copy as outdated',
  on: 'operator',
  rights: () => [configMaps('patch')],
});
