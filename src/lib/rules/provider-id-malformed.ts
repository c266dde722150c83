import { Rule } from './rule';
import { isAwsProviderId } from '../kubernetes/provider-id';
import { ccms, kubelets, placeOf, textOf } from '../view/ask';

export const providerIdMalformed: Rule = {
  id: 'provider-id-malformed',
  severity: 'error',
  title: 'A provider ID that the AWS cloud-controller-manager cannot read',
  why: 'The cloud-controller-manager fails on the node, or crashes, and the node is not initialized.',
  fix: 'Use aws:///<availability zone>/<instance id>.',
  source: 'k8s.io/cloud-provider-aws@v1.36.1 pkg/providers/v1/instances.go:50-58; kubernetes/cloud-provider-aws#746',
  check: model => ccms(model).every(view => textOf(view, 'cloud-provider') !== 'aws') ? [] : kubelets(model).flatMap(view => {
    const id = textOf(view, 'provider-id');
    return id === '' || isAwsProviderId(id) ? []
      : [{ place: placeOf(view, 'provider-id'), message: `node ${view.node} has --provider-id=${id}` }];
  }),
};
