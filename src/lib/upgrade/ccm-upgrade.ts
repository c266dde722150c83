import { CcmDifference, ccmDifferences } from './ccm-differences';
import { releaseAsRead, ReleaseAsRead } from './release-as-read';
import { UpgradedCluster } from './upgraded-cluster';
import { wayBetween } from './way';
import { faultToAvoid } from '../facts/ccm-faults';
import { compareReleases } from '../facts/since';
import { ManagerSkew, managerSkew, skewBesideKcm } from '../facts/version-skew';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/** The way from one release of the AWS cloud-controller-manager to another. */
export interface CcmUpgrade {
  readonly from: string;
  readonly to: string;
  /** Releases on the way, the last one included: one of each minor, since a cloud-controller-manager follows its API servers minor by minor. */
  readonly steps: readonly string[];
  /** Whether `to` is the older of the two. */
  readonly isDowngrade: boolean;
  readonly differences: readonly CcmDifference[];
  /** `no`: something of this cluster stands in the way. `unknown`: something may, and what is given of the cluster does not say whether it does. */
  readonly verdict: 'yes' | 'no' | 'unknown';
}

/**
 * @param takesUnread whether a release may be younger than the tables
 * @throws if one of the tags was not read, or both are the same
 */
export function ccmUpgrade(from: string, to: string, cluster: UpgradedCluster, takesUnread: boolean = false): CcmUpgrade {
  if (from === to) throw new Error(`'${from}' is where it is now; give another release as --to`);
  const [before, after] = [releaseAsRead(from, '--from', takesUnread), releaseAsRead(to, '--to', takesUnread)];
  const steps = wayBetween(before, after, cluster);
  const differences = [
    ...skewOf(before, after, cluster), ...unknownSkew(after, cluster), ...faultsOnTheWay(steps, cluster),
    ...ccmDifferences(before, after, cluster, steps.slice(0, -1)),
  ];
  const hindrances = differences.flatMap(({ hindrance }) => hindrance ?? []);
  const verdict = hindrances.length === 0 ? 'yes' : hindrances.some(({ isCertain }) => isCertain) ? 'no' : 'unknown';
  return { from, to, steps, isDowngrade: compareReleases(from, to) > 0, differences, verdict };
}

const POLICY = 'https://kubernetes.io/releases/version-skew-policy/';

/** A release that runs says what API servers may be where neither they nor a kube-controller-manager are known: none is older than it. */
function skewOf(from: ReleaseAsRead, to: ReleaseAsRead, { apiServers, kcms }: UpgradedCluster): readonly CcmDifference[] {
  if (apiServers.length > 0) {
    return apiServers.flatMap(version => differenceOf(to, version, managerSkew(to.minor, version), `an API server is of ${version.minorVersion}`));
  }
  if (kcms.length > 0) {
    return kcms.flatMap(version => differenceOf(to, version, skewBesideKcm(to.minor, version),
      `a kube-controller-manager is of ${version.minorVersion}, so that API servers are of it or of the next minor`));
  }
  const least = KubernetesVersion.of(`1.${from.minor}`);
  const skew = managerSkew(to.minor, least);
  return skew?.is === 'older' ? differenceOf(to, least, skew, `API servers are at least of ${least.minorVersion}, since ${from.tag} runs`) : [];
}

/** What no version is known of may be too old or too new. */
function unknownSkew({ tag, minor }: ReleaseAsRead, { unknownVersions = [] }: UpgradedCluster): readonly CcmDifference[] {
  return unknownVersions.map(({ name, isBeyondTables }): CcmDifference => ({
    topic: 'skew',
    says: `the version of ${name} is not known, so whether ${tag} goes together with it is not either`,
    todo: isBeyondTables ? 'Pass --unread-release where it is younger than the tables.'
      : `See that API servers are of 1.${minor}, or of the next minor.`,
    source: POLICY,
    hindrance: { id: 'version-unknown', isCertain: false },
  }));
}

function differenceOf(
  { tag, minor }: ReleaseAsRead, { minorVersion }: KubernetesVersion, skew: ManagerSkew | undefined, beside: string,
): readonly CcmDifference[] {
  if (skew === undefined) return [];
  const name = `${tag} is of Kubernetes 1.${minor}, and ${beside}`;
  return [skew.is === 'newer' ? {
    topic: 'skew',
    says: `${name}: a cloud-controller-manager must not be newer`,
    todo: 'Upgrade the API servers first.',
    source: POLICY,
    hindrance: { id: 'ccm-newer-than-api-server', isCertain: true },
  } : {
    topic: 'skew',
    says: `${name}: a cloud-controller-manager may be ${skew.allowed} minor older, and this one is ${skew.by}`,
    todo: `Go on to a release of ${minorVersion}.`,
    source: POLICY,
    hindrance: { id: 'version-skew', isCertain: true },
  }];
}

/** A minor of which every image is bad for this cluster: no way leads around it. */
function faultsOnTheWay(steps: readonly string[], { cloudRoutes = false }: UpgradedCluster): readonly CcmDifference[] {
  return steps.slice(0, -1).flatMap((tag): readonly CcmDifference[] => {
    const fault = faultToAvoid(tag, { cloudRoutes });
    return fault === undefined ? [] : [{
      topic: 'fault',
      says: `${tag} on the way has a known fault, and so has every other image of its minor: ${fault.says}`,
      todo: `Without it are ${fault.fixedIn.join(', ')}.`,
      source: fault.source,
      hindrance: { id: fault.id, isCertain: true },
    }];
  });
}
