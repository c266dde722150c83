import { AwsCcmRelease } from '../facts/ccm-releases';
import { EndCause } from '../model/end-cause';
import { modelProcess, ProcessInput } from '../model/process';

/** Why a cloud-controller-manager ends with the command line that it has. */
export interface RefusedCommandLine {
  /** What a reader calls it. */
  readonly label: string;
  readonly cause: EndCause;
}

/** What a release refuses of the command lines that are there, and the one before it takes. */
export function refusedCommandLines(
  inputs: readonly ProcessInput[], before: AwsCcmRelease, after: AwsCcmRelease,
): readonly RefusedCommandLine[] {
  return inputs.flatMap(input => {
    const [had, has] = [before, after].map(({ tag, linkedMinor }) =>
      modelProcess({ ...input, version: linkedMinor, awsRelease: tag }).fate.causes);
    return has.filter(({ text }) => !had.some(cause => cause.text === text)).map(cause => ({ label: input.label, cause }));
  });
}
