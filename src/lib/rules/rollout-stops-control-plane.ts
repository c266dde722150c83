import { Finding, Rule, Undecided } from './rule';
import { ControlPlaneMix, controlPlaneMix, RolloutBounds, takesAll } from '../proof/rollout';
import { NodeRollout } from '../view/model';
import { ControlPlaneRollouts, controlPlaneRollouts } from '../view/rollouts';

export const rolloutStopsControlPlane: Rule = {
  id: 'rollout-stops-control-plane',
  severity: 'error',
  title: 'What replaces control-plane nodes can take all of them at once, or a majority of etcd',
  why: 'Every mix of old and new nodes is proven, but for the one without any: then no controller manager and no API server runs. Where more than '
    + 'a minority of the members of an etcd on these nodes is away, etcd takes no writes, and the API server none either.',
  fix: 'Let a new node come before an old one leaves, one by one: maxSurge 1 and maxUnavailable 0, or MinHealthyPercentage 100; where that cannot '
    + 'be, have three control-plane nodes.',
  source: 'sigs.k8s.io/cluster-api@v1.11.2 controlplane/kubeadm/internal/webhooks/kubeadm_control_plane.go:375 (refuses maxSurge 0 with fewer than '
    + 'three); https://etcd.io/docs/v3.5/faq/#what-is-failure-tolerance; src/lib/facts/node-rollouts.ts',
  check: model => [
    ...controlPlaneRollouts(model.rollouts, model).flatMap(ofControlPlane),
    ...model.rollouts.filter(({ role, bounds }) => role === 'unknown' && isHazard(bounds)).map(ofUnknownRole),
  ],
};

const HAZARDS: readonly ControlPlaneMix['left'][] = ['none', 'no-quorum'];

function ofControlPlane({ rollouts, mix: { left, members, away } }: ControlPlaneRollouts): readonly Finding[] {
  if (!HAZARDS.includes(left)) return [];
  const taking = rollouts.filter(({ bounds, hasExternalEtcd }) => bounds.unavailable !== 0 && (left === 'none' || hasExternalEtcd !== true));
  return taking.map(({ object, place, system }) => {
    const together = taking.length > 1 && system !== 'kops' ? `, together with ${taking.length - 1} more,` : '';
    const isOnlyWay = system === 'kops' && members === 1;
    return {
      place,
      message: left === 'none'
        ? `${object}${together} can take every control-plane node at once${members === undefined ? '' : ` (${away} of ${members})`}: until a new one `
          + 'has joined, no controller manager and no API server runs'
        : `${object}${together} can take ${away} of ${members} control-plane nodes at once: an etcd on them has no quorum, and takes no writes`,
      // Kops does not do it otherwise.
      ...isOnlyWay && {
        severity: 'warning' as const,
        fix: 'Have three control-plane nodes: kops makes no new one first. With one, the gap lasts until its replacement runs.',
      },
    };
  });
}

/** Only what is certain: which nodes these are is not known. */
function isHazard(bounds: RolloutBounds): boolean {
  // Stryker disable next-line BooleanLiteral: one group is the last one either way
  return HAZARDS.includes(controlPlaneMix({ groups: [bounds], isSerial: true, atLeast: 0 }).left);
}

function ofUnknownRole({ object, place, bounds }: NodeRollout): Undecided<Finding> {
  const { nodes, unavailable } = bounds;
  return {
    undecided: {
      place,
      severity: 'warning',
      message: `${object} can take ${takesAll(bounds) === true ? 'every node of it' : `${unavailable} of ${nodes} nodes`} at once, and the input `
        + 'does not say whether these are control-plane nodes',
      fix: 'If they are, let a new one come before an old one leaves; if not, give what aws autoscaling describe-auto-scaling-groups prints, with '
        + 'the tags of the group.',
    },
  };
}
