/** Whether a cluster may go to another release of its cloud-controller-manager. */
export type UpgradeAnswer = 'may-go' | 'must-not' | 'cannot-say';

/** As people read it. */
export const ANSWERS: Readonly<Record<UpgradeAnswer, string>> = { 'may-go': 'may go', 'must-not': 'must not go', 'cannot-say': 'cannot say' };

/** What stands in the way decides: one thing that does is enough, and one that may leaves it open. */
export function answerOf(hindrances: readonly { readonly isCertain: boolean }[]): UpgradeAnswer {
  if (hindrances.length === 0) return 'may-go';
  return hindrances.some(({ isCertain }) => isCertain) ? 'must-not' : 'cannot-say';
}
