import { AWS_CCM_REPOSITORY, awsCcmRelease, newestPromotedAwsCcm } from '../facts/ccm-releases';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/** Registry of upstream's image. */
const UPSTREAM = 'registry.k8s.io';

/**
 * Image of the AWS cloud-controller-manager. A git tag is not an image: only promoted releases have one.
 *
 * @param mirror what stands for upstream's registry on the nodes
 * @throws if the release has no image, or no release of the minor has
 */
export function awsCcmImage(kubernetesVersion: KubernetesVersion, release?: string, repository?: string, mirror?: string): string {
  const tag = release ?? newestPromotedAwsCcm(kubernetesVersion);
  // A mirror may hold an image that was built from a tag without promotion.
  if (!awsCcmRelease(tag, 'release').promoted && repository === undefined) {
    throw new Error(`release '${tag}' is a git tag without an image in ${AWS_CCM_REPOSITORY}; use '${newestPromotedAwsCcm(kubernetesVersion)}', or `
      + 'give the `imageRepository` that holds it');
  }
  const own = mirror === undefined ? AWS_CCM_REPOSITORY : AWS_CCM_REPOSITORY.replace(UPSTREAM, mirror);
  return `${repository ?? own}:${tag}`;
}
