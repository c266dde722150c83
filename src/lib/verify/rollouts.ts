import { Assumption, ASSUMPTIONS, inertKindAssumptions } from './assumptions';
import { ReportedRollout } from './result';
import { leastReady, mostNodes, RolloutBounds } from '../proof/rollout';
import { counted } from '../text/counted';
import { Model, NodeRollout } from '../view/model';
import { ControlPlaneRollouts, controlPlaneRollouts } from '../view/rollouts';

const ROLES = { 'control-plane': 'control plane', 'worker': 'workers', 'unknown': 'role not known' };

/** What replaces nodes, and the mix that it can reach. */
export function reportedRollouts(model: Model): readonly ReportedRollout[] {
  const planes = controlPlaneRollouts(model.rollouts, model);
  return model.rollouts.map(rollout => {
    const { object, role, place, bounds, problem, share } = rollout;
    const [most, least] = [mostNodes(bounds), leastReady(bounds)];
    const { file, line } = model.realPlace(place);
    return {
      object,
      role,
      ...bounds.nodes !== undefined && { nodes: bounds.nodes },
      ...most !== undefined && { most },
      ...least !== undefined && { leastReady: least },
      ...share !== undefined && { share },
      ...problem !== undefined && { unknown: problem },
      text: `${object} (${ROLES[role]}): ${bounds.nodes === undefined ? 'number of nodes not said' : counted(bounds.nodes, 'node')}, `
        + reach(rollout) + asWhole(rollout, planes),
      file,
      line,
    };
  });
}

/** Of one group of several of a control plane. */
function asWhole(rollout: NodeRollout, planes: readonly ControlPlaneRollouts[]): string {
  const { mix: { members, away }, groups } = planes.find(({ rollouts }) => rollouts.includes(rollout)) ?? { mix: {}, groups: 0 };
  if (members === undefined || away === undefined || groups < 2) return '';
  return `; of ${members} control-plane nodes at least ${Math.max(0, members - away)} ready`;
}

function reach({ bounds, problem, share, besides }: NodeRollout): string {
  const said = problem === undefined ? [mostOf(bounds), awayOf(bounds, share)].filter(text => text !== '').join(', ')
    : `how many are away at once is not known: ${problem}`;
  return besides === undefined ? said : `${said}; ${besides}`;
}

function mostOf(bounds: RolloutBounds): string {
  const most = mostNodes(bounds);
  return most !== undefined ? `at most ${most} at once` : bounds.surge === undefined ? '' : `at most ${bounds.surge} more at once`;
}

function awayOf(bounds: RolloutBounds, share: string | undefined): string {
  const least = leastReady(bounds);
  if (least !== undefined) return `at least ${least} ready`;
  const { unavailable } = bounds;
  if (unavailable === 'all') return 'all of them may be away at once';
  return unavailable === 0 ? 'none away' : `at most ${unavailable ?? share ?? 'an unknown share'} away at once`;
}

/** What an answer about a model takes for granted, with what the user says of kinds. */
export function assumptionsOf(model: Model): readonly Assumption[] {
  return [...ofReplacedNodes(model), ...inertKindAssumptions(model.takenAsInert)];
}

/** That a control plane is there all the time is not taken for granted where it was read how its nodes are replaced. */
function ofReplacedNodes(model: Model): readonly Assumption[] {
  const read = controlPlaneRollouts(model.rollouts, model);
  if (read.length === 0 || read.some(({ mix }) => mix.left !== 'enough')) return ASSUMPTIONS;
  const names = read.flatMap(({ rollouts }) => rollouts).map(({ object }) => object).join(', ');
  // Cluster API and kops see to the members of etcd; an Auto Scaling group does not.
  const members = read.some(({ rollouts }) => rollouts.some(({ system }) => system === 'auto-scaling'))
    ? '; that the member of etcd of each instance that ends is removed is taken for granted' : '';
  return ASSUMPTIONS.map(one => one.id !== 'locks-work' ? one : {
    ...one, text: `${one.text} That enough control-plane nodes stay while ${names} replaces them was read${members}.`,
  });
}
