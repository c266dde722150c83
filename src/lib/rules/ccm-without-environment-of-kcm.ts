import { Rule, Said } from './rule';
import { WEB_IDENTITY_VARIABLE } from '../facts/ccm-environment';
import { processVariable } from '../facts/process-environment';
import { ccms, isInTree, kcms, nameOf } from '../view/ask';
import { variablesOf } from '../view/environment';
import { ComponentView, Model } from '../view/model';

export const ccmWithoutEnvironmentOfKcm: Rule = {
  id: 'ccm-without-environment-of-kcm',
  severity: 'warning',
  title: 'A cloud-controller-manager without what the kube-controller-manager beside it has in its environment',
  why: 'Proxies, regions, endpoints, credentials and certificates of the environment are how kube-controller-manager reaches AWS and the API server. '
    + 'Its cloud controllers move, and the environment does not move by itself.',
  fix: 'Give it the same, or what stands for it; NO_PROXY must leave out the API server that it asks.',
  source: 'kubernetes/kubeadm#5; the rows of src/lib/facts/process-environment.ts',
  check: model => ccms(model).flatMap(view => findings(view, model)),
};

function findings(view: ComponentView, model: Model): readonly Said[] {
  if (view.pod === undefined) return [];
  const own = new Set(variablesOf(view).map(same));
  const hasCredentials = [...own].some(name => name === WEB_IDENTITY_VARIABLE || processVariable(name)?.use === 'secret');
  const lacking = (kcm: ComponentView) => variablesOf(kcm).filter(name => !own.has(same(name)) && isNeeded(name, kcm, hasCredentials));
  const kcm = kcms(model).find(one => lacking(one).length > 0);
  if (kcm !== undefined) {
    const which = `${lacking(kcm).join(', ')} in its environment, and ${nameOf(kcm)} has`;
    return [view.pod.hasOpenEnv === true ? {
      undecided: {
        place: view.pod.place,
        severity: 'note',
        message: `${nameOf(view)} may not have ${which}: it takes more from a ConfigMap or Secret that is not in the input`,
      },
    } : { place: view.pod.place, message: `${nameOf(view)} does not have ${which}` }];
  }
  const open = view.pod.hasOpenEnv === true ? undefined : kcms(model).find(({ pod }) => pod?.hasOpenEnv === true);
  return open === undefined ? [] : [{
    undecided: {
      place: view.pod.place,
      message: `${nameOf(view)} has nothing of what ${nameOf(open)} takes into its environment from a ConfigMap or Secret that is not in the input: `
        + 'whether that is how it reaches AWS is not known',
      fix: 'Hand the ConfigMap or Secret in too, or give the cloud-controller-manager what it needs of it, by a reference.',
    },
  }];
}

/** Whether a cloud-controller-manager needs a variable too: of one without cloud controllers the proxy alone, through which it asks the API. */
function isNeeded(name: string, kcm: ComponentView, hasCredentials: boolean): boolean {
  const use = processVariable(name)?.use;
  if (use === undefined || use === 'api-server' || use === 'no-proxy') return false;
  if (use === 'proxy') return true;
  return isInTree(kcm) && !(use === 'secret' && hasCredentials);
}

/** Proxies are read in both spellings; nothing else that is looked at is in lower case. */
function same(name: string): string {
  return name.toUpperCase();
}
