import { Rule, undecidedIf } from './rule';
import { hasChange } from '../facts/ccm-changes';
import { parseRelease } from '../facts/since';
import { awsInstanceOf, isAwsProviderId, isFilledInLater } from '../kubernetes/provider-id';
import { ccms, flagOf, isCcm, kubelets, nameOf, textOf } from '../view/ask';
import { ComponentView, NO_DOUBT, ProviderIdView, ReadModel } from '../view/model';

export const providerIdMalformed: Rule = {
  id: 'provider-id-malformed',
  severity: 'error',
  title: 'A provider ID that the AWS cloud-controller-manager cannot read',
  why: 'The node is not initialized. Releases from 1.23.0 to 1.27.5 panic while any Node has such an ID; their later patches only log it.',
  fix: 'Use aws:///<availability zone>/<instance id>.',
  source: 'k8s.io/cloud-provider-aws@v1.36.1 pkg/providers/v1/instances.go:50-58, v1.27.1 aws.go:842; kubernetes/cloud-provider-aws#746, #1210',
  check: model => {
    const readers = ccms(model).filter(readsIds);
    const panicking = readers.find(view => panics(view) === true) ?? readers.find(panics);
    return readers.length === 0 ? [] : idsOf(model).flatMap(({ value, place, of }) => {
      const instance = awsInstanceOf(value);
      if (isRead(value) || instance?.startsWith('fargate-')) return [];
      if (instance !== undefined) {
        return [{ place, severity: 'warning' as const, message: `${of} has the provider ID ${value}, which is taken for the instance ${instance}` }];
      }
      return panicking === undefined ? [{ place, severity: 'warning' as const, message: `${of} has the provider ID ${value}` }]
        : [undecidedIf(panics(panicking) === 'perhaps', {
          place, message: `${of} has the provider ID ${value}, at which ${nameOf(panicking)} panics`,
        })];
    });
  },
  // With its informers, which it starts after its controllers.
  stops: (view, model) => {
    if (!isCcm(view) || !readsIds(view) || !panics(view)) return NO_DOUBT.notAsked;
    const found = idsOf(model).find(({ value }) => !isRead(value) && awsInstanceOf(value) === undefined);
    return found === undefined ? NO_DOUBT.isRight : [undecidedIf(panics(view) === 'perhaps', {
      place: found.place,
      what: `${nameOf(view)} panics at the provider ID ${found.value} of ${found.of}`,
      reaches: 'controllers',
    })];
  },
};

function readsIds(view: ComponentView): boolean {
  return textOf(view, 'cloud-provider') === 'aws';
}

function isRead(value: string): boolean {
  return value === '' || isAwsProviderId(value) || isFilledInLater(value);
}

/** Whether it ends while a Node has an ID that it cannot read. */
function panics({ awsRelease }: ComponentView): boolean | 'perhaps' {
  if (awsRelease === undefined || awsRelease.includes('-')) return 'perhaps';
  const release = parseRelease(awsRelease);
  return hasChange(release, 'indexesNodesByInstance') && !hasChange(release, 'takesAnyProviderId');
}

/** Wherever one stands. A flag of a kubelet wins over its configuration. */
function idsOf(model: ReadModel): readonly ProviderIdView[] {
  const flagged = kubelets(model).flatMap(view => {
    const flag = flagOf(view, 'provider-id');
    return flag === undefined ? [] : [{ node: view.node, value: textOf(view, 'provider-id'), place: flag.place, of: `node ${view.node}` }];
  });
  const configured = model.kinds.flatMap(({ nodes }) => nodes).flatMap(({ name, providerId }) =>
    providerId?.value === undefined || flagged.some(({ node }) => node === name) ? []
      : [{ value: providerId.value, place: providerId.place, of: `node ${name}` }]);
  return [...flagged, ...configured, ...model.providerIds];
}
