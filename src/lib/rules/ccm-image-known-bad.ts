import { Rule } from './rule';
import { knownBadAwsCcm } from '../facts/ccm-releases';
import { ccms, nameOf } from '../view/ask';

export const ccmImageKnownBad: Rule = {
  id: 'ccm-image-known-bad',
  severity: 'warning',
  title: 'An image of the cloud-controller-manager that users had to leave',
  why: 'Nodes stay without a provider ID, or are missing from load balancers.',
  fix: 'Use a newer patch of the same minor.',
  source: 'siderolabs/cluster-api-templates#23; kubernetes/kops#16496',
  check: model => ccms(model).flatMap(view => {
    const bad = view.awsRelease && knownBadAwsCcm(view.awsRelease);
    return bad ? [{ place: view.image!.place, message: `${nameOf(view)}, image ${view.awsRelease}: ${bad.reason} (${bad.issue})` }] : [];
  }),
};
