import { CONTROL_PLANE_ROLE, MASTER_ROLE } from '../facts/control-plane-node';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { apiServers, kcms, runsOn } from '../view/ask';
import { ComponentView, Model, SelectorRequirement } from '../view/model';

/** Whether the scheduler places it; a static pod is started by its kubelet whatever it says. */
export function isScheduled({ origin }: ComponentView): boolean {
  return origin === 'daemon-set' || origin === 'deployment';
}

/** Whether it is placed on nodes of the cluster that it serves: a hosted control plane runs in another one, where other rules hold. */
export function isScheduledHere(view: ComponentView): boolean {
  return isScheduled(view) && !view.isHosted;
}

/**
 * Versions of the control-plane nodes that a workload is meant for; where the input has none, the CCM's own minor, which is the one it is released
 * for.
 */
export function nodeVersions(model: Model, view: ComponentView): readonly KubernetesVersion[] {
  const onNodes = [...apiServers(model), ...kcms(model)].filter(({ kind }) => kind !== undefined && runsOn(view, kind));
  const found = onNodes.flatMap(({ version }) => version ?? []);
  const distinct = [...new Map(found.map(version => [version.minor, version])).values()];
  return distinct.length > 0 || !view.version ? distinct : [view.version];
}

/** Whether a term can hold on a control-plane node with these role labels. Other labels may be set by anybody. */
export function selectsControlPlane(term: readonly SelectorRequirement[], labels: readonly string[]): boolean {
  return term.filter(({ key }) => key === MASTER_ROLE || key === CONTROL_PLANE_ROLE).every(({ key, operator, values }) => {
    const has = labels.includes(key);
    switch (operator) {
      case 'In': return has && values.includes('');
      case 'NotIn': return !has || !values.includes('');
      case 'Exists': return has;
      case 'DoesNotExist': return !has;
      default: return true;
    }
  });
}

/** Whether it is meant for control-plane nodes at all. */
export function asksForControlPlane(view: ComponentView): boolean {
  const isAsked = ({ key, operator }: SelectorRequirement) => (key === MASTER_ROLE || key === CONTROL_PLANE_ROLE) && operator !== 'DoesNotExist';
  return (view.pod?.nodeTerms ?? []).some(term => term.some(isAsked));
}
