import { drain, DRAIN_SECONDS, drainLeaving } from './drain';
import { removeMember } from './etcd';
import { unlabelLeaving } from './nodes';
import { PACKAGE_SECONDS } from './owner';
import { programOfUnit } from './units';
import { ActionMaker, onOperator } from '../action';
import { PodSelector } from '../endpoint';
import { CONTROL_PLANE_PODS, CountedRef, GroupRef, SideRef, versionOf, WithUnits } from '../replaced/app-group';
import { leases, nodes, pods } from '../rule';

/** Every node of a group is Ready and of a version of the plan; on control-plane nodes their components are ready, too. */
export const groupWell = onOperator<GroupRef & WithUnits>('group-well', 'Every node of the group is well', {
  rights: () => [nodes(), pods()],
  byHand: ({ units }) => units ? ['kubectl get nodes -o wide', `# on each control-plane node: systemctl is-active ${units.join(' ')}`]
    : [`kubectl get nodes -o wide; kubectl get pods -n kube-system -o wide | grep -E '${CONTROL_PLANE_PODS}'`],
});

/** What a node that joins needs, and what can be seen of it: the address that it joins by, and files that come with its image. */
export const canJoin = onOperator<GroupRef>('can-join', 'A new node can join', {
  anyTime: true,
  rights: () => [nodes()],
  byHand: () => ['kubectl --server="https://${ENDPOINT:?is to be exported}" get --raw /version   '
    + '# ENDPOINT is controlPlaneEndpoint of kubeadm: it answers, under a name of its certificate, and is no address of a node of the group'],
});

/** Has the user's own command make a node of a side, unless there are as many as there are to be. */
export const makeNode = onOperator<CountedRef>('make-node', 'Make a node', {
  rights: () => [leases('kube-system', 'patch')],
  lasts: PACKAGE_SECONDS,
  byHand: ({ group, side }) => [`# your own command made one more node of group ${group} in version ${versionOf(side)}, `
    + 'from the user data of its folder'],
});

/** So many nodes of a side are there, and Ready. */
export const nodeJoined = onOperator<CountedRef>('node-joined', 'The node has joined', {
  rights: () => [nodes(), leases('kube-system', 'patch')],
  byHand: () => ['kubectl get nodes -o wide', "choose_node 'the new node'", 'ready'],
});

/** The components of the nodes of a side have the release and the flags of the plan: whatever made the nodes, this is what was proven. */
export const joinedAsPlanned = onOperator<SideRef & WithUnits>('joined-as-planned', 'The nodes that joined are as planned', {
  rights: () => [nodes(), pods()],
  byHand: ({ group, side, units }) => units
    ? units.map(unit => `on "systemctl is-active ${unit} && ps -ww -o args= \\$(systemctl show -p MainPID --value ${unit}) && `
      + `${programOfUnit(unit)}"   # its flags and its release are those of ${group}, version ${versionOf(side)}`)
    : [`kubectl get pod -n kube-system "kube-controller-manager-$NODE" -o yaml   # its flags are those of ${group}, version `
      + `${versionOf(side)}, as are those of kube-apiserver and kube-scheduler`],
});

/** The cloud provider has found the instances of the nodes: it gave each its provider ID, and took the taint off. */
export const joinedInitialized = onOperator<SideRef>('joined-initialized', 'The nodes that joined are initialized', {
  rights: () => [nodes()],
  byHand: () => ['until kubectl get node "$NODE" -o yaml | grep providerID: && ! kubectl get node "$NODE" -o yaml | grep '
    + 'cloudprovider.kubernetes.io/uninitialized; do sleep 2; done'],
});

/** A cloud-controller-manager is ready on the nodes of version N+1: on each, or on any. */
export const ccmOnJoined = onOperator<GroupRef & PodSelector & {
  readonly onEach?: true;
}>('ccm-on-joined', 'A cloud-controller-manager is ready on the nodes that joined', {
  rights: () => [nodes(), pods()],
  byHand: ({ namespace, selector }) => [`until kubectl get pods -n ${namespace} -l ${selector} --field-selector "spec.nodeName=$NODE" `
    + "-o 'jsonpath={.items[*].status.containerStatuses[*].ready}' | grep -w true; do sleep 2; done"],
});

