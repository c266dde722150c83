import { Image } from '../edit/static-pod/image';
import { AWS_CCM_RELEASES } from '../facts/ccm-releases';
import { CONFIG_API } from '../facts/config-api';
import { CCM, Component } from '../kubernetes/component';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/** What an image says about its component. */
export interface ComponentVersion {
  readonly version?: KubernetesVersion;
  /** Tag of the AWS cloud-controller-manager. */
  readonly awsRelease?: string;
}

const AWS_RELEASES = new Map(AWS_CCM_RELEASES.map(release => [release.tag, release]));

/** Distributions append to the upstream release: `v1.27.16-eks-1`, `v1.27.16_vmware.1`. */
const TAG = /^v?1\.(\d{1,3})\.(\d{1,4})(?:[-_+.].*)?$/;

/** Images whose tags look like a Kubernetes release and count something else: github.com/hetznercloud/hcloud-cloud-controller-manager, 1.x of its own. */
const OWN_VERSIONS = /(^|\/)hcloud-cloud-controller-manager$/;

/**
 * The version from the image tag, then from what the user says. A CCM runs the code of the k8s.io/cloud-provider that it links, which some AWS releases take
 * from another minor than their tag's.
 */
export function versionOf(component: Component, image: Image | undefined, said: KubernetesVersion | undefined): ComponentVersion {
  const tag = image && OWN_VERSIONS.test(image.repository) ? null : TAG.exec(image?.tag ?? '');
  const awsRelease = component === CCM && image && isAwsImage(image) && tag ? `v1.${tag[1]}.${tag[2]}${suffix(image.tag!)}` : undefined;
  const linked = awsRelease === undefined ? undefined : AWS_RELEASES.get(awsRelease)?.linkedMinor;
  const version = linked ?? (tag ? KubernetesVersion.of(`1.${tag[1]}.${tag[2]}`) : said);
  return { version, awsRelease };
}

/** Upstream's image, or a mirror that keeps its name. */
export function isAwsImage({ repository }: Image): boolean {
  return /(^|\/)provider-aws\/cloud-controller-manager$|(^|\/)aws-cloud-controller-manager$/.test(repository);
}

/** `-alpha.0`: such a tag is no release. */
function suffix(tag: string): string {
  return /-(alpha|beta|rc)\.\d+/.exec(tag)?.[0] ?? '';
}

/** Why a version cannot be judged. */
export function versionProblem(version: KubernetesVersion | undefined): string | undefined {
  if (version === undefined) return 'its image has no version in its tag that is a Kubernetes release, and --kubernetes-version is not given';
  return CONFIG_API.knows(version) ? undefined : `Kubernetes ${version.minorVersion} is not known; known: ${CONFIG_API.first} to ${CONFIG_API.last}`;
}
