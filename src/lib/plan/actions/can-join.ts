import { action } from '../action';
import { GroupRef } from '../replaced/group-ref';
import { nodes } from '../rule';

/** What a node that joins needs, and what can be seen of it: the address that it joins by, and files that come with its image. */
export const canJoin = action<GroupRef>({
  do: 'can-join',
  says: 'A new node can join',
  on: 'operator',
  anyTime: true,
  rights: () => [nodes()],
  byHand: () => ['kubectl --server="https://${ENDPOINT:?is to be exported}" get --raw /version   '
    + '# ENDPOINT is controlPlaneEndpoint of kubeadm: it answers, under a '
    + 'name of its '
    + 'certificate, and is no address of a node of the group'],
});
