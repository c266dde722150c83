import { areOfTwoReleases, changeOf, NodeChange, podFiles, sumsOf } from './change';
import { apiServerRuns, COMPONENT_SECONDS, healthBack, managerRuns } from './health';
import { addons, byKubeadm, byKubeadmOrPlanned, isUpgradedByKubeadm } from './kubeadm-upgrade';
import { Placement } from './placement';
import { Component, KCM } from '../../kubernetes/component';
import { NodeSide } from '../../kubernetes/node';
import { runs } from '../app';
import { PlannedNodeFile } from '../app-files';
import { putFiles, removeFiles, takeBack } from '../commands';
import { Leg } from '../context';
import { processChecksBack } from '../process-truth';
import { PlanCommand } from '../step';

/**
 * Everything but the kubelet's. No component may be newer than the API server that it talks to: that comes first to version N+1, and goes last to
 * version N. The cloud-controller-manager is placed in between, so that it bids before the first kube-controller-manager of version N+1 can lead, and
 * leaves when the last one cannot any more: with that in the lead, nobody of version N bids for the migration Lease.
 */
export function podsThere(leg: Leg, change: NodeChange, placement: Placement | undefined): readonly PlanCommand[] {
  const { from } = leg;
  const { node, side, remove } = change;
  const { mounted, apiServer, others } = podFiles(change);
  if (!goesInTurn(leg, change, placement)) {
    return [...putFiles(node, from, [...mounted, ...apiServer, ...others]), ...removeFiles(node, from, remove)];
  }
  if (side === NodeSide.N) {
    return [
      ...putFiles(node, from, [...mounted, ...others]), ...managerRuns(leg, change), ...placement?.leave ?? [],
      ...removeFiles(node, from, remove), ...putFiles(node, from, apiServer),
    ];
  }
  return [
    ...isUpgradedByKubeadm(leg, change)
      ? [...putFiles(node, from, mounted), ...addons(leg, change).keep, byKubeadm(leg, change), ...putFiles(node, from, apiServer)]
      : putFiles(node, from, [...mounted, ...apiServer]),
    ...apiServerRuns(leg, change), ...placement?.come ?? [],
    ...putFiles(node, from, others), ...removeFiles(node, from, remove),
  ];
}

/** The same in the opposite order. */
export function podsBack(leg: Leg, change: NodeChange, placement: Placement | undefined): readonly PlanCommand[] {
  const { from } = leg;
  const { node, side, put, remove } = change;
  const { mounted, apiServer, others } = podFiles(change);
  const written = (files: readonly PlannedNodeFile[]) => isUpgradedByKubeadm(leg, change) ? byKubeadmOrPlanned(change, files) : sumsOf(files);
  const removed = [...remove].reverse().map(path => ({ path, sum: '-' }));
  if (!goesInTurn(leg, change, placement)) return takeBack(node, from, [...removed, ...sumsOf([...mounted, ...apiServer, ...others])]);
  const isBack = (component: Component) => {
    const only = changeOf(change, path => put.some(file => file.path === path && runs(file) === component));
    return [...processChecksBack(leg, node, side, only.put, COMPONENT_SECONDS), ...healthBack(leg, only)];
  };
  if (side === NodeSide.N) {
    return [
      ...takeBack(node, from, sumsOf(apiServer)), ...isBack('kube-apiserver'), ...placement?.come ?? [],
      ...takeBack(node, from, [...removed, ...sumsOf([...mounted, ...others])]),
    ];
  }
  return [
    ...takeBack(node, from, [...removed, ...written(others)]), ...isBack(KCM), ...placement?.leave ?? [],
    ...addons(leg, change).giveBack,
    ...takeBack(node, from, written([...mounted, ...apiServer])),
  ];
}

/** Whether its pods change one after the other. */
function goesInTurn(leg: Leg, { side }: NodeChange, placement: Placement | undefined): boolean {
  return areOfTwoReleases(leg, side) || placement !== undefined;
}
