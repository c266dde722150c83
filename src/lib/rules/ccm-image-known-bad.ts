import { Finding, Rule } from './rule';
import { tagsInPlaceOf } from '../facts/ccm-advice';
import { AwsCcmFault, faultsOf, isAssessed } from '../facts/ccm-faults';
import { AWS_CCM_RELEASES, servingAwsCcm } from '../facts/ccm-releases';
import { conditionMet } from '../facts/fault-condition';
import { awsTagOf, ccms, globalKeyOf, nameOf } from '../view/ask';
import { webIdentityWithoutRegion } from '../view/environment';
import { ComponentView, Model } from '../view/model';

export const ccmImageKnownBad: Rule = {
  id: 'ccm-image-known-bad',
  severity: 'warning',
  title: 'A release of the cloud-controller-manager with a known fault, or one that is not in the tables',
  why: 'It runs, and does not do its work: nodes without a provider ID, load balancers and routes that are no longer updated.',
  fix: 'Run a release without it.',
  source: 'kubernetes/cloud-provider-aws: each row of src/lib/facts/ccm-faults.ts has its own',
  check: model => ccms(model).flatMap(view => findings(view, model)),
};

function findings(view: ComponentView, model: Model): readonly Finding[] {
  const { awsRelease: tag, image } = view;
  if (tag === undefined) return [];
  const unassessed = (release: string, why: string = ''): Finding => ({
    place: image!.place,
    message: `${nameOf(view)}, image ${release}: ${why}its faults are not known`,
    fix: 'Run a release whose faults are known, or read what others report of it.',
  });
  const unread = unreadOf(awsTagOf(view)!);
  if (unread !== undefined) {
    const taken = view.version === undefined ? '' : `, what is known of ${unread.serving} is taken for it`;
    return [unassessed(unread.tag, `it was not read${taken}, and `)];
  }
  if (!AWS_CCM_RELEASES.some(known => known.tag === tag)) return [];
  const isMet = isMetBy(view, model);
  const others = tagsInPlaceOf(tag, isMet);
  const advice = others.length > 0 ? `Run ${others.join(' or ')}.` : 'Build one without it: no image is known that has no such fault.';
  return [
    ...isAssessed(tag) ? [] : [unassessed(tag)],
    ...faultsOf(tag).filter(isMet).map(({ says, remedy, source }): Finding => ({
      place: image!.place,
      message: `${nameOf(view)}, image ${tag}: ${says} (${source.split(';')[0]})`,
      fix: remedy === undefined ? advice : `${remedy} ${others.length > 0 ? `Or run ${others.join(' or ')}.` : ''}`.trim(),
    })),
  ];
}

/** An image that is younger than the tables, and whose facts serve. */
function unreadOf(tag: string): { readonly tag: string; readonly serving: string } | undefined {
  const serving = servingAwsCcm(tag);
  return serving === undefined ? undefined : { tag, serving };
}

/** Whether the input meets the condition of a fault; what depends on AWS alone no input shows. */
function isMetBy(view: ComponentView, { objects }: Model): (fault: AwsCcmFault) => boolean {
  const cluster = {
    services: objects.flatMap(({ loadBalancer }) => loadBalancer ?? []),
    cloudRoutes: view.process?.controllers.get('route')?.presence === 'enabled',
    assumesRole: globalKeyOf(view, 'RoleARN') !== undefined,
    webIdentityWithoutRegion: webIdentityWithoutRegion(view),
  };
  return ({ when }) => conditionMet(when, cluster) === 'yes';
}
