import { KCM } from '../../kubernetes/component';
import { NodeRole, NodeSide } from '../../kubernetes/node';
import { PlanAction } from '../action';
import { manifestPathIn } from '../app';
import { Coexistence } from '../coexistence';
import { drain } from '../commands';
import { Leg } from '../context';
import { declaredGap, NO_GAP } from '../gap';
import { managerOf } from '../kcm/manager';
import { isKubeletFile } from '../kubelet-file';
import { changeOf, isUnchanged, NodeChange, nodeChange } from '../node/change';
import { nodeStep } from '../node/node-step';
import { PlanCommand, StepDraft } from '../step';

/**
 * What changes on each control-plane node while every kube-controller-manager is stopped, and that stays so. Where that has to be the kubelet, too,
 * its node is drained by deleting pods, for nobody makes room for an eviction.
 */
export function stoppedNodeSteps(leg: Leg, side: NodeSide, coexistence: Coexistence, ends: string): StepDraft[] {
  const { kubeletsMeanwhile } = managerOf(leg);
  const components = kubeletsMeanwhile ? 'kube-apiserver and kubelet' : 'kube-apiserver';
  const isIncluded = (path: string, kcm: string) => path !== kcm && (kubeletsMeanwhile !== undefined || !isKubeletFile(path));
  return changes(leg, leg.app.controlPlane, side, isIncluded).map(change => {
    const { node } = change;
    const step = nodeStep(leg, change);
    return {
      ...step,
      run: step.run.map(withoutEviction),
      undo: step.undo.map(withoutEviction),
      proof: step.proof.filter(({ action }) => isOfTheOthers(action)),
      id: `flags-${node}`,
      title: `Change ${components} of ${node}`,
      why: 'it learns that the provider is external, or in-tree again, while nobody runs the cloud controllers'
        + (kubeletsMeanwhile ? `; the kubelet with it: ${kubeletsMeanwhile}` : ''),
      waitFor: `${components} of ${node} ${kubeletsMeanwhile ? 'are' : 'is'} healthy`,
      coexistence,
      gap: declaredGap(leg.app, ends),
    };
  });
}

/** The kubelets of control-plane nodes while kube-controller-manager runs, where they are not among what changes while it is stopped. */
export function kubeletSteps(leg: Leg, side: NodeSide, coexistence: Coexistence): StepDraft[] {
  if (managerOf(leg).kubeletsMeanwhile !== undefined) return [];
  const isForward = side === NodeSide.N_PLUS_1;
  const { controlPlane } = leg.app;
  return changes(leg, isForward ? controlPlane : [...controlPlane].reverse(), side, isKubeletFile).map(change => {
    const { node } = change;
    const step = nodeStep(leg, change);
    return {
      ...step,
      proof: step.proof.filter(({ action }) => isOfTheOthers(action)),
      id: `${isForward ? 'kubelet' : 'kubelet-back'}-${node}`,
      title: isForward ? `Turn the kubelet of ${node} to the external provider` : `Bring the kubelet of ${node} back`,
      why: 'it is drained, which needs a kube-controller-manager that runs: it makes pods anew, and keeps account of PodDisruptionBudgets',
      waitFor: `the kubelet of ${node} is healthy`,
      coexistence,
      gap: NO_GAP,
    };
  });
}

function changes(
  leg: Leg, nodes: readonly string[], side: NodeSide, isIncluded: (path: string, kcm: string) => boolean,
): readonly NodeChange[] {
  return nodes.map(node => {
    const all = nodeChange(leg, node, NodeRole.CONTROL_PLANE, side);
    const kcm = manifestPathIn(all.put, KCM);
    return changeOf(all, path => isIncluded(path, kcm));
  }).filter(change => !isUnchanged(change));
}

/** Of a node as a whole, all but what asks kube-controller-manager: it is stopped, or of the other side. */
function isOfTheOthers(action: PlanAction): boolean {
  if (action.do === 'process-runs') return action.component !== KCM;
  return ['kubelet-ready', 'kubelet-runs-release', 'node-ready', 'readyz'].includes(action.do);
}

function withoutEviction(command: PlanCommand): PlanCommand {
  const { action } = command;
  return action.do === 'drain' ? drain(action.node, action.kept, true) : command;
}
