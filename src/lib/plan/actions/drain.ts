import { action } from '../action';
import { nodes } from '../rule';

/** Seconds that a drain gets. */
export const DRAIN_SECONDS = 600;

/** Drains the node, unless its kubelet already runs with its files. */
export const drain = action<{
  /** Selects the pods that stay, by one label: of several, no selector selects all others. Default: none. */
  readonly kept?: string;
  /** Pods are deleted, not evicted: while no kube-controller-manager runs, nothing raises what a PodDisruptionBudget allows. */
  readonly deletes?: true;
}>({
  do: 'node/drain',
  says: 'Drain',
  on: 'operator',
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
