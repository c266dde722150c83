import { ReadGroup } from './kind-reader';
import { controlPlaneNode } from '../../facts/control-plane-node';
import { KCM } from '../../kubernetes/component';
import { NodeSide } from '../../kubernetes/node';
import { flagOf, isExternal, isInTree } from '../../view/ask';
import { ObjectAt } from '../documents/documents';
import { nodeObjects } from '../scheduling/node-objects';
import { LabelledKind } from '../scheduling/placement';
import { sumOf } from '../scheduling/pod-resources';

/** A kind of nodes by its labels, taints and room. Where the layout does not say the side, a KCM does: in-tree is N, external N+1. */
export function labelledKind({ group, kind }: ReadGroup, objects: readonly ObjectAt[]): LabelledKind {
  const views = kind.components.map(({ view }) => view);
  const kcm = views.filter(({ component }) => component === KCM);
  const derived = kcm.some(isExternal) ? NodeSide.N_PLUS_1 : kcm.some(isInTree) ? NodeSide.N : undefined;
  const ofKubelets = views.filter(({ component }) => component === 'kubelet').flatMap(view => {
    const value = flagOf(view, 'node-labels')?.value;
    return value === undefined ? [] : [new Map(value.split(',').map(pair => pair.split('=', 2)).map(([key, text]) => [key, text ?? '']))];
  });
  const { nodes } = kind.view;
  const live = nodeObjects(objects).filter(({ name }) => group.nodes.some(node => node.name === name && node.side === undefined));
  // What Nodes have counts, where each node of the kind is one.
  const labels = live.length > 0 && live.length === group.nodes.length ? live.map(node => node.labels) : ofKubelets;
  return {
    name: group.name,
    side: group.side ?? derived,
    labels,
    nodes: group.nodes.map(node => node.name),
    isUnregistered: nodes.length > 0 && nodes.every(node => node.isUnregistered === true),
    taints: taintsOf({ group, kind }),
    rooms: nodes.map(({ name, role, maxPods, staticRequests = [] }) =>
      ({ name, isControlPlane: role === 'control-plane', maxPods, staticPods: staticRequests.length, taken: sumOf(staticRequests) })),
  };
}

/** What the control-plane nodes of a kind register with, and what kubeadm gives them by itself. */
function taintsOf({ group, kind }: ReadGroup): LabelledKind['taints'] {
  const views = group.nodes.map((node, index) => ({ node, view: kind.view.nodes[index] }));
  return views.filter(({ view }) => view.role === 'control-plane').map(({ node, view: { registeredTaints } }) => {
    if (registeredTaints !== undefined) return registeredTaints;
    const kubelet = kind.components.find(({ view }) => view.component === 'kubelet' && view.node === node.name)?.view;
    if (kubelet?.version === undefined || !node.paths.includes('var/lib/kubelet/kubeadm-flags.env')) return undefined;
    return controlPlaneNode(kubelet.version).taints.map(key => ({ key, value: '', effect: 'NoSchedule' }));
  });
}
