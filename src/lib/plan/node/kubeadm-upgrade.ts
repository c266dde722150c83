import { changesRelease, NodeChange, pathsOf } from './change';
import { NodeSide } from '../../kubernetes/node';
import { PlanAction } from '../action';
import { upgradeKubeadm } from '../actions/kubeadm';
import { addonsOf, KUBEADM_WRITES, kubeadmUpgrades, writtenAnew } from '../app/kubeadm-files';

/** Whether kubeadm upgrades the node in this transition. */
export function isUpgradedByKubeadm(change: NodeChange): boolean {
  return change.side === NodeSide.N_PLUS_1 && changesRelease(change) && kubeadmUpgrades(change.transition.app);
}

/** Whether kubeadm upgrades with the node what the cluster has once. */
export function bringsAddons(change: NodeChange): boolean {
  return change.node === change.transition.app.controlPlane[0] && isUpgradedByKubeadm(change);
}

export function addons(change: NodeChange): ReturnType<typeof addonsOf> {
  return bringsAddons(change) ? addonsOf(change.transition) : { keep: [], giveBack: [] };
}

/** What kubeadm writes anew on the node: a copy from before it says what it was. */
export function writtenByKubeadm(change: NodeChange): readonly string[] {
  return isUpgradedByKubeadm(change) ? writtenAnew(change.transition.app) : [];
}

/** kubeadm's own upgrade writes manifests that mount our files: those are there before it, and our manifests replace its own after it. */
export function byKubeadm(change: NodeChange): PlanAction {
  const { transition: { app, from }, node, side, put } = change;
  return upgradeKubeadm({
    state: from,
    release: app.releases[side],
    isFirst: node === app.controlPlane[0],
    paths: pathsOf(put).filter(path => KUBEADM_WRITES.includes(path)),
    besides: writtenByKubeadm(change),
  });
}

/** What kubeadm may write with other bytes than those that were planned: its sums from before tell its files from those of others. */
export function mayBeOtherThanPlanned({ files }: NodeChange): readonly string[] {
  const isKnown = ({ before, after }: NodeChange['files'][number]) => before.some(sum => sum !== after && sum !== '-');
  return pathsOf(files.filter(file => KUBEADM_WRITES.includes(file.path) && isKnown(file)));
}
