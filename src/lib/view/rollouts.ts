import { NodeRollout, ReadModel } from './model';
import { CONTROL_PLANE_ROLE, MASTER_ROLE } from '../facts/control-plane-node';
import { ControlPlaneMix, controlPlaneMix, RolloutBounds, worse } from '../proof/rollout';

/** What replaces the nodes of one control plane, and what is left of it. */
export interface ControlPlaneRollouts {
  readonly rollouts: readonly NodeRollout[];
  readonly mix: ControlPlaneMix;
  /** How many groups of nodes it has. */
  readonly groups: number;
}

/** Of each system that replaces control-plane nodes. */
export function controlPlaneRollouts(
  rollouts: readonly NodeRollout[], model: Pick<ReadModel, 'kinds' | 'nodeObjects'>,
): readonly ControlPlaneRollouts[] {
  const ofControlPlane = rollouts.filter(({ role }) => role === 'control-plane');
  return [...new Set(ofControlPlane.map(({ system }) => system))].map(system => {
    const own = ofControlPlane.filter(one => one.system === system);
    const byGroup = new Map<string, RolloutBounds>();
    for (const { group, bounds } of own) {
      const known = byGroup.get(group);
      byGroup.set(group, known === undefined ? bounds : worse(known, bounds));
    }
    // Machines of Cluster API and kops are those of the objects themselves.
    const atLeast = system === 'auto-scaling' ? knownNodes(model) : 0;
    const mix = controlPlaneMix({ groups: [...byGroup.values()], isSerial: system === 'kops', atLeast });
    return { rollouts: own, mix, groups: byGroup.size };
  });
}

/** Control-plane nodes that are there at one time: nodes of two versions may be the same ones. */
function knownNodes({ kinds, nodeObjects }: Pick<ReadModel, 'kinds' | 'nodeObjects'>): number {
  const ofKinds = kinds.map(({ nodes }) => new Set(nodes.filter(({ isControlPlane }) => isControlPlane).map(({ name }) => name)).size);
  const objects = nodeObjects.filter(({ labels }) => labels.has(CONTROL_PLANE_ROLE) || labels.has(MASTER_ROLE));
  return Math.max(0, ...ofKinds, objects.length);
}
