import { AWS_CCM_REPOSITORY, AwsCcmRelease } from '../../facts/ccm-releases';
import { CcmDifference } from '../difference';
import { UpgradedCluster } from '../upgraded-cluster';

/** An image of another registry may have been built by those who run it. */
export function imageDifferences(
  { tag, promoted }: Pick<AwsCcmRelease, 'tag' | 'promoted'>, { ccmRepositories = [] }: UpgradedCluster,
): readonly CcmDifference[] {
  const source = 'kubernetes/k8s.io registry.k8s.io/images/k8s-staging-provider-aws/images.yaml';
  if (promoted === true) return [];
  return [{
    topic: 'image',
    says: promoted === false ? `${tag} is a git tag without an image in registry.k8s.io`
      : `whether ${tag} has an image in registry.k8s.io is not known`,
    todo: promoted === false ? 'Build it, or take another release.' : 'Look whether it can be pulled before it is rolled out.',
    source,
    ...promoted === false && { hindrance: { id: 'ccm-image-not-promoted', isCertain: ccmRepositories.includes(AWS_CCM_REPOSITORY) } },
  }];
}
