import { areOfTwoReleases, changeOf, NodeChange, podFiles } from './change';
import { back, put, remove } from './files';
import { apiServerRuns, COMPONENT_SECONDS, healthBack, managerRuns } from './health';
import { addons, byKubeadm, isUpgradedByKubeadm, mayBeOtherThanPlanned } from './kubeadm-upgrade';
import { Placement } from './placement';
import { Component, KCM } from '../../kubernetes/component';
import { NodeSide } from '../../kubernetes/node';
import { PlanAction } from '../action';
import { runs } from '../app';
import { Transition } from '../context';
import { processChecksBack } from '../process-truth';

/**
 * Everything but the kubelet's. No component may be newer than the API server that it talks to: that comes first to version N+1, and goes last to
 * version N. The cloud-controller-manager is placed in between, so that it bids before the first kube-controller-manager of version N+1 can lead, and
 * leaves when the last one cannot any more: with that in the lead, no process of version N bids for the migration Lease.
 */
export function podsThere(transition: Transition, change: NodeChange, placement: Placement | undefined): readonly PlanAction[] {
  const { from } = transition;
  const { mounted, apiServer, others } = podFiles(change);
  const gone = remove(from, change.remove);
  if (!goesInTurn(transition, change, placement)) return [...put(from, [...mounted, ...apiServer, ...others]), ...gone];
  if (change.side === NodeSide.N) {
    return [
      ...put(from, [...mounted, ...others]), ...managerRuns(transition, change), ...placement?.leave ?? [], ...gone, ...put(from, apiServer),
    ];
  }
  return [
    ...isUpgradedByKubeadm(transition, change)
      ? [...put(from, mounted), ...addons(transition, change).keep, byKubeadm(transition, change), ...put(from, apiServer)]
      : put(from, [...mounted, ...apiServer]),
    ...apiServerRuns(transition, change), ...placement?.come ?? [], ...put(from, others), ...gone,
  ];
}

/** The same in the opposite order. */
export function podsBack(transition: Transition, change: NodeChange, placement: Placement | undefined): readonly PlanAction[] {
  const { from } = transition;
  const { node, side } = change;
  const { mounted, apiServer, others } = podFiles(change);
  const removed = change.remove.map(path => ({ path }));
  const byOther = isUpgradedByKubeadm(transition, change) ? mayBeOtherThanPlanned(change) : [];
  if (!goesInTurn(transition, change, placement)) return back(from, [...mounted, ...apiServer, ...others, ...removed]);
  const isBack = (component: Component) => {
    const only = changeOf(change, path => change.put.some(file => file.path === path && runs(file) === component));
    return [...processChecksBack(transition, node, side, only.put, COMPONENT_SECONDS), ...healthBack(transition, only)];
  };
  if (side === NodeSide.N) {
    return [
      ...back(from, apiServer), ...isBack('kube-apiserver'), ...placement?.come ?? [], ...back(from, [...mounted, ...others, ...removed]),
    ];
  }
  return [
    ...back(from, [...others, ...removed], byOther), ...isBack(KCM), ...placement?.leave ?? [], ...addons(transition, change).giveBack,
    ...back(from, [...mounted, ...apiServer], byOther),
  ];
}

/** Whether its pods change one after the other. */
function goesInTurn(transition: Transition, { side }: NodeChange, placement: Placement | undefined): boolean {
  return areOfTwoReleases(transition, side) || placement !== undefined;
}
