import { CloudProvider } from '../ccm/cloud-provider';
import { CONFIG_API, firstWithLeaderMigration, hasLeaderMigration } from '../facts/config-api';
import { knownClouds, lastInTreeMinor } from '../facts/in-tree-clouds';
import { unknownPatch } from '../facts/kubernetes-releases';
import { managerSkew } from '../facts/version-skew';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/** The versions that take part in a migration. */
export interface MigrationPair {
  readonly cloud: CloudProvider;
  /** Version N: kube-controller-manager runs the cloud controllers. */
  readonly from: KubernetesVersion;
  /** Version N+1: cloud-controller-manager runs them. The same minor is allowed. */
  readonly to: KubernetesVersion;
  /**
   * Release of the cloud-controller-manager, by the Kubernetes minor it is made for.
   * @default - the minor of `to`
   */
  readonly ccm?: KubernetesVersion;
  /**
   * The oldest kube-apiserver that components of nodes of version N+1 talk to.
   * @default - `to`: each talks to the one on its own node
   */
  readonly apiserver?: KubernetesVersion;
  /**
   * Whether the cloud-controller-manager may be newer than its kube-apiserver, outside the version skew policy. kops does it for AWS.
   * @default false
   */
  readonly allowCcmNewerThanApiserver?: boolean;
  /**
   * Whether the controllers move by Leader Migration, so that both components must have it.
   * @default true
   */
  readonly byLeaderMigration?: boolean;
  /**
   * What the user calls the versions, for errors.
   * @default - `from`, `to`, `ccm` and `apiserver`
   */
  readonly props?: { readonly from?: string; readonly to?: string; readonly ccm?: string; readonly apiserver?: string };
}

const SKEW = 'https://kubernetes.io/releases/version-skew-policy/';

/**
 * Refuses versions between which no migration can exist.
 *
 * @throws with the reason and what is accepted
 */
export function checkMigrationPair(pair: MigrationPair): void {
  const { from, to, ccm = to, apiserver = to } = pair;
  const props = { from: 'from', to: 'to', ccm: 'ccm', apiserver: 'apiserver', ...pair.props };
  const given = { from, to, ccm: pair.ccm, apiserver: pair.apiserver };
  for (const role of ['from', 'to', 'apiserver'] as const) checkKnownVersion(props[role], given[role]);
  // Patch numbers of a cloud-controller-manager are those of its own project.
  checkKnownVersion(props.ccm, given.ccm && KubernetesVersion.of(given.ccm.minorVersion));
  checkOrder(props, from, to);
  checkInTree(props.from, from, pair.cloud);
  for (const [prop, component, version] of [[props.from, 'kube-controller-manager', from], [props.ccm, 'cloud-controller-manager', ccm]] as const) {
    if (pair.byLeaderMigration !== false && !hasLeaderMigration(version)) {
      throw new Error(`${prop} is ${version}, whose ${component} has no Leader Migration; the first release with it is `
        + `${firstWithLeaderMigration()}`);
    }
  }
  if (managerSkew(to.minor, apiserver)?.is === 'newer') {
    throw new Error(`${props.to} is ${to}, but kube-controller-manager must not be newer than the kube-apiserver it talks to, which is ${apiserver} `
      + `(${props.apiserver}); `
      + `let it talk to the one on its own node (${SKEW})`);
  }
  if (managerSkew(ccm.minor, apiserver)?.is === 'newer' && !pair.allowCcmNewerThanApiserver) {
    throw new Error(`${props.ccm} is ${ccm}, but cloud-controller-manager must not be newer than the kube-apiserver it talks to, which is `
      + `${apiserver}; `
      + `use a release of ${apiserver.minorVersion} (${SKEW})`);
  }
}

/**
 * Refuses a release that is in no table.
 *
 * @param prop what the user calls it
 * @throws with the range that is known
 */
export function checkKnownVersion(prop: string, version: KubernetesVersion | undefined): void {
  if (version && !CONFIG_API.knows(version)) {
    throw new Error(`${prop} is Kubernetes ${version}, which this version of the library does not know; known: ${CONFIG_API.first} to `
      + `${CONFIG_API.last}`);
  }
  const unknown = version && unknownPatch(version);
  if (unknown?.ended) {
    throw new Error(`${prop} is Kubernetes ${version}, which does not exist: ${version!.minorVersion} ended with ${unknown.newest}`);
  }
}

function checkOrder(props: { readonly from: string; readonly to: string }, from: KubernetesVersion, to: KubernetesVersion): void {
  const older = to.minor < from.minor || (to.minor === from.minor && to.patch !== undefined && from.patch !== undefined && to.patch < from.patch);
  if (older) {
    throw new Error(`${props.to} is ${to}, older than ${props.from} ${from}; give the same minor or the next one (a rollback is the same pair with `
      + 'the phases walked back)');
  }
  if (to.minor > from.minor + 1) {
    throw new Error(`${props.to} is ${to}, which skips ${skipped(from, to)} after ${props.from} ${from}; a control plane upgrades one minor at a `
      + 'time: '
      + `migrate to 1.${from.minor + 1} first, then upgrade (${SKEW})`);
  }
}

/** @throws if the cloud's controllers are not in the kube-controller-manager of the release that is migrated from */
export function checkInTree(prop: string, from: KubernetesVersion, cloud: CloudProvider): void {
  const last = lastInTreeMinor(cloud.name);
  if (!last) {
    throw new Error(`cloud '${cloud.name}' is in-tree in no known release, so there is nothing to migrate from; known: ${knownClouds().join(', ')}`);
  }
  if (from.minor > KubernetesVersion.of(last).minor) {
    throw new Error(`${prop} is ${from}, but '${cloud.name}' is in-tree to ${last} only: kube-controller-manager of ${from.minorVersion} has no `
      + 'cloud controllers to migrate; '
      + `accepted: ${firstWithLeaderMigration()} to ${last}`);
  }
}

function skipped(from: KubernetesVersion, to: KubernetesVersion): string {
  const minors = [];
  for (let minor = from.minor + 1; minor < to.minor; minor++) minors.push(`1.${minor}`);
  return minors.join(', ');
}
