import { Finding, Rule } from './rule';
import { tagsInPlaceOf } from '../facts/ccm-advice';
import { AwsCcmFault, FaultCondition, faultsOf, isAssessed } from '../facts/ccm-faults';
import { AWS_CCM_RELEASES, servingAwsCcm } from '../facts/ccm-releases';
import { ccms, globalKeyOf, nameOf } from '../view/ask';
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
  const unread = unreadOf(tag, image!.tag ?? tag);
  if (unread !== undefined) {
    const taken = view.version === undefined ? '' : `, what is known of ${unread.serving} is taken for it`;
    return [unassessed(unread.tag, `it was not read${taken}, and `)];
  }
  if (!AWS_CCM_RELEASES.some(known => known.tag === tag)) return [];
  const isMet = ({ when }: AwsCcmFault) => SHOWS[when](view, model);
  const others = tagsInPlaceOf(tag, isMet);
  const advice = others.length > 0 ? `Run ${others.join(' or ')}.` : 'Build one without it: no image is known that has no such fault.';
  return [
    ...isAssessed(tag) ? [] : [unassessed(tag)],
    ...faultsOf(tag).filter(isMet).map(({ says, source }): Finding => ({
      place: image!.place,
      message: `${nameOf(view)}, image ${tag}: ${says} (${source.split(';')[0]})`,
      fix: advice,
    })),
  ];
}

/** An image that is younger than the tables, and whose facts serve: of what was synthesized with `unreadRelease` an annotation names that release. */
function unreadOf(awsRelease: string, tagOfImage: string): { readonly tag: string; readonly serving: string } | undefined {
  const tag = servingAwsCcm(tagOfImage) === awsRelease ? tagOfImage : awsRelease;
  const serving = servingAwsCcm(tag);
  return serving === undefined ? undefined : { tag, serving };
}

const SECURITY_GROUPS = 'service.beta.kubernetes.io/aws-load-balancer-security-groups';
const SSL_POLICY = 'service.beta.kubernetes.io/aws-load-balancer-ssl-negotiation-policy';
const TYPE = 'service.beta.kubernetes.io/aws-load-balancer-type';

type Shows = (view: ComponentView, model: Model) => boolean;

/** Whether a Service has a classic load balancer and an annotation. */
function isAnnotated(annotation: string): Shows {
  return (_, model) => annotationsOf(model).some(annotations => annotation in annotations && annotations[TYPE] !== 'nlb');
}

/** Annotations of each Service of type LoadBalancer. */
function annotationsOf({ objects }: Model): readonly Readonly<Record<string, string>>[] {
  return objects.flatMap(({ loadBalancer }) => (loadBalancer === undefined ? [] : [loadBalancer.annotations]));
}

/** Most inputs have no Services, and most clusters have. */
const MOST_CLUSTERS: Shows = () => true;
/** No input shows it: it depends on AWS alone. */
const NOT_SHOWN: Shows = () => false;

/** Whether the input meets a condition. */
const SHOWS: Readonly<Record<FaultCondition, Shows>> = {
  'always': MOST_CLUSTERS,
  'load-balancers': MOST_CLUSTERS,
  'local-traffic': MOST_CLUSTERS,
  'network-load-balancers': (_, model) => annotationsOf(model).length === 0 || annotationsOf(model).some(({ [TYPE]: type }) => type === 'nlb'),
  'classic-load-balancers': NOT_SHOWN,
  'classic-security-groups': isAnnotated(SECURITY_GROUPS),
  'ssl-negotiation-policy': isAnnotated(SSL_POLICY),
  'untagged-security-groups': NOT_SHOWN,
  'target-quota': NOT_SHOWN,
  'cloud-routes': view => view.process?.controllers.get('route')?.presence === 'enabled',
  'assumed-role': view => globalKeyOf(view, 'RoleARN') !== undefined,
  'topology-error': NOT_SHOWN,
  'nodes-without-provider-id': NOT_SHOWN,
  'several-interfaces': NOT_SHOWN,
  'no-instance-identity': NOT_SHOWN,
  'terminated-instance': NOT_SHOWN,
};
