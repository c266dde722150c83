import { SIDE_LABEL } from '../../kubernetes/side-label';
import { ActionMaker, NodeSet, onNode, onOperator } from '../action';
import { GroupRef, SideRef } from '../replaced/app-group';
import { nodes } from '../rule';

/** The node is Ready, by its condition. */
export const nodeReady = onOperator('node-ready', 'The node is Ready', {
  rights: () => [nodes('watch')],
  byHand: () => ['ready'],
});

const byList = { byHand: () => ['kubectl get nodes -o wide'] };

/** They are nodes of the cluster under these names. */
export const areNodes = onOperator<{ readonly nodes: NodeSet }>('are-nodes', 'The nodes keep their names', { anyTime: true, ...byList });

/** No node waits for the cloud-controller-manager. */
export const initialized = onOperator<{ readonly nodes: NodeSet }>('initialized', 'Every node is initialized', byList);

/** Every node has its provider ID. */
export const providerIds = onOperator<{ readonly nodes: NodeSet }>('provider-ids', 'Every node has its provider ID', byList);

/** The host is called as its node is: that counts where no flag says a name. */
export const hostIsNamed = onNode('host-is-named', 'The hostname is the name of the node', {
  anyTime: true,
  programs: () => ['uname'],
  byHand: () => ['[ "$(on "uname -n" | tr A-Z a-z)" = "$NODE" ]'],
});

/** The kubelet will register under the name of its node, by the files that are there now. */
export const keepsName = onNode<{ readonly file: string }>('keeps-name', 'The kubelet keeps the name of its node', {
  programs: () => ['uname'],
  byHand: ({ file }) => [`on "cat ${file}"   # --hostname-override=$NODE, or none and a host of that name`],
});

/** Labels nodes of version N+1: the cloud-controller-manager is placed by the label. */
export const label: ActionMaker<Record<string, never>> = onOperator('node/label', 'Label', {
  rights: () => [nodes('patch')],
  back: () => unlabel({}),
  byHand: () => [`kubectl label node "$NODE" ${SIDE_LABEL}=n-plus-1 --overwrite`],
});

/** Removes the label: the cloud-controller-manager leaves the node. */
export const unlabel = onOperator('node/unlabel', 'Remove the label', {
  rights: () => [nodes('patch')],
  back: () => label({}),
  byHand: () => [`kubectl label node "$NODE" ${SIDE_LABEL}-`],
});

/** Lets the cloud-controller-manager onto the nodes of version N+1. */
export const labelJoined: ActionMaker<GroupRef> = onOperator('label-joined', 'Label the nodes that joined', {
  rights: () => [nodes('patch')],
  back: ({ group }) => unlabelGroup({ group }),
  byHand: () => [`kubectl label node "$NODE" ${SIDE_LABEL}=n-plus-1 --overwrite   # of each that lacks it`],
});

/** Takes the label of version N+1 off every node of a group. */
export const unlabelGroup = onOperator<GroupRef>('unlabel-group', 'Remove the labels', {
  rights: () => [nodes('patch')],
  back: ({ group }) => labelJoined({ group }),
  byHand: () => [`kubectl label node -l ${SIDE_LABEL} ${SIDE_LABEL}-`],
});

/** Takes the cloud-controller-manager off the node that leaves. */
export const unlabelLeaving = onOperator<SideRef>('unlabel-leaving', 'Remove the label of the node that leaves', {
  rights: () => [nodes('patch')],
  byHand: () => [`kubectl label node "$NODE" ${SIDE_LABEL}-`],
});
