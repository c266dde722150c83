import { AwsCcmRelease, awsCcmRelease, servingAwsCcm } from '../facts/ccm-releases';
import { parseRelease } from '../facts/since';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/** A release of the AWS cloud-controller-manager, and whose facts are taken for it. */
export interface ReleaseAsRead {
  readonly tag: string;
  /** It, or the last one before it that was read. */
  readonly read: AwsCcmRelease;
  readonly isUnread: boolean;
  /** Kubernetes minor whose libraries it links: of one that was not read that of its tag. */
  readonly libraries: KubernetesVersion;
}

/**
 * @param option that the tag was given as
 * @param takesUnread whether it may be younger than the tables
 * @throws if it was not read, and is not taken unread
 */
export function releaseAsRead(tag: string, option: string, takesUnread: boolean): ReleaseAsRead {
  const serving = takesUnread ? servingAwsCcm(tag) : undefined;
  const read = awsCcmRelease(serving ?? tag, option);
  const isUnread = serving !== undefined;
  return { tag, read, isUnread, libraries: isUnread ? KubernetesVersion.of(`1.${parseRelease(tag).minor}`) : read.linkedMinor };
}
