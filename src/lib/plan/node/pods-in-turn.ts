import { areOfTwoReleases, changeOf, ComponentFiles, componentFiles, NodeChange, startFilesBack } from './change';
import { back, put, remove } from './files';
import { apiServerRuns, COMPONENT_SECONDS, healthBack, managerRuns } from './health';
import { addons, byKubeadm, isUpgradedByKubeadm, mayBeOtherThanPlanned } from './kubeadm-upgrade';
import { Placement } from './placement';
import { programsOfUnits, restarted } from './units';
import { Component, KCM } from '../../kubernetes/component';
import { NodeSide } from '../../kubernetes/node';
import { PlanAction } from '../action';
import { runs } from '../app';
import { otherSide, Transition } from '../context';
import { processChecksBack } from '../process-truth';

/**
 * Everything but the kubelet's. No component may be newer than the API server that it talks to: that comes first to version N+1, and goes last to
 * version N. The cloud-controller-manager is placed in between, so that it bids before the first kube-controller-manager of version N+1 can lead, and
 * leaves when the last one cannot any more: with that in the lead, no process of version N bids for the migration Lease.
 */
export function podsThere(transition: Transition, change: NodeChange, placement: Placement | undefined): readonly PlanAction[] {
  const { from } = transition;
  const { mounted, apiServer, others, gone } = componentFiles(change);
  const removed = remove(from, gone);
  const start = ({ units }: ComponentFiles) => restarted(transition, change, units, 'there');
  const come = (files: ComponentFiles) => [...put(from, files.put), ...remove(from, files.removed), ...start(files)];
  if (!goesInTurn(transition, change, placement)) {
    return [
      ...put(from, [...mounted, ...apiServer.put, ...others.put]), ...remove(from, [...apiServer.removed, ...others.removed]), ...start(apiServer),
      ...start(others), ...removed,
    ];
  }
  if (change.side === NodeSide.N) {
    return [
      ...put(from, [...mounted, ...others.put]), ...remove(from, others.removed), ...start(others), ...managerRuns(transition, change),
      ...placement?.leave ?? [], ...removed, ...come(apiServer),
    ];
  }
  return [
    ...isUpgradedByKubeadm(transition, change)
      ? [...put(from, mounted), ...addons(transition, change).keep, byKubeadm(transition, change), ...put(from, apiServer.put)]
      : put(from, [...mounted, ...apiServer.put]),
    ...remove(from, apiServer.removed), ...programsOfUnits(transition, change, change.side), ...start(apiServer),
    ...apiServerRuns(transition, change), ...placement?.come ?? [], ...come(others), ...removed,
  ];
}

/** The same in the opposite order. */
export function podsBack(transition: Transition, change: NodeChange, placement: Placement | undefined): readonly PlanAction[] {
  const { from } = transition;
  const { node, side } = change;
  const { mounted, apiServer, others, gone } = componentFiles(change);
  const asFiles = (paths: readonly string[]) => paths.map(path => ({ path }));
  const filesOf = (files: ComponentFiles) => [...files.put, ...asFiles(files.removed)];
  const removed = asFiles(gone);
  const byOther = isUpgradedByKubeadm(transition, change) ? mayBeOtherThanPlanned(change) : [];
  const start = ({ units }: ComponentFiles) => restarted(transition, change, units, 'back');
  if (!goesInTurn(transition, change, placement)) {
    return [...back(from, [...mounted, ...filesOf(apiServer), ...filesOf(others), ...removed]), ...start(apiServer), ...start(others)];
  }
  const isBack = (component: Component) => {
    const only = changeOf(change, path => change.put.some(file => file.path === path && runs(file) === component)
      || change.units.some(unit => unit.dropIn === path && unit.component === component));
    return [...processChecksBack(transition, node, side, startFilesBack(only), COMPONENT_SECONDS), ...healthBack(transition, only)];
  };
  if (side === NodeSide.N) {
    return [
      ...back(from, filesOf(apiServer)), ...programsOfUnits(transition, change, otherSide(side)), ...start(apiServer), ...isBack('kube-apiserver'),
      ...placement?.come ?? [], ...back(from, [...mounted, ...filesOf(others), ...removed]), ...start(others),
    ];
  }
  return [
    ...back(from, [...filesOf(others), ...removed], byOther), ...start(others), ...isBack(KCM), ...placement?.leave ?? [],
    ...addons(transition, change).giveBack, ...back(from, [...mounted, ...filesOf(apiServer)], byOther), ...start(apiServer),
  ];
}

/** Whether its pods change one after the other. */
function goesInTurn(transition: Transition, { side }: NodeChange, placement: Placement | undefined): boolean {
  return areOfTwoReleases(transition, side) || placement !== undefined;
}
