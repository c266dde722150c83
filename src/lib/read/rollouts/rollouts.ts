import { autoScalingRollouts } from './auto-scaling';
import { clusterApiRollouts } from './cluster-api';
import { karpenterRollouts } from './karpenter';
import { kopsRollouts } from './kops';
import { Doubt, livenessDoubt, NodeRollout, ReadModel } from '../../view/model';
import { controlPlaneRollouts } from '../../view/rollouts';
import { Documents, ObjectAt, OtherText } from '../documents/documents';

/** What the input has that replaces nodes by itself, or when it is told to. */
export function readRollouts(objects: readonly ObjectAt[], texts: readonly OtherText[], documents: Documents): readonly NodeRollout[] {
  return [...clusterApiRollouts(objects), ...kopsRollouts(objects), ...karpenterRollouts(objects), ...autoScalingRollouts(texts, documents)];
}

/** Of a control plane of which it is not known whether a node is left, liveness is not known. */
export function rolloutDoubts(rollouts: readonly NodeRollout[], model: Pick<ReadModel, 'kinds' | 'nodeObjects'>): readonly Doubt[] {
  return controlPlaneRollouts(rollouts, model).filter(({ mix }) => mix.left === 'unknown').flatMap(one => one.rollouts)
    .filter(({ bounds: { unavailable } }) => unavailable !== 0).map(({ object, place, problem, share }) => livenessDoubt(
      place, `how many control-plane nodes ${object} takes at once is not known: ${
        problem ?? `the number of its nodes is not said${share === undefined ? '' : `, of which it takes ${share}`}`}`,
      'Where it takes all of them, no controller manager runs; where it takes more than a minority, an etcd on them stops.',
      'Give the number of nodes and how many of them may be replaced at once, as numbers.',
    ));
}
