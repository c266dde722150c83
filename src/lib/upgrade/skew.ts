import { API_SERVERS_APART } from './acceptable';
import { CcmDifference } from './difference';
import { API_SERVERS_NOT_GIVEN } from './not-given';
import { ReleaseAsRead } from './release-as-read';
import { UpgradedCluster } from './upgraded-cluster';
import { ManagerSkew, managerSkew, skewBesideKcm } from '../facts/version-skew';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

export const SKEW_POLICY = 'https://kubernetes.io/releases/version-skew-policy/';

/** Whether a release goes together with the API servers that are there. */
export function skewDifferences(from: ReleaseAsRead, to: ReleaseAsRead, cluster: UpgradedCluster): readonly CcmDifference[] {
  const { place } = cluster;
  const told = skewOf(from, to, cluster);
  const open = told.length > 0 ? [] : [...unknownSkew(to, cluster), ...notGivenSkew(from, to, cluster)];
  return [...spread(cluster), ...told, ...open].map(one => place === undefined ? one : { ...one, place });
}

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

/** Those of one cluster are at most one minor apart, whatever release goes together with each of them. */
function spread({ apiServers }: UpgradedCluster): readonly CcmDifference[] {
  const minors = [...new Set(apiServers.map(({ minor }) => minor))].sort((a, b) => a - b);
  return minors.length === 0 || minors.at(-1)! - minors[0] <= 1 ? [] : [{
    topic: 'skew',
    says: `API servers are of ${minors.map(minor => `1.${minor}`).join(', ')}: those of one cluster are at most one minor apart`,
    todo: 'Bring them to one minor first; leave out what is of another cluster.',
    source: SKEW_POLICY,
    hindrance: { id: API_SERVERS_APART, isCertain: true },
  }];
}

/** What no version is known of may be too old or too new. */
function unknownSkew({ tag, minor }: ReleaseAsRead, { unknownVersions = [] }: UpgradedCluster): readonly CcmDifference[] {
  return unknownVersions.map(({ name, isBeyondTables }): CcmDifference => ({
    topic: 'skew',
    says: `the version of ${name} is not known, so whether ${tag} goes together with it is not either`,
    todo: isBeyondTables ? 'Pass --unread-release where it is younger than the tables.'
      : `See that API servers are of 1.${minor}, or of the next minor.`,
    source: SKEW_POLICY,
    hindrance: { id: 'version-unknown', isCertain: false, missing: API_SERVERS_NOT_GIVEN },
  }));
}

/** A release of another minor goes together with other API servers: where none is given, the answer turns on them. */
function notGivenSkew(
  from: ReleaseAsRead, { tag, minor }: ReleaseAsRead, { apiServers, kcms, unknownVersions = [] }: UpgradedCluster,
): readonly CcmDifference[] {
  if (apiServers.length + unknownVersions.length > 0) return [];
  const isOpen = kcms.length > 0 ? kcms.some(version => version.minor < minor) : from.minor !== minor;
  return !isOpen ? [] : [{
    topic: 'skew',
    says: `no API server is given, and ${tag} goes together with those of 1.${minor} and 1.${minor + 1} alone`,
    todo: `See that API servers are of 1.${minor}, or of the next minor.`,
    source: SKEW_POLICY,
    hindrance: { id: 'version-unknown', isCertain: false, missing: API_SERVERS_NOT_GIVEN },
  }];
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
    source: SKEW_POLICY,
    hindrance: { id: 'ccm-newer-than-api-server', isCertain: true },
  } : {
    topic: 'skew',
    says: `${name}: a cloud-controller-manager may be ${skew.allowed} minor older, and this one is ${skew.by}`,
    todo: `Go on to a release of ${minorVersion}.`,
    source: SKEW_POLICY,
    hindrance: { id: 'version-skew', isCertain: true },
  }];
}