/** A machine that was begun to be made has joined, or was given up: none comes up after its step was taken back. */
export const settleMade = onOperator<CountedRef>('settle-made', 'No node is about to join', {
  rights: () => [nodes(), leases('kube-system', 'patch')],
  byHand: ({ group }) => [`# no machine of group ${group} is still coming up (wait until it has joined, or end it)`],
});

/** Marks the node of a side that leaves, unless so few are left already: one that is not well first, the leader last. */
export const chooseLeaving = onOperator<CountedRef>('choose-leaving', 'Choose the node that leaves', {
  rights: () => [nodes('patch'), leases('kube-system')],
  byHand: ({ side }) => [
    'kubectl get nodes -o wide',
    'kubectl get leases -n kube-system',
    `choose_node 'a node of version ${versionOf(side)}, and not the leader if there is another'`,
  ],
});

/** No cloud-controller-manager is on the node that leaves. */
export const noCcmOnLeaving = onOperator<SideRef & PodSelector>('no-ccm-on-leaving', 'No cloud-controller-manager is on the node that leaves', {
  rights: () => [nodes(), pods()],
  byHand: ({ namespace, selector }) => [`until [ -z "$(kubectl get pods -n ${namespace} -l ${selector} --field-selector "spec.nodeName=$NODE" -o `
    + 'name)" ]; do sleep 2; done'],
});

/** Has the user's own command end the node that leaves, and deletes its Node. */
export const endNode = onOperator<SideRef>('end-node', 'End the node that leaves', {
  rights: () => [nodes('delete')],
  lasts: PACKAGE_SECONDS,
  byHand: () => ['# you ran `kubeadm reset` on $NODE, or ended its instance', 'kubectl delete node "$NODE" --ignore-not-found'],
});

/** So many nodes of a side are left, and none of them is about to leave. */
export const left = onOperator<CountedRef>('left', 'The node has left', {
  rights: () => [nodes()],
  byHand: () => ['kubectl wait node/"$NODE" --for=delete --timeout=300s'],
});

/** Ends what another run has begun: a node that was chosen to leave may have lost its member of etcd, and cannot stay. */
export const finishLeaving = onOperator<SideRef>('finish-leaving', 'No node of an earlier run is about to leave', {
  rights: given => [drainLeaving, unlabelLeaving, removeMember, endNode].flatMap(({ kind }) => kind.rights!(given)),
  byHand: ({ side }) => [`kubectl get nodes   # no node of version ${versionOf(side)} is about to leave (SchedulingDisabled); `
    + 'one that is leaves first'],
});

/** One of so many shares of the workers of a group. */
interface Share extends SideRef {
  readonly round: 'i' | 'left+1';
  readonly rounds: number;
}

/** A share of the workers of a group is replaced: as many come, then those leave, drained. */
export const replaceWorkers: ActionMaker<Share> = onOperator('replace-workers', 'Replace a share of the workers', {
  rights: () => [...drain.kind.rights!({}), nodes('patch', 'delete'), leases('kube-system', 'patch')],
  lasts: DRAIN_SECONDS + 2 * PACKAGE_SECONDS,
  // Last share first: it is the first of the way back.
  back: given => replaceWorkers({ ...given, side: given.side === 'n' ? 'n-plus-1' : 'n', round: 'left+1' }),
  byHand: ({ group, side }) => [
    `# your own commands made nodes of group ${group} in version ${versionOf(side)}, which are Ready`,
    ["while choose_node 'the next one of the others, or nothing'; do",
      ...[...drain.kind.byHand!({}, []), '# you ended its machine', 'kubectl delete node "$NODE" --ignore-not-found'].map(line => `  ${line}`),
      'done'].join('\n'),
  ],
});
