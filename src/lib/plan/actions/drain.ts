import { onOperator } from '../action';
import { SideRef } from '../replaced/app-group';
import { nodes } from '../rule';

/** Seconds that a drain gets. */
export const DRAIN_SECONDS = 600;

/** Drains the node, unless its kubelet already runs with its files. */
export const drain = onOperator<{
  /** Selects the pods that stay, by one label: of several, no selector selects all others. Default: none. */
  readonly kept?: string;
  /** Pods are deleted, not evicted: while no kube-controller-manager runs, nothing raises what a PodDisruptionBudget allows. */
  readonly deletes?: true;
}>('node/drain', 'Drain', {
  rights: () => [
    nodes('patch'),
    { apiGroup: '', resource: 'pods', verbs: ['get', 'list', 'delete'] },
    { apiGroup: '', resource: 'pods/eviction', verbs: ['create'] },
    { apiGroup: 'apps', resource: 'daemonsets', verbs: ['get'] },
  ],
  lasts: DRAIN_SECONDS,
  byHand: ({ kept, deletes }) => [`kubectl drain "$NODE" --ignore-daemonsets --delete-emptydir-data --timeout=${DRAIN_SECONDS}s`
    + (kept === undefined ? '' : ` --pod-selector='${kept.replace('=', '!=')}'`) + (deletes ? ' --disable-eviction' : '')],
});

/** Drains the node that leaves. */
export const drainLeaving = onOperator<SideRef>('drain-leaving', 'Drain the node that leaves', {
  rights: () => drain.kind.rights!({}),
  lasts: DRAIN_SECONDS,
  byHand: () => drain.kind.byHand!({}, []),
});

/** Lets pods onto the node again, unless its owner had cordoned it before. */
export const uncordon = onOperator('node/uncordon', 'Uncordon', {
  always: 'also-in-check-mode',
  rights: () => [nodes('patch')],
  byHand: () => ['kubectl uncordon "$NODE"'],
});
