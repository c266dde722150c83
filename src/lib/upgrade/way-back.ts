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
  return [
    ...leftDone({ to, differences }),
    ...refusedAgain({ from, to }).map(({ says }) => `${from} goes back to what it refused, also of Services that came meanwhile: ${says}`),
  ];
}

/** What the younger release did to the cluster and to AWS. */
export function leftDone({ to, differences }: Pick<Returned, 'to' | 'differences'>): readonly string[] {
  return differences.filter(({ topic }) => LEFT_BEHIND.includes(topic)).map(({ says }) => `what ${to} did meanwhile stays done: ${says}`);
}

/** What the older release refuses of Services, and the younger takes. */
export function refusedAgain({ from, to }: Pick<Returned, 'from' | 'to'>): readonly CcmDifference[] {
  const [old, young] = [from, to].map(tag => releaseAsRead(tag, '', true));
  return ccmDifferences(young, old).filter(({ topic, todo }) => topic === 'service' && todo !== undefined);
}
