import { STATIC_POD_USER } from '../../ccm/ccm-objects';
import { kubeconfigCommandApi } from '../../facts/kubeadm-api';
import { CCM } from '../../kubernetes/component';
import { KUBECONFIG_ANNOTATION, MADE_BY_PLAN } from '../../kubernetes/kubeconfig-annotation';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';
import { NodeSide } from '../../kubernetes/node';
import { flagOf } from '../../view/ask';
import * as check from '../checks';
import { Coexistence } from '../coexistence';
import { must } from '../commands';
import { Leg, phaseAt } from '../context';
import { NO_GAP } from '../gap';
import { PlanStateName } from '../state';
import { PlanCommand, StepDraft } from '../step';

/**
 * The kubeconfig of a static pod, on each control-plane node before its manifest comes: its certificate gives the rights of its ClusterRole alone.
 */
export function kubeconfigSteps(leg: Leg, coexistence: Coexistence): StepDraft[] {
  const path = madeKubeconfig(leg, leg.to);
  if (path === undefined) return [];
  const make = makeCommand(leg, path);
  return leg.app.controlPlane.map(node => ({
    id: `kubeconfig-${node}`,
    title: `Make the kubeconfig of the cloud-controller-manager on ${node}`,
    why: `a static pod has no service account; kubeadm's CA signs a client certificate for '${STATIC_POD_USER}', in no group, for a year, `
      + 'and the private key stays on the node',
    nodes: [node],
    changes: [`make ${path}, unless it is there`],
    before: [must(check.kubeconfigCanBeMade(node, path, STATIC_POD_USER)), must(check.nodeReady(node))],
    run: [make(node)],
    proof: [],
    undo: [removeCommand(node, path)],
    waitFor: 'nothing: no component reads it yet. Make it again before a year is over: `kubeadm certs renew` does not know it',
    atMostSeconds: 0,
    coexistence,
    gap: NO_GAP,
  }));
}

/** Once no manifest on the node mounts it. */
export function kubeconfigGoneSteps(leg: Leg, coexistence: Coexistence): StepDraft[] {
  const path = madeKubeconfig(leg, leg.from);
  if (path === undefined) return [];
  const make = makeCommand(leg, path);
  return leg.app.controlPlane.map(node => ({
    id: `kubeconfig-gone-${node}`,
    title: `Remove the kubeconfig of the cloud-controller-manager from ${node}`,
    why: 'no cloud-controller-manager is left that reads it; the rights of its certificate go with the ClusterRoleBinding',
    nodes: [node],
    changes: [`remove ${path}, if the plan made it`],
    before: [],
    run: [removeCommand(node, path)],
    proof: [],
    undo: [make(node)],
    waitFor: 'nothing',
    atMostSeconds: 0,
    coexistence,
    gap: NO_GAP,
  }));
}

/** Path of the kubeconfig that the plan makes in a state; undefined: its cloud-controller-manager is no static pod, or you have put one there. */
function madeKubeconfig({ app }: Leg, state: PlanStateName): string | undefined {
  const views = phaseAt(app, state)?.model.components ?? [];
  const view = views.find(({ component, pod }) => component === CCM && pod?.annotations[KUBECONFIG_ANNOTATION] === MADE_BY_PLAN);
  return view && flagOf(view, 'kubeconfig')?.value;
}

function makeCommand({ app: { releases } }: Leg, path: string): (node: string) => PlanCommand {
  const release = releases[NodeSide.N];
  const api = kubeconfigCommandApi([release, releases[NodeSide.N_PLUS_1]].map(one => KubernetesVersion.of(one)));
  if (api === undefined) {
    throw new Error(`kubeadm ${release} has no command that makes a kubeconfig for '${STATIC_POD_USER}'; make '${path}' on each control-plane node, `
      + 'hand the nodes in again, and take CcmWorkload.staticPod()');
  }
  const config = (node: string) => [
    `'apiVersion: ${api}' 'kind: InitConfiguration' 'localAPIEndpoint: {advertiseAddress: 192.0.2.1}'`,
    `'nodeRegistration: {criSocket: "unix:///run/containerd/containerd.sock", name: ${node}}' ---`,
    `'apiVersion: ${api}' 'kind: ClusterConfiguration' 'kubernetesVersion: v${release}' "controlPlaneEndpoint: \\"$server\\""`,
  ].join(' \\\n    ');
  return node => ({
    // The address for documents (RFC 5737) is never used; without one kubeadm looks for one, and without a socket for a runtime.
    text: [
      `# on ${node}: for the API server of the node itself`,
      `[ -e ${path} ] || (umask 077 && config=$(mktemp) &&`,
      "  server=$(sed -n 's#^ *server: https://##p' /etc/kubernetes/controller-manager.conf) && [ -n \"$server\" ] &&",
      `  printf '%s\\n' ${config(node)} > "$config" &&`,
      `  kubeadm kubeconfig user --client-name=${STATIC_POD_USER} --config="$config" > ${path}.new && mv ${path}.new ${path} && rm "$config")`,
    ].join('\n'),
    action: { do: 'make-kubeconfig', node, path, user: STATIC_POD_USER, api, release },
  });
}

function removeCommand(node: string, path: string): PlanCommand {
  return { text: `# on ${node}, if the plan made it\nrm -f ${path} ${path}.new`, action: { do: 'remove-kubeconfig', node, path } };
}
