import { Rule } from './rule';
import { isScheduledHere, nodeVersions, selectsControlPlane } from './scheduling';
import { controlPlaneNode } from '../facts/control-plane-node';
import { ccms, listed, nameOf } from '../view/ask';

export const ccmSelectsNoNode: Rule = {
  id: 'ccm-selects-no-node',
  severity: 'error',
  title: 'The cloud-controller-manager selects no control-plane node of the release',
  why: 'Its pods are on no node, and nobody says so: a DaemonSet of zero pods is healthy.',
  fix: 'Select node-role.kubernetes.io/control-plane with an empty value; to 1.23 allow node-role.kubernetes.io/master as well, by an affinity.',
  source: 'KEP-2067; kubernetes/cloud-provider-aws#430, #431, #466',
  check: model => ccms(model).filter(isScheduledHere).flatMap(view => nodeVersions(model, view).flatMap(version => {
    const { labels } = controlPlaneNode(version);
    return view.pod!.nodeTerms.some(term => selectsControlPlane(term, labels)) ? []
      : [{
        place: view.pod!.nodeSelectorPlace,
        message: `${nameOf(view)} selects no control-plane node of ${version.minorVersion}, whose role `
        + `labels are ${listed(labels)} with an empty value`,
      }];
  })),
};
