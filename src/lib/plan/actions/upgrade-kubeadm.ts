import { PACKAGE_SECONDS } from './upgrade-node';
import { action } from '../action';
import { byState } from '../by-hand';
import { PlanStateName } from '../state';

/** kubeadm's own upgrade of a node that it made, from the configuration in the cluster; what it writes over is copied before. */
export const upgradeKubeadm = action<{
  readonly state: PlanStateName;
  readonly release: string;
  /** The first control-plane node, on which kubeadm upgrades what the cluster has once. */
  readonly isFirst: boolean;
  /** What it must write. */
  readonly paths: readonly string[];
  /** What it writes with bytes that are not known before. */
  readonly besides: readonly string[];
}>({
  do: 'upgrade-kubeadm',
  says: 'Upgrade with kubeadm',
  on: 'node',
  programs: () => ['kubeadm upgrade', 'kubeadm version'],
  bringsProgram: true,
  lasts: PACKAGE_SECONDS,
  byHand: ({ state, release, isFirst, paths, besides }) => [
    ...byState('keep', state, [...paths, ...besides]),
    `packages kubeadm ${release}`,
    `on "kubeadm upgrade ${isFirst ? `apply v${release} --yes` : 'node'}"`,
  ],
});
