import { CcmDifference, UPGRADE_TOPICS } from './difference';
import { behaviourDifferences } from './differences/behaviour';
import { configDifferences } from './differences/cloud-config';
import { commandLineDifferences } from './differences/command-line';
import { environmentDifferences } from './differences/environment';
import { faultDifferences } from './differences/faults';
import { flagDifferences } from './differences/flags';
import { gateDifferences } from './differences/gates';
import { iamDifferences } from './differences/iam';
import { imageDifferences } from './differences/image';
import { rbacDifferences } from './differences/rbac';
import { serviceDifferences } from './differences/services';
import { ReleaseAsRead } from './release-as-read';
import { UNKNOWN_CLUSTER, UpgradedCluster } from './upgraded-cluster';

/**
 * What is otherwise in one release of the AWS cloud-controller-manager than in another, older or younger.
 *
 * @param cluster its Services and Nodes are looked at one by one, as far as they are known
 * @param between releases on the way from one to the other: what these do not do begins with the last
 */
export function ccmDifferences(
  old: ReleaseAsRead, young: ReleaseAsRead, cluster: UpgradedCluster = UNKNOWN_CLUSTER, between: readonly string[] = [],
): readonly CcmDifference[] {
  const [before, after] = [old.read, young.read];
  const [from, to] = [before.tag, after.tag];
  const all = [
    ...[old, young].flatMap(unread), ...imageDifferences({ tag: young.tag, promoted: young.isUnread ? undefined : after.promoted }, cluster),
    ...faultDifferences(from, to, cluster), ...serviceDifferences(from, to, cluster.services), ...iamDifferences(before, after, cluster),
    ...rbacDifferences(before, after, cluster), ...commandLineDifferences(before, after, cluster), ...flagDifferences(before, after, cluster),
    ...gateDifferences(before, after, cluster), ...configDifferences(before, after, cluster),
    ...environmentDifferences(from, to, cluster.variables), ...behaviourDifferences([from, ...between], to, cluster),
  ];
  return [...all].sort((a, b) => UPGRADE_TOPICS.indexOf(a.topic) - UPGRADE_TOPICS.indexOf(b.topic));
}

/** What is said of a release that was not read is not what it does, but what the last one before it does. */
function unread({ tag, read, isUnread }: ReleaseAsRead): readonly CcmDifference[] {
  return !isUnread ? [] : [{
    topic: 'unread',
    says: `${tag} is younger than the tables, and what is known of ${read.tag} is taken for it: Services, IAM actions, RBAC rules, flags, feature `
      + `gates, cloud config and faults of ${tag} are not known`,
    todo: `Read what its release notes say of what changed since ${read.tag}.`,
    source: `https://github.com/kubernetes/cloud-provider-aws/compare/${read.tag}...${tag}`,
  }];
}
