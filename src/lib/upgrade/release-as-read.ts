import { AwsCcmRelease, awsCcmOnTheWay, awsCcmRelease, servingAwsCcm } from '../facts/ccm-releases';
import { parseRelease } from '../facts/since';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/** Whether it is a minor, which stands for one of its releases: `1.37`, `v1.37`. */
export function isMinor(given: string): boolean {
  return /^v?1\.\d{1,3}$/.test(given);
}

/**
 * The release that is meant: a minor stands for its newest image that is not known to be bad for the cluster.
 *
 * @throws if no image of the minor is known
 */
export function releaseToGoTo(given: string, { cloudRoutes = false }: { readonly cloudRoutes?: boolean }): string {
  return isMinor(given) ? awsCcmOnTheWay(KubernetesVersion.of(given.replace(/^v/, '')), { cloudRoutes }) : given;
}

/** A release of the AWS cloud-controller-manager, and whose facts are taken for it. */
export interface ReleaseAsRead {
  readonly tag: string;
  /** It, or the last one before it that was read. */
  readonly read: AwsCcmRelease;
  readonly isUnread: boolean;
  /** Kubernetes minor that it is released for, which its tag says: v1.32.8 is of 32, and links libraries of 1.33. */
  readonly minor: number;
}

/**
 * @param option that the tag was given as
 * @param takesUnread whether it may be younger than the tables
 * @throws if it was not read, and is not taken unread
 */
export function releaseAsRead(tag: string, option: string, takesUnread: boolean): ReleaseAsRead {
  const serving = takesUnread ? servingAwsCcm(tag) : undefined;
  const read = awsCcmRelease(serving ?? tag, option);
  return { tag, read, isUnread: serving !== undefined, minor: parseRelease(tag).minor };
}
