import { Rule, stopFindings } from './rule';
import { controlPlanes, isScheduledHere, kindsOfOtherVersions, selectsControlPlane } from './scheduling';
import { isCcm, listed, nameOf } from '../view/ask';
import { NO_DOUBT } from '../view/model';

export const ccmSelectsNoNode: Rule = {
  id: 'ccm-selects-no-node',
  severity: 'error',
  title: 'The cloud-controller-manager selects no control-plane node of the release',
  why: 'It runs on no node, and Kubernetes reports no error: a DaemonSet of zero pods is healthy.',
  fix: 'Select node-role.kubernetes.io/control-plane with an empty value; to 1.23 allow node-role.kubernetes.io/master as well, by an affinity.',
  source: 'KEP-2067; kubernetes/cloud-provider-aws#430, #431, #466',
  check: model => stopFindings(model, 'ccm-selects-no-node'),
  stops: (view, model) => {
    if (!isCcm(view) || !isScheduledHere(view)) return NO_DOUBT.notAsked;
    const without = controlPlanes(model, view).filter(({ labels }) =>
      !labels.some(own => view.pod!.nodeTerms.some(term => selectsControlPlane(term, own))));
    return without.map(({ version, nodes, labels }) => {
      const forms = [...new Set(labels.map(shown))];
      const [[role, value]] = [...labels[0]];
      return {
        place: view.pod!.nodeSelectorPlace,
        what: `${nameOf(view)} selects no control-plane node of ${version.minorVersion}${nodes.length === 0 ? '' : ` (${nodes.join(', ')})`}, whose `
          + `role labels are ${forms.join(', or ')}`,
        exceptOn: kindsOfOtherVersions(model, view, without.map(one => one.version)),
        ...value === '' ? {} : { fix: `Select ${role} with the value ${JSON.stringify(value)}, which these nodes have.` },
      };
    });
  },
};

/** `'a' and 'b' with an empty value`. */
function shown(labels: ReadonlyMap<string, string>): string {
  const values = [...new Set(labels.values())];
  const named = (value: string) => listed([...labels].filter(([, own]) => own === value).map(([key]) => key));
  return values.map(value => `${named(value)} with ${value === '' ? 'an empty value' : `the value ${JSON.stringify(value)}`}`).join(' and ');
}
