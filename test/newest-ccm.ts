import { AWS_CCM_MINORS } from '../src/lib/facts/ccm-release-list';

/** The last tag of a minor of the AWS cloud-controller-manager that was read: what is known of younger ones is taken from it. */
export function lastCcmOf(minor: string): string {
  return AWS_CCM_MINORS.find(line => line.minor === minor)!.releases.at(-1)!.tag;
}

/** The last tag that was read of all. */
export const NEWEST_CCM = AWS_CCM_MINORS.at(-1)!.releases.at(-1)!.tag;
