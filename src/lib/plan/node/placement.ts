import { PlanAction } from '../action';

/** A workload that is placed on a node while its API server is of version N+1, and bids there for what kube-controller-manager gives up. */
export interface Placement {
  readonly come: readonly PlanAction[];
  readonly leave: readonly PlanAction[];
  /** What proves that it is there. */
  readonly proof: readonly PlanAction[];
  /** Whether it comes and goes with the label; else it may be on another node, and is deleted from one that loses its label. */
  readonly isOnEachNode: boolean;
}

export function placementChanges(node: string, isForward: boolean, { isOnEachNode }: Placement): readonly string[] {
  if (isForward) return [`label ${node}`];
  return [`remove the label of ${node}`, ...isOnEachNode ? [] : [`delete the cloud-controller-manager of ${node}`]];
}

export function placementWaits(isForward: boolean, { isOnEachNode }: Placement): string {
  return isForward ? `, and ${isOnEachNode ? 'its' : 'a'} cloud-controller-manager is ready` : ', and its cloud-controller-manager is gone';
}
