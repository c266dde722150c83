import { NodeRole, NodeSide } from '../../kubernetes/node';
import { Coexistence } from '../coexistence';
import { Transition, workersByGroup } from '../context';
import { NO_GAP } from '../gap';
import { isUnchanged, nodeChange } from '../node/change';
import { nodeStep } from '../node/node-step';
import { workerGroups } from '../replaced/app-group';
import { StepDraft } from '../step';
import { replaceWorkerSteps } from './replace-workers';

/** The kubelets of worker nodes, one node group after the other. Never newer than an API server: forward they come last, back they go first. */
export function workerSteps(transition: Transition, side: NodeSide, coexistence: Coexistence): StepDraft[] {
  const workers = workersByGroup(transition);
  const inPlace = (side === NodeSide.N ? [...workers].reverse() : workers).flatMap(({ group, node }) => {
    const change = nodeChange(transition, node, NodeRole.WORKER, side);
    if (isUnchanged(change)) return [];
    const forward = side === NodeSide.N_PLUS_1;
    return [{
      ...nodeStep(transition, change),
      group,
      id: forward ? 'worker' : 'worker-back',
      title: forward ? `Turn the kubelet of ${node} (node group ${group}) to the external provider` : `Bring the kubelet of ${node} (node group `
        + `${group}) back`,
      why: 'another plugin may serve its volumes afterwards, so it is drained first; its name stays, or the cloud-controller-manager would take it '
        + 'for another node',
      coexistence,
      gap: NO_GAP,
    }];
  });
  const replaced = workerGroups(transition.app.groups).flatMap(group => replaceWorkerSteps(group, side, coexistence));
  return side === NodeSide.N ? [...replaced, ...inPlace] : [...inPlace, ...replaced];
}
