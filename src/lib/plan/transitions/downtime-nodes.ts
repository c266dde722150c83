import { isKubeletFile } from '../../facts/inputs/kubelet-files';
import { KCM } from '../../kubernetes/component';
import { NodeRole, NodeSide } from '../../kubernetes/node';
import { givenTo, PlanAction } from '../action';
import { answers, processRuns } from '../actions/components';
import { drain } from '../actions/drain';
import { kubeletReady, kubeletRunsRelease } from '../actions/kubelets';
import { nodeReady } from '../actions/nodes';
import { manifestPathIn } from '../app';
import { Coexistence } from '../coexistence';
import { Transition } from '../context';
import { declaredGap, NO_GAP } from '../gap';
import { managerOf } from '../kcm/manager';
import { changeOf, isUnchanged, NodeChange, nodeChange } from '../node/change';
import { nodeStep } from '../node/node-step';
import { StepDraft } from '../step';

/**
 * What changes on each control-plane node while every kube-controller-manager is stopped, and that stays so. Where that has to be the kubelet, too,
 * its node is drained by deleting pods, for nothing makes room for an eviction.
 */
export function stoppedNodeSteps(transition: Transition, side: NodeSide, coexistence: Coexistence, ends: string): StepDraft[] {
  const { kubeletsMeanwhile } = managerOf(transition);
  const components = kubeletsMeanwhile ? 'kube-apiserver and kubelet' : 'kube-apiserver';
  const isIncluded = (path: string, kcm: string) => path !== kcm && (kubeletsMeanwhile !== undefined || !isKubeletFile(path));
  return changes(transition, transition.app.controlPlane, side, isIncluded).map(change => {
    const { node } = change;
    const step = nodeStep(transition, change);
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
      coexistence,
      gap: declaredGap(transition.app, ends),
    };
  });
}

/** The kubelets of control-plane nodes while kube-controller-manager runs, where they are not among what changes while it is stopped. */
export function kubeletSteps(transition: Transition, side: NodeSide, coexistence: Coexistence): StepDraft[] {
  if (managerOf(transition).kubeletsMeanwhile !== undefined) return [];
  const isForward = side === NodeSide.N_PLUS_1;
  const { controlPlane } = transition.app;
  return changes(transition, isForward ? controlPlane : [...controlPlane].reverse(), side, isKubeletFile).map(change => {
    const { node } = change;
    const step = nodeStep(transition, change);
    return {
      ...step,
      proof: step.proof.filter(isOfTheOthers),
      id: isForward ? 'kubelet' : 'kubelet-back',
      title: isForward ? `Turn the kubelet of ${node} to the external provider` : `Bring the kubelet of ${node} back`,
      why: 'it is drained, which needs a kube-controller-manager that runs: it makes the evicted pods again, and tracks PodDisruptionBudgets',
      waitFor: `the kubelet of ${node} is healthy`,
      coexistence,
      gap: NO_GAP,
    };
  });
}

function changes(
  transition: Transition, nodes: readonly string[], side: NodeSide, isIncluded: (path: string, kcm: string) => boolean,
): readonly NodeChange[] {
  return nodes.map(node => {
    const all = nodeChange(transition, node, NodeRole.CONTROL_PLANE, side);
    const kcm = manifestPathIn(all.put, KCM);
    return changeOf(all, path => isIncluded(path, kcm));
  }).filter(change => !isUnchanged(change));
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
