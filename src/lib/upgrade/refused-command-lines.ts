import { AwsCcmRelease } from '../facts/ccm-releases';
import { EndConcern } from '../model/end-cause';
import { modelProcess, ProcessInput } from '../model/process';

/** Why a cloud-controller-manager ends, or may end, with the command line that it has. */
export interface RefusedCommandLine {
  /** What a reader calls it. */
  readonly label: string;
  readonly concern: EndConcern;
  readonly text: string;
  readonly fix?: string;
  /** Otherwise the tables do not say whether the release takes it. */
  readonly isCertain: boolean;
}

/** What a release refuses of the command lines that are there, or may refuse, and the one before it takes. */
export function refusedCommandLines(
  inputs: readonly ProcessInput[], before: AwsCcmRelease, after: AwsCcmRelease,
): readonly RefusedCommandLine[] {
  return inputs.flatMap(input => {
    const [had, has] = [before, after].map(release => problemsOf(input, release));
    return has.filter(({ same }) => !had.some(problem => problem.same === same)).map(({ problem }) => ({ label: input.label, ...problem }));
  });
}

interface Problem {
  /** By which it is the same in two releases. */
  readonly same: string;
  readonly problem: Omit<RefusedCommandLine, 'label'>;
}

function problemsOf(input: ProcessInput, { tag, linkedMinor }: AwsCcmRelease): readonly Problem[] {
  const { fate, doubts = [] } = modelProcess({ ...input, version: linkedMinor, awsRelease: tag });
  return [
    ...fate.causes.map(({ concern, text, fix }) => ({ same: text, problem: { concern, text, ...fix !== undefined && { fix }, isCertain: true } })),
    // A doubt names the release.
    ...doubts.map(text => ({
      same: text.replaceAll(linkedMinor.minorVersion, ''), problem: { concern: 'command-line' as const, text, isCertain: false },
    })),
  ];
}
