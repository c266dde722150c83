import { AWS_CCM_REPOSITORY, awsCcmRelease, promotedOfLine } from '../facts/ccm-releases';
import { checkedDigest, checkedImage } from '../kubernetes/image';

/** Registry of upstream's image. */
const UPSTREAM = 'registry.k8s.io';

/** Where an image is pulled from. */
export interface AwsImageSource {
  /** Repository that the user gives. */
  readonly repository?: string;
  /** What stands for upstream's registry on the nodes. */
  readonly mirror?: string;
  /** Digest that the user gives. */
  readonly digest?: string;
  /** Whether the digest of the promoted image is asked for. */
  readonly isPinned?: boolean;
  /** Whether the tag is younger than the tables: then nothing is known of its image. */
  readonly isUnread?: boolean;
}

/**
 * Image of the AWS cloud-controller-manager. A git tag is not an image: only promoted releases have one.
 *
 * @throws if the release has no image; if the repository is none, or the digest is not that of the release
 */
export function awsCcmImage(tag: string, source: AwsImageSource = {}): string {
  const { repository, mirror } = source;
  if (repository !== undefined) checkRepository(repository);
  // A mirror may hold an image that was built from a tag without promotion.
  if (source.isUnread !== true && !awsCcmRelease(tag, 'release').promoted && repository === undefined) {
    const images = promotedOfLine(tag);
    throw new Error(`release '${tag}' is a git tag without an image in ${AWS_CCM_REPOSITORY}; ${images.length > 0
      ? `its minor has ${images.join(', ')}: use one of them` : 'no image of its minor is known: use one of another minor'}, or give the `
      + '`imageRepository` that holds it');
  }
  const own = mirror === undefined ? AWS_CCM_REPOSITORY : AWS_CCM_REPOSITORY.replace(UPSTREAM, mirror);
  const digest = digestOf(tag, source);
  return `${repository ?? own}:${tag}${digest === undefined ? '' : `@${digest}`}`;
}

/** Label of nodes with what their processor is. */
const ARCHITECTURE = 'kubernetes.io/arch';

/**
 * @param nodeSelector of its pods
 * @throws if the nodes are of an architecture for which upstream builds no image of the release
 */
export function checkArchitecture(release: string, nodeSelector: Readonly<Record<string, string>>): void {
  const { architectures } = awsCcmRelease(release, 'release');
  const wanted = nodeSelector[ARCHITECTURE];
  if (wanted === undefined || architectures.includes(wanted)) return;
  throw new Error(`pod.nodeSelector has '${ARCHITECTURE}: ${wanted}', but the image of ${release} is built for ${architectures.join(' and ')}; `
    + 'leave it out, or give the `imageRepository` that holds one for it');
}

function checkRepository(repository: string): void {
  const { tag, digest } = checkedImage('imageRepository', repository);
  if (tag !== undefined) {
    throw new Error(`imageRepository '${repository}' has the tag '${tag}', and the tag is the release; leave it out, and give 'release'`);
  }
  if (digest !== undefined) throw new Error(`imageRepository '${repository}' has a digest; leave it out, and give it as 'imageDigest'`);
}

function digestOf(tag: string, { repository, digest, isPinned, isUnread = false }: AwsImageSource): string | undefined {
  const promoted = isUnread ? undefined : awsCcmRelease(tag).digest;
  if (digest !== undefined) {
    checkedDigest('imageDigest', digest);
    // In a repository of one's own another image may have the tag: one that was built there.
    if (repository === undefined && promoted !== undefined && digest !== promoted) {
      throw new Error(`imageDigest '${digest}' is not that of ${tag} in ${AWS_CCM_REPOSITORY}, which is ${promoted}; correct it, or say with `
        + '`imageRepository` where that image is');
    }
    return digest;
  }
  if (!isPinned) return undefined;
  if (promoted === undefined) throw new Error(`no digest of ${tag} is known, so it cannot be pinned; give it as \`imageDigest\``);
  return promoted;
}
