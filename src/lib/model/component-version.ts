import { awsCcmOfDigest, readAwsCcm, servingAwsCcm } from '../facts/ccm-releases';
import { CONFIG_API } from '../facts/config-api';
import { IMAGE_SCHEMES } from '../facts/image-versions';
import { takenUnread } from '../facts/kubernetes-releases';
import { CCM, Component } from '../kubernetes/component';
import { Image } from '../kubernetes/image';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/** What an image says about its component. */
export interface ComponentVersion {
  readonly version?: KubernetesVersion;
  /** Tag of the AWS cloud-controller-manager. */
  readonly awsRelease?: string;
}

/** What the user says about versions. */
export interface SaidVersions {
  /** Of components whose image does not say. */
  readonly kubernetesVersion?: KubernetesVersion;
  /** Of images, by their reference or the end of it: these come first. */
  readonly imageVersions?: ReadonlyMap<string, KubernetesVersion>;
  /** Whether a release that is younger than the tables, of any component, is read as the last one before it. */
  readonly unreadRelease?: boolean;
}

/** Distributions append to the upstream release: `v1.27.16-eks-1`, `v1.27.16_vmware.1`. */
const TAG = /^v?1\.(\d{1,3})\.(\d{1,4})(?:[-_+.].*)?$/;

/** The Kubernetes release that the tag of an image says, as `1.27.16`. */
export function releaseOfTag(tag: string | undefined): string | undefined {
  const match = tag?.match(TAG);
  return match ? `1.${match[1]}.${match[2]}` : undefined;
}

/**
 * The version: what the user says about this image, else from the digest of a promoted one, else what its pod says of it, else from its tag, else
 * what the user says about all. A CCM runs the code of the k8s.io/cloud-provider that it links, which some AWS releases take from another minor than
 * their tag's.
 */
export function versionOf(component: Component, image: Image | undefined, said: SaidVersions, annotated?: ComponentVersion): ComponentVersion {
  const found = versionSaid(component, image, said, annotated);
  return { ...found, version: versionAsRead(found.version, said) };
}

/** A version with the facts that are taken for it, where it is younger than the tables and `unreadRelease` is said. */
export function versionAsRead(version: KubernetesVersion | undefined, { unreadRelease }: SaidVersions): KubernetesVersion | undefined {
  return unreadRelease === true && version !== undefined ? takenUnread(version) : version;
}

function versionSaid(component: Component, image: Image | undefined, said: SaidVersions, annotated?: ComponentVersion): ComponentVersion {
  const ofImage = image && saidOf(image, said);
  if (ofImage) return { version: ofImage };
  const promoted = component === CCM ? awsCcmOfDigest(image?.digest) : undefined;
  if (promoted) return { version: promoted.linkedMinor, awsRelease: promoted.tag };
  if (annotated) return annotated;
  const scheme = component === CCM && image ? IMAGE_SCHEMES.find(({ repository }) => repository.test(image.repository)) : undefined;
  if (scheme) {
    const minor = scheme.minor && image!.tag?.match(scheme.minor)?.[1];
    return { version: minor === undefined ? said.kubernetesVersion : KubernetesVersion.of(`1.${minor}`) };
  }
  const tag = image?.tag?.match(TAG);
  const awsRelease = component === CCM && image && isAwsImage(image) && tag ? `v1.${tag[1]}.${tag[2]}${suffix(image.tag!)}` : undefined;
  // Stryker disable next-line ConditionalExpression: nothing serves for what is no release
  const serving = awsRelease === undefined ? undefined : servingAwsCcm(awsRelease);
  const read = said.unreadRelease === true ? serving ?? awsRelease : awsRelease;
  const version = readAwsCcm(read)?.linkedMinor ?? KubernetesVersion._readStart(tag?.[0]) ?? said.kubernetesVersion;
  return { version, awsRelease };
}

function saidOf({ repository, tag, digest }: Image, { imageVersions = new Map() }: SaidVersions): KubernetesVersion | undefined {
  const names = [repository, tag && `${repository}:${tag}`, digest && `${repository}@${digest}`];
  return [...imageVersions].find(([image]) => names.some(name => name === image || name?.endsWith(`/${image}`)))?.[1];
}

/** Upstream's image, or a mirror that keeps its name. */
export function isAwsImage({ repository }: Image): boolean {
  return /(^|\/)(k8s-staging-)?provider-aws\/cloud-controller-manager$|(^|\/)aws-cloud-controller-manager$/.test(repository);
}

/** `-alpha.0`: such a tag is no release. */
function suffix(tag: string): string {
  return /-(alpha|beta|rc)\.\d+/.exec(tag)?.[0] ?? '';
}

/** Why a version cannot be judged. */
export function versionProblem(version: KubernetesVersion | undefined): string | undefined {
  if (version === undefined) {
    return 'its image has no version in its tag that is a Kubernetes release, and neither --kubernetes-version nor --image-version is given';
  }
  return CONFIG_API.knows(version) ? undefined : `Kubernetes ${version.minorVersion} is not known; known: ${CONFIG_API.first} to ${CONFIG_API.last}`;
}

/** A version that the tables know; undefined: there is none, or no table has it. */
export function knownVersion(version: KubernetesVersion | undefined): KubernetesVersion | undefined {
  return versionProblem(version) === undefined ? version : undefined;
}

/** How a release that is younger than the tables is judged all the same; undefined: it is not. */
export function unreadFix(version: KubernetesVersion | undefined): string | undefined {
  return version === undefined || takenUnread(version) === version ? undefined
    : 'Pass --unread-release to take it with what is known of the last release before it.';
}
