import { onNode } from '../action';
import { leases } from '../rule';

/** Restarts the kubelet, unless it already runs with its files; its flags may be in a drop-in, which systemd reads when it is told. */
export const restartKubelet = onNode('node/restart-kubelet', 'Restart the kubelet', {
  programs: () => ['systemctl daemon-reload', 'systemctl restart kubelet'],
  byHand: () => ['on "systemctl daemon-reload && systemctl restart kubelet"'],
});

/**
 * The kubelet that runs now has said that the node is Ready, and renews its Lease: the Ready condition stays stale for 40 s after a kubelet has died.
 */
export const kubeletReady = onNode('kubelet-ready', 'The kubelet keeps its node Ready since its start', {
  rights: () => [leases('kube-node-lease')],
  byHand: () => ['ready'],
});

/** The program that the kubelet was started with is of a release; where `without_node_upgrade` is set, it is not asked. */
export const kubeletRunsRelease = onNode<{
  readonly release: string;
  /** A kubelet may be older than its API server. */
  readonly orOlder?: true;
}>('kubelet-runs-release', 'The kubelet runs the release', {
  programs: () => ['ps', 'kubelet --version'],
  bringsProgram: true,
});
