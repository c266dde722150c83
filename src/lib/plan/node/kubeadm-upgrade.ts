import { changesRelease, NodeChange, sumsOf } from './change';
import { NodeSide } from '../../kubernetes/node';
import { WrittenFile } from '../action';
import { PlannedNodeFile } from '../app-files';
import { upgradeByKubeadm } from '../commands';
import { Leg } from '../context';
import { addonsOf, KUBEADM_WRITES, kubeadmUpgrades, writtenAnew } from '../kubeadm-files';
import { PlanCommand } from '../step';

/** Whether kubeadm upgrades the node in this leg. */
export function isUpgradedByKubeadm(leg: Leg, change: NodeChange): boolean {
  return change.side === NodeSide.N_PLUS_1 && changesRelease(leg, change) && kubeadmUpgrades(leg.app);
}

/** Whether kubeadm upgrades with the node what the cluster has once. */
export function bringsAddons(leg: Leg, change: NodeChange): boolean {
  return change.node === leg.app.controlPlane[0] && isUpgradedByKubeadm(leg, change);
}

export function addons(leg: Leg, change: NodeChange): ReturnType<typeof addonsOf> {
  return bringsAddons(leg, change) ? addonsOf(leg) : { keep: [], giveBack: [] };
}

/** What kubeadm writes anew on the node in this leg: a copy from before it says what it was. */
export function writtenByKubeadm(leg: Leg, change: NodeChange): readonly string[] {
  return isUpgradedByKubeadm(leg, change) ? writtenAnew(leg.app) : [];
}

/** kubeadm's own upgrade writes manifests that mount our files: those lie there before it, and our manifests replace its own after it. */
export function byKubeadm(leg: Leg, change: NodeChange): PlanCommand {
  const { app, from } = leg;
  const { node, side, put, allowed } = change;
  const isWritten = ({ path }: { readonly path: string }) => KUBEADM_WRITES.includes(path);
  return upgradeByKubeadm(node, from, app.releases[side], node === app.controlPlane[0], {
    files: put.filter(isWritten), allowed: allowed.filter(isWritten), besides: writtenByKubeadm(leg, change),
  });
}

/** What kubeadm writes may have other bytes than those that were planned. */
export function byKubeadmOrPlanned({ allowed }: NodeChange, files: readonly PlannedNodeFile[]): readonly WrittenFile[] {
  return sumsOf(files).map(file => {
    const before = allowed.find(({ path }) => path === file.path)?.sums.filter(sum => sum !== file.sum && sum !== '-') ?? [];
    return KUBEADM_WRITES.includes(file.path) && before.length > 0 ? { ...file, before } : file;
  });
}
