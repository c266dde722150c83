import { Finding, Rule, Said, Undecided } from './rule';
import { tagsInPlaceOf } from '../facts/ccm-advice';
import { AwsCcmFault, faultsOf, isAssessed } from '../facts/ccm-faults';
import { readAwsCcm, servingAwsCcm } from '../facts/ccm-releases';
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

function findings(view: ComponentView, model: Model): readonly Said[] {
  const tag = awsTagOf(view);
  // Stryker disable next-line ConditionalExpression: without a tag no release is found either
  if (tag === undefined) return [];
  const serving = servingAwsCcm(tag);
  if (serving !== undefined) {
    const taken = view.version === undefined ? '' : `, what is known of ${serving} is taken for it`;
    return [unassessed(view, tag, `it was not read${taken}, and `)];
  }
  if (readAwsCcm(tag) === undefined) return [];
  const isMet = isMetBy(view, model);
  return ofRelease(view, tag, { isAssessed: isAssessed(tag), faults: faultsOf(tag).filter(isMet), others: tagsInPlaceOf(tag, isMet) });
}

/** What is known against a release that was read. */
export interface KnownOfRelease {
  readonly isAssessed: boolean;
  /** Those that the input meets. */
  readonly faults: readonly Pick<AwsCcmFault, 'says' | 'remedy' | 'source'>[];
  /** Tags of images to run in its place. */
  readonly others: readonly string[];
}

export function ofRelease(view: ComponentView, tag: string, { isAssessed: isKnown, faults, others }: KnownOfRelease): readonly Said[] {
  const advice = others.length > 0 ? `Run ${others.join(' or ')}.` : 'Build one without it: no image is known that has no such fault.';
  return [
    ...isKnown ? [] : [unassessed(view, tag, '')],
    ...faults.map(({ says, remedy, source }): Finding => ({
      place: view.image!.place,
      message: `${nameOf(view)}, image ${tag}: ${says} (${source.split(';')[0]})`,
      fix: remedy === undefined ? advice : [remedy, ...others.length > 0 ? [`Or run ${others.join(' or ')}.`] : []].join(' '),
    })),
  ];
}

function unassessed(view: ComponentView, tag: string, why: string): Undecided<Finding> {
  return {
    undecided: {
      place: view.image!.place,
      message: `${nameOf(view)}, image ${tag}: ${why}its faults are not known`,
      fix: 'Run a release whose faults are known, or read what others report of it.',
    },
  };
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
