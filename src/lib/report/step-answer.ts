import { ReportStep } from './report';
import { answerOf, UpgradeAnswer } from '../upgrade/answer';

/** What is certain decides; what is not known leaves it open. */
export function answerOfSteps(steps: readonly Pick<ReportStep, 'verdict' | 'findings'>[]): UpgradeAnswer {
  return answerOf(steps.flatMap(hindrances));
}

function hindrances(
  { verdict: { exclusivity, liveness, unknown }, findings }: Pick<ReportStep, 'verdict' | 'findings'>,
): readonly { readonly isCertain: boolean }[] {
  return [
    ...exclusivity === true && liveness === true ? [] : [{ isCertain: unknown === undefined }],
    ...findings.filter(({ severity }) => severity === 'error').map(({ undecided }) => ({ isCertain: undecided !== true })),
  ];
}

/** Whether nothing stands in the way of a step. */
export function isSafe({ verdict: { exclusivity, liveness }, findings }: ReportStep): boolean {
  return exclusivity === true && liveness === true && !findings.some(({ severity }) => severity === 'error');
}
