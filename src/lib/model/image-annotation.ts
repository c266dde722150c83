import { ComponentVersion, versionOf } from './component-version';
import { readAwsCcm } from '../facts/ccm-releases';
import { componentOf, componentOfImage } from '../facts/manager-names';
import { CCM } from '../kubernetes/component';
import { Image, parseImage } from '../kubernetes/image';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/**
 * What the image of a pod is built from, where its tag does not say so: `<image>=1.31`, or `<image>=provider-aws/v1.32.5`. It names the image, so
 * that it says nothing of another image that replaces it.
 */
export const IMAGE_VERSION_ANNOTATION = 'ccm-migration/image-version';
/** On the workload of a release that was not read: whose facts serve for it. */
export const UNREAD_ANNOTATION = 'ccm-migration/unread-release';

const AWS = 'provider-aws/';

/** What a cloud-controller-manager runs: its image, and what that is built from. */
interface BuiltImage {
  readonly image: string;
  readonly linkedMinor: KubernetesVersion;
  /** Tag of a release of the AWS cloud-controller-manager. */
  readonly awsImage?: string;
}

/** The annotation of its pods; nothing where the image and the name of its container say the same by themselves. */
export function imageVersionAnnotation({ image, linkedMinor, awsImage }: BuiltImage, container: string): Readonly<Record<string, string>> {
  const said = versionOf(CCM, parseImage(image), {});
  const isSaid = (componentOfImage(image) ?? componentOf(container)) === CCM
    && said.version?.minorVersion === linkedMinor.minorVersion && said.awsRelease === awsImage;
  return isSaid ? {} : { [IMAGE_VERSION_ANNOTATION]: `${image}=${awsImage === undefined ? linkedMinor.minorVersion : AWS + awsImage}` };
}

/** What an annotation says of an image; nothing where it is of another image, or cannot be read. */
export function annotatedVersion(annotation: string | undefined, image: Image | undefined): ComponentVersion | undefined {
  const match = annotation?.match(/^([^\s=]+)=([^\s=]+)$/);
  if (!match || !image || referenceOf(parseImage(match[1])) !== referenceOf(image)) return undefined;
  const [, , value] = match;
  if (value.startsWith(AWS)) {
    const release = readAwsCcm(value.slice(AWS.length));
    return release && { version: release.linkedMinor, awsRelease: release.tag };
  }
  return /^1\.\d{1,3}$/.test(value) ? { version: KubernetesVersion.of(value) } : undefined;
}

function referenceOf({ repository, tag, digest }: Image): string {
  return JSON.stringify([repository, tag, digest]);
}
