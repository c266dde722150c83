import { AWS_CCM_REPOSITORY, awsCcmRelease, newestPromotedAwsCcm } from '../facts/ccm-releases';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/**
 * Image of the AWS cloud-controller-manager. A git tag is not an image: only promoted releases have one.
 *
 * @param prop what the user calls the repository
 * @throws if the release has no image, or no release of the minor has
 */
export function awsCcmImage(kubernetesVersion: KubernetesVersion, release?: string, repository?: string, prop: string = 'imageRepository'): string {
  const tag = release ?? newestPromotedAwsCcm(kubernetesVersion);
  // A mirror may hold an image that was built from a tag without promotion.
  if (!awsCcmRelease(tag, 'ccmRelease').promoted && repository === undefined) {
    throw new Error(`ccmRelease '${tag}' is a git tag without an image in ${AWS_CCM_REPOSITORY}; use '${newestPromotedAwsCcm(kubernetesVersion)}', or give the \`${prop}\` that holds it`);
  }
  return `${repository ?? AWS_CCM_REPOSITORY}:${tag}`;
}
