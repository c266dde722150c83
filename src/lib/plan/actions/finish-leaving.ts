import { action } from '../action';
import { drainLeaving } from './drain-leaving';
import { endNode } from './end-node';
import { removeMember } from './remove-member';
import { unlabelLeaving } from './unlabel-leaving';
import { SideRef } from '../replaced/group-ref';

/** Ends what another run has begun: a node that was chosen to leave may have lost its member of etcd, and cannot stay. */
export const finishLeaving = action<SideRef>({
  do: 'finish-leaving',
  says: 'No node of an earlier run is about to leave',
  on: 'operator',
  rights: given => [drainLeaving, unlabelLeaving, removeMember, endNode].flatMap(({ kind }) => kind.rights!(given)),
  byHand: ({ side }) => [`kubectl get nodes   # no node of version ${side === 'n' ? 'N' : 'N+1'} is about to leave (SchedulingDisabled); `
    + 'one that is leaves first'],
});
