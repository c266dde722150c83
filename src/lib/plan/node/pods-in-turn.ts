import { areOfTwoReleases, changeOf, ComponentFiles, componentFiles, NodeChange } from './change';
import { apiServerRuns, COMPONENT_SECONDS, healthBack, managerRuns } from './health';
import { addons, byKubeadm, isUpgradedByKubeadm, mayBeOtherThanPlanned } from './kubeadm-upgrade';
import { processChecksBack } from './process-truth';
import { programsOfUnits, restarted } from './units';
import { Component, KCM } from '../../kubernetes/component';
import { NodeSide } from '../../kubernetes/node';
import { PlanAction } from '../action';
import { back, put, remove } from '../actions/files';
import { runs } from '../app/app';
import { otherSide } from '../app/context';
import { Move, move } from '../way';

/** A workload that is placed on a node while its API server is of version N+1, and bids there for what kube-controller-manager gives up. */
export interface Placement {
  readonly come: readonly PlanAction[];
  readonly leave: readonly PlanAction[];
  /** What proves that it is there. */
  readonly proof: readonly PlanAction[];
  /** What the step does to it, for people. */
  readonly changes: readonly string[];
  /** What the step waits for besides. */
  readonly waitFor: string;
}

/**
 * Everything but the kubelet's. No component may be newer than the API server that it talks to: that comes first to version N+1, and goes last to
 * version N. The cloud-controller-manager is placed in between, so that it bids before the first kube-controller-manager of version N+1 can lead, and
 * leaves when the last one cannot any more: with that in the lead, no process of version N bids for the migration Lease.
 */
export function podMoves(change: NodeChange, placement: Placement | undefined): readonly Move[] {
  const { transition: { from }, side } = change;
  const { mounted, apiServer, others, gone } = componentFiles(change);
  const removed = gone.map(path => ({ path }));
  const filesOf = (files: ComponentFiles) => [...files.put, ...files.removed.map(path => ({ path }))];
  const start = ({ units }: ComponentFiles) => restarted(change, units, 'there');
  const startBack = ({ units }: ComponentFiles) => restarted(change, units, 'back');
  const come = (files: ComponentFiles) => [...put(from, files.put), ...remove(from, files.removed), ...start(files)];
  // Whether its pods change one after the other.
  if (placement === undefined && !areOfTwoReleases(change.transition, side)) {
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
        ...put(from, [...mounted, ...others.put]), ...remove(from, others.removed), ...start(others), ...managerRuns(change),
      ], [
        ...back(from, [...mounted, ...filesOf(others), ...removed]), ...startBack(others),
      ]),
      // What else goes is given back with the files of the components.
      move([...placement?.leave ?? [], ...remove(from, gone)], placement?.come ?? []),
      move(come(apiServer), [
        ...back(from, filesOf(apiServer)), ...programsOfUnits(change, otherSide(side)), ...startBack(apiServer),
        ...isBack(change, 'kube-apiserver'),
      ]),
    ];
  }
  const isUpgraded = isUpgradedByKubeadm(change);
  const byOther = isUpgraded ? mayBeOtherThanPlanned(change) : [];
  const { keep, giveBack } = addons(change);
  return [
    move([
      ...isUpgraded ? [...put(from, mounted), ...keep, byKubeadm(change), ...put(from, apiServer.put)] : put(from, [...mounted, ...apiServer.put]),
      ...remove(from, apiServer.removed), ...programsOfUnits(change, side), ...start(apiServer), ...apiServerRuns(change),
    ], [
      ...giveBack, ...back(from, [...mounted, ...filesOf(apiServer)], byOther), ...startBack(apiServer),
    ]),
    move(placement?.come ?? [], placement?.leave ?? []),
    move([...come(others), ...remove(from, gone)], [
      ...back(from, [...filesOf(others), ...removed], byOther), ...startBack(others), ...isBack(change, KCM),
    ]),
  ];
}

/** That a component answers as it did before the change. */
function isBack(change: NodeChange, component: Component): readonly PlanAction[] {
  const only = changeOf(change, path => change.put.some(file => file.path === path && runs(file) === component)
    || change.units.some(unit => unit.dropIn === path && unit.component === component));
  return [...processChecksBack(only, COMPONENT_SECONDS), ...healthBack(only)];
}
