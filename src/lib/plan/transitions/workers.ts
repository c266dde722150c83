import { Row } from './row';
import { NodeRole, NodeSide } from '../../kubernetes/node';
import { eventually } from '../action';
import { DRAIN_SECONDS } from '../actions/drain';
import { PACKAGE_SECONDS } from '../actions/owner';
import { groupWell, replaceWorkers } from '../actions/replaced-nodes';
import { Transition, workersByGroup } from '../app/context';
import { changedNodes } from '../node/change';
import { nodeStep } from '../node/node-step';
import { AppGroup, versionOf, workerGroups } from '../replaced/app-group';
import { StepRow } from '../step';
import { done, wayOf } from '../way';

const WELL_SECONDS = 300;

/** The kubelets of worker nodes, one node group after the other. Never newer than an API server: forward they come last, back they go first. */
export function workers(side: NodeSide): Row {
  return transition => {
    const replaced = workerGroups(transition.app.groups).flatMap(group => replacedShares(group, side));
    return side === NodeSide.N ? [...replaced, ...inPlace(transition, side)] : [...inPlace(transition, side), ...replaced];
  };
}

function inPlace(transition: Transition, side: NodeSide): readonly StepRow[] {
  const groups = new Map(workersByGroup(transition).map(({ node, group }) => [node, group]));
  const forward = side === NodeSide.N_PLUS_1;
  const inOrder = forward ? [...groups.keys()] : [...groups.keys()].reverse();
  return changedNodes(transition, inOrder, NodeRole.WORKER, side).map(change => {
    const { node } = change;
    const group = groups.get(node)!;
    return {
      ...nodeStep(change),
      group,
      id: forward ? 'worker' : 'worker-back',
      title: forward ? `Turn the kubelet of ${node} (node group ${group}) to the external provider`
        : `Bring the kubelet of ${node} (node group ${group}) back`,
      why: 'another plugin may serve its volumes afterwards, so it is drained first; its name stays, or the cloud-controller-manager would take it '
        + 'for another node',
    };
  });
}

/** The workers of a group, in as many shares as its share of a hundred has; which nodes they are is looked up when a step runs. */
function replacedShares({ name, count, sharePercent }: AppGroup, side: NodeSide): readonly StepRow[] {
  const rounds = Math.ceil(100 / sharePercent);
  const version = versionOf(side);
  return Array.from({ length: rounds }, (_, index): StepRow => ({
    id: `replace-${name}`,
    ordinal: index + 1,
    title: `Replace a share of the workers of group ${name} by nodes of version ${version}`,
    why: 'as many come before those leave, and a node that leaves is drained: PodDisruptionBudgets are respected',
    changes: [`make as many nodes of version ${version} as leave, then drain those, end them and delete their Nodes`],
    ...wayOf(done(replaceWorkers({ group: name, side, round: 'i', rounds }))),
    proof: [eventually(WELL_SECONDS, groupWell({ group: name }))],
    waitFor: 'the nodes that came are Ready and initialized, and those that left are gone',
    // One after the other: what a share of the nodes of today takes.
    atMostSeconds: PACKAGE_SECONDS + WELL_SECONDS + Math.ceil(count * sharePercent / 100) * DRAIN_SECONDS,
  }));
}
