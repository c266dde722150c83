import { Finding, Rule } from './rule';
import { CONTROL_PLANE_ROLE, MASTER_ROLE } from '../facts/control-plane-node';
import { isFilledInLater } from '../kubernetes/provider-id';
import { flagOf, isInTree, kubelets, placeOf } from '../view/ask';
import { ComponentView, Model, NodeObjectView, NodeView } from '../view/model';

export const nodeDiffersFromFiles: Rule = {
  id: 'node-differs-from-files',
  severity: 'warning',
  title: 'A Node that says otherwise than the files of its node',
  why: 'Files and Nodes are of different times, or of different clusters: what follows from one of them need not be so in the cluster. A kubelet '
    + 'gives its Node labels and a provider ID only when it registers it.',
  fix: 'Hand in both anew, from the same cluster at the same time; or delete the Node and restart its kubelet.',
  source: 'k8s.io/kubernetes@v1.20.15 and v1.37.2 pkg/kubelet/kubelet_node_status.go tryRegisterWithAPIServer',
  check: model => model.nodeObjects.flatMap(node => {
    const folders = model.kinds.flatMap(({ nodes }) => nodes).filter(({ name, isLive }) => name === node.name && isLive !== true);
    // One for each side of a migration.
    return folders.length === 1 ? ofNode(node, folders[0], model) : [];
  }),
};

function ofNode(node: NodeObjectView, folder: NodeView, model: Model): readonly Finding[] {
  const kubelet = kubelets(model).find(view => view.node === node.name && view.kind === folder.kind);
  const isControlPlane = node.labels.has(CONTROL_PLANE_ROLE) || node.labels.has(MASTER_ROLE);
  return [
    ...ofProviderId(node, folder, kubelet),
    ...kubelet === undefined ? [] : [...ofName(node, kubelet, model), ...ofLabels(node, kubelet)],
    ...isControlPlane && !folder.isControlPlane && folder.staticPods.length === 0 ? [{
      place: node.place,
      message: `Node ${node.name} has the role label of a control plane, and the files of its node have no component of one`,
      fix: 'Hand in /etc/kubernetes/manifests of the node, or take the label away.',
    }] : [],
  ];
}

function ofProviderId({ name, providerId }: NodeObjectView, folder: NodeView, kubelet: ComponentView | undefined): readonly Finding[] {
  const flag = kubelet && flagOf(kubelet, 'provider-id');
  const [value, place] = flag ? [flag.value, flag.place] : [folder.providerId?.value, folder.providerId?.place];
  if (value === undefined || place === undefined || providerId === undefined || value === providerId || isFilledInLater(value)) return [];
  return [{ place, message: `the kubelet of ${name} is told the provider ID ${value}, and its Node has ${providerId}` }];
}

/** The in-tree kubelet of AWS does not ask for the flag. */
function ofName({ name }: NodeObjectView, kubelet: ComponentView, { nodeObjects }: Model): readonly Finding[] {
  const override = flagOf(kubelet, 'hostname-override')?.value;
  if (override === undefined || isFilledInLater(override) || isInTree(kubelet)) return [];
  return nodeObjects.some(other => other.name === override) ? []
    : [{ place: placeOf(kubelet, 'hostname-override'), message: `the kubelet of ${name} registers as '${override}', and there is no such Node` }];
}

function ofLabels({ name, labels }: NodeObjectView, kubelet: ComponentView): readonly Finding[] {
  const pairs = (flagOf(kubelet, 'node-labels')?.value ?? '').split(',').map(pair => pair.split('=', 2) as [string, string?]);
  const other = pairs.filter(([key, value = '']) => labels.has(key) && labels.get(key) !== value && !isFilledInLater(value));
  return other.map(([key, value = '']) => ({
    place: placeOf(kubelet, 'node-labels'),
    severity: 'note' as const,
    message: `the kubelet of ${name} is told the label ${key}=${value}, and its Node has ${key}=${labels.get(key)!}`,
  }));
}
