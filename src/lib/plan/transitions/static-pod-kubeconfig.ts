import { Row } from './row';
import { STATIC_POD_USER } from '../../ccm/ccm-objects';
import { kubeconfigCommandApi } from '../../facts/kubeadm-api';
import { CCM } from '../../kubernetes/component';
import { KUBECONFIG_ANNOTATION, MADE_BY_PLAN } from '../../kubernetes/kubeconfig-annotation';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';
import { NodeSide } from '../../kubernetes/node';
import { flagOf } from '../../view/ask';
import { must, PlanAction } from '../action';
import { kubeconfigCanBeMade, makeKubeconfig, removeKubeconfig } from '../actions/kubeadm';
import { nodeReady } from '../actions/nodes';
import { Transition, phaseAt } from '../app/context';
import { PlanStateName } from '../state';
import { done, move, wayOf } from '../way';

/**
 * The kubeconfig of a static pod, on each control-plane node before its manifest comes: its certificate gives the rights of its ClusterRole alone.
 */
export const kubeconfigs: Row = transition => {
  const path = madeKubeconfig(transition, transition.to);
  if (path === undefined) return undefined;
  const make = making(transition, path);
  return transition.app.controlPlane.map(node => ({
    id: 'kubeconfig',
    title: `Make the kubeconfig of the cloud-controller-manager on ${node}`,
    why: `a static pod has no service account; kubeadm's CA signs a client certificate for '${STATIC_POD_USER}', in no group, for a year, `
      + 'and the private key stays on the node',
    node,
    changes: [`make ${path}, unless it is there`],
    before: [must(kubeconfigCanBeMade({ path, user: STATIC_POD_USER })), must(nodeReady({}))],
    ...wayOf(done(make)),
    waitFor: 'nothing: no component reads it yet. Make it again before a year is over: `kubeadm certs renew` does not know it',
  }));
};

/** Once no manifest on the node mounts it. */
export const kubeconfigsGone: Row = transition => {
  const path = madeKubeconfig(transition, transition.from);
  if (path === undefined) return undefined;
  const make = making(transition, path);
  return transition.app.controlPlane.map(node => ({
    id: 'kubeconfig-gone',
    title: `Remove the kubeconfig of the cloud-controller-manager from ${node}`,
    why: 'no cloud-controller-manager is left that reads it; the rights of its certificate go with the ClusterRoleBinding',
    node,
    changes: [`remove ${path}, if the plan made it`],
    ...wayOf(move([removeKubeconfig({ path })], [make])),
  }));
};

/** Path of the kubeconfig that the plan makes in a state; undefined: its cloud-controller-manager is no static pod, or you have put one there. */
function madeKubeconfig({ app }: Transition, state: PlanStateName): string | undefined {
  const views = phaseAt(app, state)?.model.components ?? [];
  const view = views.find(({ component, pod }) => component === CCM && pod?.annotations[KUBECONFIG_ANNOTATION] === MADE_BY_PLAN);
  return view && flagOf(view, 'kubeconfig')?.value;
}

function making({ app: { releases } }: Transition, path: string): PlanAction {
  const release = releases[NodeSide.N];
  const api = kubeconfigCommandApi([release, releases[NodeSide.N_PLUS_1]].map(one => KubernetesVersion.of(one)));
  if (api === undefined) {
    throw new Error(`kubeadm ${release} has no command that makes a kubeconfig for '${STATIC_POD_USER}'; make '${path}' on each control-plane node, `
      + 'hand the nodes in again, and take CcmWorkload.staticPod()');
  }
  return makeKubeconfig({ path, user: STATIC_POD_USER, api, release });
}
