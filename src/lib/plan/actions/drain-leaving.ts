import { action } from '../action';
import { drain, DRAIN_SECONDS } from './drain';
import { SideRef } from '../replaced/group-ref';

/** Drains the node that leaves. */
export const drainLeaving = action<SideRef>({
  do: 'drain-leaving',
  says: 'Drain the node that leaves',
  on: 'operator',
  rights: () => drain.kind.rights!({}),
  lasts: DRAIN_SECONDS,
  byHand: () => drain.kind.byHand!({}, []),
});
