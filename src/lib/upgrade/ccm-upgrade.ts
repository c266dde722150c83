import { SEVERAL_CCMS } from './acceptable';
import { answerOf, UpgradeAnswer } from './answer';
import { assumedOf } from './assumed';
import { ccmDifferences } from './ccm-differences';
import { CcmDifference, Hindrance, NotGiven, provenBesides, onceSaid } from './difference';
import { hopsOf, UpgradeHop } from './hops';
import { ReleaseAsRead, releaseAsRead } from './release-as-read';
import { skewDifferences } from './skew';
import { UpgradedCluster } from './upgraded-cluster';
import { wayBetween } from './way';
import { faultToAvoid } from '../facts/ccm-faults';
import { compareReleases, parseRelease } from '../facts/since';

/** The way from one release of the AWS cloud-controller-manager to another. */
export interface CcmUpgrade {
  readonly from: string;
  readonly to: string;
  /** Releases on the way, the last one included: one of each minor, since a cloud-controller-manager follows its API servers minor by minor. */
  readonly steps: readonly string[];
  /** Whether `to` is the older of the two. */
  readonly isDowngrade: boolean;
  /** `must-not`: something of this cluster stands in the way. `cannot-say`: something may, and what is given of it does not say whether it does. */
  readonly answer: UpgradeAnswer;
  /** What an answer that cannot be said turns on. */
  readonly missing: readonly NotGiven[];
  /** What is taken for granted of a cluster, since it is not given. */
  readonly assumed: readonly NotGiven[];
  readonly differences: readonly CcmDifference[];
  /** The way in single hops, each with what it needs before and how it comes back. */
  readonly hops: readonly UpgradeHop[];
}

/**
 * @param takesUnread whether a release may be younger than the tables
 * @throws if one of the tags was not read, or both are the same
 */
export function ccmUpgrade(from: string, to: string, cluster: UpgradedCluster, takesUnread: boolean = false): CcmUpgrade {
  if (from === to) throw new Error(`'${from}' is where it is now; give another release as --to`);
  const [before, after] = [releaseAsRead(from, '--from', takesUnread), releaseAsRead(to, '--to', takesUnread)];
  const steps = wayBetween(before, after, cluster);
  const told = [
    ...several(cluster), ...hopByHop(skewDifferences(before, after, cluster), before, steps), ...faultsOnTheWay(steps, cluster),
    ...ccmDifferences(before, after, cluster, steps.slice(0, -1)),
  ];
  const differences = [...told, ...provenBesides(told, cluster.proven?.(before.tag, after.tag))];
  const hops = hopsOf([from, ...steps], cluster, takesUnread);
  const hindrances = [...differences, ...hops.length > 1 ? hops.flatMap(hop => hop.differences) : []].flatMap(({ hindrance }) => hindrance ?? []);
  const answer = answerOf(hindrances);
  return {
    from,
    to,
    steps,
    isDowngrade: compareReleases(from, to) > 0,
    answer,
    missing: answer === 'cannot-say' ? onceSaid(hindrances.flatMap(({ missing }: Hindrance) => missing ?? [])) : [],
    assumed: assumedOf(before, after, cluster),
    differences,
    hops,
  };
}

/** Which of them goes, and which stays beside it, no answer for one says. */
function several({ ccmNames = [], place }: UpgradedCluster): readonly CcmDifference[] {
  return ccmNames.length <= 1 ? [] : [{
    topic: 'proof',
    says: `the input has ${ccmNames.length} cloud-controller-managers of AWS: ${ccmNames.join(', ')}; an upgrade is of one`,
    todo: 'Leave out what is of another cluster, or delete all but one.',
    source: 'docs/explanation/proof.md',
    hindrance: { id: SEVERAL_CCMS, isCertain: true },
    ...place && { place },
  }];
}

/** API servers do not go to the last minor at once either, beside the release that runs now. */
function hopByHop(skew: readonly CcmDifference[], { minor }: ReleaseAsRead, steps: readonly string[]): readonly CcmDifference[] {
  if (steps.length === 1 || parseRelease(steps[0]).minor < minor) return skew;
  const todo = `Go hop by hop, as listed: ${steps.map(tag => `API servers to 1.${parseRelease(tag).minor}, then ${tag}`).join('; ')}.`;
  return skew.map(one => one.todo === undefined ? one : { ...one, todo });
}

/** A minor of which every image is bad for this cluster: no way leads around it. */
function faultsOnTheWay(steps: readonly string[], { cloudRoutes = false, place }: UpgradedCluster): readonly CcmDifference[] {
  return steps.slice(0, -1).flatMap((tag): readonly CcmDifference[] => {
    const fault = faultToAvoid(tag, { cloudRoutes });
    return fault === undefined ? [] : [{
      topic: 'fault',
      says: `${tag} on the way has a known fault, and so has every other image of its minor: ${fault.says}`,
      todo: `Without it are ${fault.fixedIn.join(', ')}.`,
      source: fault.source,
      hindrance: { id: fault.id, isCertain: true },
      ...place && { place },
    }];
  });
}
