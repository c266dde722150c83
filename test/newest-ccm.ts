import { faultsOf, isAssessed } from '../src/lib/facts/ccm-faults';
import { awsCcmMinors, promotedTags } from '../src/lib/facts/ccm-release-list';

const lineOf = (minor: string) => awsCcmMinors().find(line => line.minor === minor)!;

/** The last tag of a minor of the AWS cloud-controller-manager that was read: what is known of younger ones is taken from it. */
export function lastCcmOf(minor: string): string {
  return lineOf(minor).releases.at(-1)!.tag;
}

/** The last tag that was read of all. */
export const NEWEST_CCM = awsCcmMinors().at(-1)!.releases.at(-1)!.tag;

/** Images whose faults are known, oldest first. */
const IMAGES = awsCcmMinors().flatMap(line => promotedTags(line).filter(isAssessed));

/** The last image of a minor whose faults are known. */
export function lastImageOf(minor: string): string {
  return promotedTags(lineOf(minor)).filter(isAssessed).at(-1)!;
}

/** The first image after another that is without a fault. */
export function firstImageWithout(fault: string, after: string): string {
  return IMAGES.slice(IMAGES.indexOf(after) + 1).find(tag => faultsOf(tag).every(({ id }) => id !== fault))!;
}
