import { AWS_CCM_REPOSITORY, awsCcmRelease, newestPromotedAwsCcm } from '../facts/ccm-releases';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/**
 * Image of the AWS cloud-controller-manager. A git tag is not an image: only promoted releases have one.
 *
 * @throws if the release has no image, or no release of the minor has
 */
export function awsCcmImage(kubernetesVersion: KubernetesVersion, release?: string, repository?: string): string {
  const tag = release ?? newestPromotedAwsCcm(kubernetesVersion);
  // A mirror may hold an image that was built from a tag without promotion.
  if (!awsCcmRelease(tag, 'release').promoted && repository === undefined) {
    throw new Error(`release '${tag}' is a git tag without an image in ${AWS_CCM_REPOSITORY}; use '${newestPromotedAwsCcm(kubernetesVersion)}', or give the \`imageRepository\` that holds it`);
  }
  return `${repository ?? AWS_CCM_REPOSITORY}:${tag}`;
}
