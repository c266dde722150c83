import { AwsCcmRelease } from '../../facts/ccm-releases';
import { EndConcern } from '../../model/end-cause';
import { CcmDifference } from '../difference';
import { refusedCommandLines } from '../refused-command-lines';
import { UpgradedCluster } from '../upgraded-cluster';

/** Rules of `verify` that report it of the release that runs. */
const RULES: Partial<Readonly<Record<EndConcern, string>>> = {
  'unknown-flag': 'flag-unknown-to-release', 'feature-gate': 'feature-gate-refused',
};

/** Of the command lines that the cluster has. */
export function commandLineDifferences(before: AwsCcmRelease, after: AwsCcmRelease, { ccms = [], place }: UpgradedCluster): readonly CcmDifference[] {
  return refusedCommandLines(ccms, before, after).map(({ label, concern, text, fix, isCertain }): CcmDifference => ({
    topic: concern === 'feature-gate' ? 'feature-gate' : 'flag',
    says: isCertain ? `${label} ends with the command line that it has: ${text}` : `${label} may end with the command line that it has: ${text}`,
    todo: fix ?? 'Change its command line before the release is rolled out, or with it.',
    source: `k8s.io/cloud-provider@${after.cloudProvider} app/controllermanager.go, and what it links`,
    hindrance: { id: RULES[concern] ?? 'process-ends', isCertain },
    ...place && { place },
  }));
}
