import { CcmDifference, ccmDifferences } from './ccm-differences';
import { releaseAsRead, ReleaseAsRead } from './release-as-read';
import { UpgradedCluster } from './upgraded-cluster';
import { wayBetween } from './way';
import { faultToAvoid } from '../facts/ccm-faults';
import { ManagerSkew, managerSkew, skewBesideKcm } from '../facts/version-skew';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/** The way from one release of the AWS cloud-controller-manager to another. */
export interface CcmUpgrade {
  readonly from: string;
  readonly to: string;
  /** Releases on the way, the last one included: one of each minor, since a cloud-controller-manager follows its API servers minor by minor. */
  readonly steps: readonly string[];
  readonly differences: readonly CcmDifference[];
  /** Whether something of this cluster stands in the way: a Service that is refused, a skew that is not supported, a fault that it meets. */
  readonly isHindered: boolean;
}

/**
 * @param takesUnread whether a release may be younger than the tables
 * @throws if one of the tags was not read, or both are the same
 */
export function ccmUpgrade(from: string, to: string, cluster: UpgradedCluster, takesUnread: boolean = false): CcmUpgrade {
  if (from === to) throw new Error(`'${from}' is where it is now; give another release as --to`);
  const [before, after] = [releaseAsRead(from, '--from', takesUnread), releaseAsRead(to, '--to', takesUnread)];
  const steps = wayBetween(before, after, cluster);
  const onTheWay = faultsOnTheWay(steps, cluster);
  const differences = [...skewOf(after, cluster), ...onTheWay, ...ccmDifferences(before, after, cluster, steps.slice(0, -1))];
  const isHindered = differences.some(({ topic }) => topic === 'skew' || (topic === 'service' && cluster.services !== undefined))
    || faultToAvoid(after.read.tag, cluster) !== undefined || onTheWay.length > 0;
  return { from, to, steps, differences, isHindered };
}

const POLICY = 'https://kubernetes.io/releases/version-skew-policy/';

function skewOf(to: ReleaseAsRead, { apiServers, kcms }: UpgradedCluster): readonly CcmDifference[] {
  const besideServers = apiServers.flatMap(version =>
    differenceOf(to, version, managerSkew(to.minor, version), `an API server is of ${version.minorVersion}`));
  return apiServers.length > 0 ? besideServers : kcms.flatMap(version => differenceOf(to, version, skewBesideKcm(to.minor, version),
    `a kube-controller-manager is of ${version.minorVersion}, so that API servers are of it or of the next minor`));
}

function differenceOf(
  { tag, minor }: ReleaseAsRead, { minorVersion }: KubernetesVersion, skew: ManagerSkew | undefined, beside: string,
): readonly CcmDifference[] {
  if (skew === undefined) return [];
  const name = `${tag} is of Kubernetes 1.${minor}, and ${beside}`;
  return [skew.is === 'newer' ? {
    topic: 'skew', says: `${name}: a cloud-controller-manager must not be newer`, todo: 'Upgrade the API servers first.', source: POLICY,
  } : {
    topic: 'skew',
    says: `${name}: a cloud-controller-manager may be ${skew.allowed} minor older, and this one is ${skew.by}`,
    todo: `Go on to a release of ${minorVersion}.`,
    source: POLICY,
  }];
}

/** A minor of which every image is bad for this cluster: no way leads around it. */
function faultsOnTheWay(steps: readonly string[], cluster: UpgradedCluster): readonly CcmDifference[] {
  return steps.slice(0, -1).flatMap((tag): readonly CcmDifference[] => {
    const fault = faultToAvoid(tag, cluster);
    return fault === undefined ? [] : [{
      topic: 'fault',
      says: `${tag} on the way has a known fault, and so has every other image of its minor: ${fault.says}`,
      todo: `Without it are ${fault.fixedIn.join(', ')}.`,
      source: fault.source,
    }];
  });
}
