import { ccmDifferences } from './ccm-differences';
import { CcmDifference, UpgradeTopic } from './difference';
import { releaseAsRead } from './release-as-read';

/** What a release does to the cluster and to AWS, and not only asks of them. */
const LEFT_BEHIND: readonly UpgradeTopic[] = ['nodes', 'load-balancers'];

/** Two releases, and how they differ. */
interface Returned {
  readonly from: string;
  readonly to: string;
  readonly differences: readonly CcmDifference[];
}

/** What stays when the older release runs again, each as a sentence without its end. */
export function notTakenBack({ from, to, differences }: Returned): readonly string[] {
  const [old, young] = [from, to].map(tag => releaseAsRead(tag, '', true));
  const refused = ccmDifferences(young, old).filter(({ topic, todo }) => topic === 'service' && todo !== undefined);
  return [
    ...differences.filter(({ topic }) => LEFT_BEHIND.includes(topic)).map(({ says }) => `what ${to} did meanwhile stays done: ${says}`),
    ...refused.map(({ says }) => `${from} goes back to what it refused, also of Services that came meanwhile: ${says}`),
  ];
}
