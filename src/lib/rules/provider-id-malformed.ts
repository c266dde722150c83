import { Rule } from './rule';
import { hasChange } from '../facts/ccm-changes';
import { parseRelease } from '../facts/since';
import { awsInstanceOf, isAwsProviderId, isFilledInLater } from '../kubernetes/provider-id';
import { ccms, flagOf, kubelets, nameOf, textOf } from '../view/ask';
import { ComponentView, Model, ProviderIdView } from '../view/model';

export const providerIdMalformed: Rule = {
  id: 'provider-id-malformed',
  severity: 'error',
  title: 'A provider ID that the AWS cloud-controller-manager cannot read',
  why: 'The node is not initialized. Releases from 1.23.0 to 1.27.5 panic while any Node has such an ID; their later patches only log it.',
  fix: 'Use aws:///<availability zone>/<instance id>.',
  source: 'k8s.io/cloud-provider-aws@v1.36.1 pkg/providers/v1/instances.go:50-58, v1.27.1 aws.go:842; kubernetes/cloud-provider-aws#746, #1210',
  check: model => {
    const readers = ccms(model).filter(view => textOf(view, 'cloud-provider') === 'aws');
    const panicking = readers.find(panics);
    return readers.length === 0 ? [] : idsOf(model).flatMap(({ value, place, of }) => {
      if (value === '' || isAwsProviderId(value) || isFilledInLater(value)) return [];
      const instance = awsInstanceOf(value);
      if (instance?.startsWith('fargate-')) return [];
      if (instance !== undefined) {
        return [{ place, severity: 'warning' as const, message: `${of} has the provider ID ${value}, which is taken for the instance ${instance}` }];
      }
      return panicking === undefined ? [{ place, severity: 'warning' as const, message: `${of} has the provider ID ${value}` }]
        : [{ place, message: `${of} has the provider ID ${value}, at which ${nameOf(panicking)} panics` }];
    });
  },
};

/** Whether it ends while a Node has an ID that it cannot read. Of a release that is not known, or a pre-release, the worse is taken. */
function panics({ awsRelease }: ComponentView): boolean {
  if (awsRelease === undefined || awsRelease.includes('-')) return true;
  const release = parseRelease(awsRelease);
  return hasChange(release, 'indexesNodesByInstance') && !hasChange(release, 'takesAnyProviderId');
}

/** Wherever one stands. A flag of a kubelet wins over its configuration. */
function idsOf(model: Model): readonly ProviderIdView[] {
  const flagged = kubelets(model).flatMap(view => {
    const flag = flagOf(view, 'provider-id');
    return flag === undefined ? [] : [{ node: view.node, value: textOf(view, 'provider-id'), place: flag.place, of: `node ${view.node}` }];
  });
  const configured = model.kinds.flatMap(({ nodes }) => nodes).flatMap(({ name, providerId }) =>
    providerId?.value === undefined || flagged.some(({ node }) => node === name) ? []
      : [{ value: providerId.value, place: providerId.place, of: `node ${name}` }]);
  return [...flagged, ...configured, ...model.providerIds];
}
