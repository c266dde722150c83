import { Finding, Rule, Said, stopFindings } from './rule';
import { awsCcmMinors, promotedTags } from '../facts/ccm-release-list';
import { AWS_CCM_REPOSITORY, awsCcmRelease, isPromoted } from '../facts/ccm-releases';
import { ccms, isCcm, nameOf } from '../view/ask';
import { ComponentView, NO_DOUBT } from '../view/model';

export const ccmImageNotPromoted: Rule = {
  id: 'ccm-image-not-promoted',
  severity: 'error',
  title: 'An image of the cloud-controller-manager that was never published',
  why: 'A git tag is not an image: promotions lag behind tags and skip some. The pods stay in ImagePullBackOff.',
  fix: 'Use a promoted tag of the same minor.',
  source: 'kubernetes/k8s.io registry.k8s.io/images/k8s-staging-provider-aws/images.yaml',
  check: model => [
    ...stopFindings(model, 'ccm-image-not-promoted'), ...ccms(model).flatMap(findingsOf).filter(one => !isError(one)),
  ],
  stops: view => isCcm(view) ? findingsOf(view).filter(isError).map(({ place, message }) => ({ place, what: message })) : NO_DOUBT.notAsked,
};

function isError(said: Said): said is Finding {
  return !('undecided' in said) && said.severity === undefined;
}

/** All tags that were ever promoted have this form. */
const TAG = /^v1\.\d+\.\d+(?:-(?:alpha|beta|rc)\.\d+)?$/;

function findingsOf(view: ComponentView): readonly Said[] {
  const { image, awsRelease } = view;
  if (awsRelease === undefined || image!.repository !== AWS_CCM_REPOSITORY) return [];
  const { place, tag, digest } = image!;
  if (digest === undefined && !TAG.test(tag!)) {
    return [{ place, message: `${nameOf(view)}: there is no image ${AWS_CCM_REPOSITORY}:${tag}; its tag is ${awsRelease}` }];
  }
  if (isPromoted(awsRelease)) return otherDigest(view, awsRelease, image!);
  const minor = awsCcmMinors().find(one => awsRelease.startsWith(`v${one.minor}.`));
  // What is younger than the list of images, or than what was read of the minor, may have been promoted since.
  const listed = minor?.releases.filter(({ promoted }) => promoted !== undefined) ?? [];
  const isNewer = listed.length === 0 || patchOf(awsRelease) > patchOf(listed.at(-1)!.tag);
  const unknown = { place: image!.place, message: `${nameOf(view)}: ${awsRelease} is not known to have an image` };
  if (isNewer) return [awsRelease.includes('-') ? unknown : { undecided: { ...unknown, severity: 'warning' } }];
  return [{
    place: image!.place,
    message: `${nameOf(view)}: there is no image ${AWS_CCM_REPOSITORY}:${awsRelease}; promoted images of ${minor!.minor}: `
      + promotedTags(minor!).join(', '),
  }];
}

/** A digest decides what is pulled; that of one architecture is another than that of the image. */
function otherDigest(view: ComponentView, release: string, { digest, place }: NonNullable<ComponentView['image']>): readonly Finding[] {
  const known = awsCcmRelease(release).digest;
  if (digest === undefined || known === undefined || digest === known) return [];
  return [{
    place,
    severity: 'warning',
    message: `${nameOf(view)} is pulled by ${digest}, which is not the image that ${release} was promoted with`,
    fix: `Take ${known}, which is of every architecture, or the tag alone.`,
  }];
}

/** A pre-release has none, and is newer than nothing. */
function patchOf(tag: string): number {
  return Number(tag.split('.')[2]);
}
