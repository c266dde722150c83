import { noLeader } from './leases';
import { Row, when } from './row';
import { isKubeletFile } from '../../facts/inputs/kubelet-files';
import { KCM } from '../../kubernetes/component';
import { NodeRole, NodeSide } from '../../kubernetes/node';
import { givenTo, PlanAction } from '../action';
import { answers, processRuns } from '../actions/components';
import { drain } from '../actions/drain';
import { kubeletReady, kubeletRunsRelease } from '../actions/kubelets';
import { nodeReady } from '../actions/nodes';
import { manifestPathIn } from '../app/app';
import { Transition } from '../app/context';
import { declaredGap } from '../gap';
import { managerOf } from '../kcm/manager';
import { changedNodes, changeOf } from '../node/change';
import { nodeStep } from '../node/node-step';

/** What ends the gap, which begins as soon as the first kube-controller-manager is stopped. */
function endOf({ to }: Transition): string {
  return to === 'n' ? 'kube-controller-manager is started, at the end'
    : 'kube-controller-manager and cloud-controller-manager are started, at the end';
}

export const managersStop: Row = transition =>
  managerOf(transition).stop().map(step => ({ ...step, gap: declaredGap(transition.app, endOf(transition)) }));

/** Proven by the lock, whatever runs them: the main Lease is not renewed. */
export const managersAreStopped: Row = ({ app }) => ({
  id: 'kcm-stopped',
  title: 'Check that no kube-controller-manager runs',
  why: 'one that was overlooked would continue to run the cloud controllers',
  proof: [noLeader(app, KCM)],
  waitFor: `${app.mainLeases[KCM]} was not renewed for longer than it lasts`,
});

/** With the flags of the other side. */
export const managersStart: Row = transition => {
  const ends = transition.to === 'n' ? 'a kube-controller-manager leads, which is checked in this step' : endOf(transition);
  return managerOf(transition).start().map(step => ({ ...step, gap: declaredGap(transition.app, ends) }));
};

/**
 * What changes on each control-plane node while every kube-controller-manager is stopped, and that stays so. Where that has to be the kubelet, too,
 * its node is drained by deleting pods, for nothing makes room for an eviction.
 */
export function nodesChange(side: NodeSide): Row {
  return transition => {
    const { kubeletsMeanwhile } = managerOf(transition);
    const components = kubeletsMeanwhile ? 'kube-apiserver and kubelet' : 'kube-apiserver';
    const isIncluded = (path: string, kcm: string) => path !== kcm && (kubeletsMeanwhile !== undefined || !isKubeletFile(path));
    const changes = changedNodes(transition, transition.app.controlPlane, NodeRole.CONTROL_PLANE, side, whole => {
      const kcm = manifestPathIn(whole.put, KCM);
      return changeOf(whole, path => isIncluded(path, kcm));
    });
    return changes.map(change => {
      const { node } = change;
      const step = nodeStep(change);
      return {
        ...step,
        run: step.run.map(withoutEviction),
        undo: step.undo.map(withoutEviction),
        proof: step.proof.filter(isOfTheOthers),
        id: 'flags',
        title: `Change ${components} of ${node}`,
        why: 'it learns that the provider is external, or in-tree again, while no process runs the cloud controllers'
          + (kubeletsMeanwhile ? `; the kubelet with it: ${kubeletsMeanwhile}` : ''),
        waitFor: `${components} of ${node} ${kubeletsMeanwhile ? 'are' : 'is'} healthy`,
        gap: declaredGap(transition.app, endOf(transition)),
      };
    });
  };
}

/** The kubelets of control-plane nodes while kube-controller-manager runs, where they are not among what changes while it is stopped. */
export function kubelets(side: NodeSide): Row {
  const isForward = side === NodeSide.N_PLUS_1;
  return when(transition => managerOf(transition).kubeletsMeanwhile === undefined, transition => {
    const { controlPlane } = transition.app;
    const inOrder = isForward ? controlPlane : [...controlPlane].reverse();
    return changedNodes(transition, inOrder, NodeRole.CONTROL_PLANE, side, whole => changeOf(whole, isKubeletFile)).map(change => {
      const { node } = change;
      const step = nodeStep(change);
      return {
        ...step,
        proof: step.proof.filter(isOfTheOthers),
        id: isForward ? 'kubelet' : 'kubelet-back',
        title: isForward ? `Turn the kubelet of ${node} to the external provider` : `Bring the kubelet of ${node} back`,
        why: 'it is drained, which needs a kube-controller-manager that runs: it makes the evicted pods again, and tracks PodDisruptionBudgets',
        waitFor: `the kubelet of ${node} is healthy`,
      };
    });
  });
}

/** Of a node as a whole, all but what asks kube-controller-manager: it is stopped, or of the other side. */
function isOfTheOthers(one: PlanAction): boolean {
  const process = givenTo(one, processRuns);
  if (process) return process.component !== KCM;
  return givenTo(one, answers)?.path === 'readyz' || [kubeletReady, kubeletRunsRelease, nodeReady].some(({ kind }) => kind.do === one.kind.do);
}

function withoutEviction(one: PlanAction): PlanAction {
  const given = givenTo(one, drain);
  return given ? drain({ ...given, deletes: true }) : one;
}
