import { CcmDifference, ccmDifferences, NamedService } from './ccm-differences';
import { releaseAsRead, ReleaseAsRead } from './release-as-read';
import { faultToAvoid } from '../facts/ccm-faults';
import { defaultAwsCcm } from '../facts/ccm-releases';
import { VERSION_SKEW } from '../facts/version-skew';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/** What is known of the cluster whose cloud-controller-manager is upgraded. */
export interface UpgradedCluster {
  /** Undefined: they are not known. */
  readonly services?: readonly NamedService[];
  /** Versions of its API servers, each once; none: they are not known. */
  readonly apiServers: readonly KubernetesVersion[];
  readonly cloudRoutes: boolean;
}

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
  const differences = [...skewOf(after, cluster), ...ccmDifferences(before, after, cluster.services)];
  const isHindered = differences.some(({ topic }) => topic === 'skew' || (topic === 'service' && cluster.services !== undefined))
    || faultToAvoid(after.read.tag, cluster) !== undefined;
  return { from, to, steps: stepsOf(before, after, cluster), differences, isHindered };
}

function stepsOf(from: ReleaseAsRead, to: ReleaseAsRead, { cloudRoutes }: UpgradedCluster): readonly string[] {
  const [first, last] = [from, to].map(({ libraries }) => libraries.minor);
  const between = Array.from({ length: Math.max(0, last - first - 1) }, (_, index) => KubernetesVersion.of(`1.${first + 1 + index}`));
  return [...between.map(version => defaultAwsCcm(version, { cloudRoutes }).tag), to.tag];
}

const POLICY = 'https://kubernetes.io/releases/version-skew-policy/';

function skewOf({ tag: to, libraries: linkedMinor }: ReleaseAsRead, { apiServers }: UpgradedCluster): readonly CcmDifference[] {
  return apiServers.flatMap((version): readonly CcmDifference[] => {
    const name = `${to} is of Kubernetes ${linkedMinor.minorVersion}, and an API server is of ${version.minorVersion}`;
    if (linkedMinor.minor > version.minor) {
      return [{
        topic: 'skew', says: `${name}: a cloud-controller-manager must not be newer`, todo: 'Upgrade the API servers first.', source: POLICY,
      }];
    }
    const behind = version.minor - linkedMinor.minor;
    const allowed = VERSION_SKEW.knows(version) ? VERSION_SKEW.at(version).managers : 1;
    return behind <= allowed ? [] : [{
      topic: 'skew',
      says: `${name}: a cloud-controller-manager may be ${allowed} minor older, and this one is ${behind}`,
      todo: `Go on to a release of ${version.minorVersion}.`,
      source: POLICY,
    }];
  });
}
