import { action } from '../action';

/** The program that the kubelet was started with is of a release; where `without_node_upgrade` is set, it is not asked. */
export const kubeletRunsRelease = action<{
  readonly release: string;
  /** A kubelet may be older than its API server. */
  readonly orOlder?: true;
}>({
  do: 'kubelet-runs-release',
  says: 'The kubelet runs the release',
  on: 'node',
  programs: () => ['ps', 'kubelet --version'],
  bringsProgram: true,
});
