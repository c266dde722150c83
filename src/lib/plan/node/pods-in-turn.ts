import { areOfTwoReleases, changeOf, ComponentFiles, componentFiles, NodeChange, startFilesBack } from './change';
import { back, put, remove } from './files';
import { apiServerRuns, COMPONENT_SECONDS, healthBack, managerRuns } from './health';
import { addons, byKubeadm, isUpgradedByKubeadm, mayBeOtherThanPlanned } from './kubeadm-upgrade';
import { Placement } from './placement';
import { processChecksBack } from './process-truth';
import { programsOfUnits, restarted } from './units';
import { Component, KCM } from '../../kubernetes/component';
import { NodeSide } from '../../kubernetes/node';
import { PlanAction } from '../action';
import { runs } from '../app/app';
import { otherSide, Transition } from '../app/context';
import { Move, move } from '../way';

/**
 * Everything but the kubelet's. No component may be newer than the API server that it talks to: that comes first to version N+1, and goes last to
 * version N. The cloud-controller-manager is placed in between, so that it bids before the first kube-controller-manager of version N+1 can lead, and
 * leaves when the last one cannot any more: with that in the lead, no process of version N bids for the migration Lease.
 */
export function podMoves(transition: Transition, change: NodeChange, placement: Placement | undefined): readonly Move[] {
  const { from } = transition;
  const { side } = change;
  const { mounted, apiServer, others, gone } = componentFiles(change);
  const removed = gone.map(path => ({ path }));
  const filesOf = (files: ComponentFiles) => [...files.put, ...files.removed.map(path => ({ path }))];
  const start = ({ units }: ComponentFiles) => restarted(transition, change, units, 'there');
  const startBack = ({ units }: ComponentFiles) => restarted(transition, change, units, 'back');
  const come = (files: ComponentFiles) => [...put(from, files.put), ...remove(from, files.removed), ...start(files)];
  if (!goesInTurn(transition, change, placement)) {
    return [move([
      ...put(from, [...mounted, ...apiServer.put, ...others.put]), ...remove(from, [...apiServer.removed, ...others.removed]), ...start(apiServer),
      ...start(others), ...remove(from, gone),
    ], [
      ...back(from, [...mounted, ...filesOf(apiServer), ...filesOf(others), ...removed]), ...startBack(apiServer), ...startBack(others),
    ])];
  }
  if (side === NodeSide.N) {
    return [
      move([
        ...put(from, [...mounted, ...others.put]), ...remove(from, others.removed), ...start(others), ...managerRuns(transition, change),
      ], [
        ...back(from, [...mounted, ...filesOf(others), ...removed]), ...startBack(others),
      ]),
      // What else goes is given back with the files of the components.
      move([...placement?.leave ?? [], ...remove(from, gone)], placement?.come ?? []),
      move(come(apiServer), [
        ...back(from, filesOf(apiServer)), ...programsOfUnits(transition, change, otherSide(side)), ...startBack(apiServer),
        ...isBack(transition, change, 'kube-apiserver'),
      ]),
    ];
  }
  const byOther = isUpgradedByKubeadm(transition, change) ? mayBeOtherThanPlanned(change) : [];
  const { keep, giveBack } = addons(transition, change);
  return [
    move([
      ...isUpgradedByKubeadm(transition, change)
        ? [...put(from, mounted), ...keep, byKubeadm(transition, change), ...put(from, apiServer.put)]
        : put(from, [...mounted, ...apiServer.put]),
      ...remove(from, apiServer.removed), ...programsOfUnits(transition, change, side), ...start(apiServer), ...apiServerRuns(transition, change),
    ], [
      ...giveBack, ...back(from, [...mounted, ...filesOf(apiServer)], byOther), ...startBack(apiServer),
    ]),
    move(placement?.come ?? [], placement?.leave ?? []),
    move([...come(others), ...remove(from, gone)], [
      ...back(from, [...filesOf(others), ...removed], byOther), ...startBack(others), ...isBack(transition, change, KCM),
    ]),
  ];
}

/** That a component answers as it did before the change. */
function isBack(transition: Transition, change: NodeChange, component: Component): readonly PlanAction[] {
  const only = changeOf(change, path => change.put.some(file => file.path === path && runs(file) === component)
    || change.units.some(unit => unit.dropIn === path && unit.component === component));
  const { node, side } = change;
  return [...processChecksBack(transition, node, side, startFilesBack(only), COMPONENT_SECONDS), ...healthBack(transition, only)];
}

/** Whether its pods change one after the other. */
function goesInTurn(transition: Transition, { side }: NodeChange, placement: Placement | undefined): boolean {
  return areOfTwoReleases(transition, side) || placement !== undefined;
}
