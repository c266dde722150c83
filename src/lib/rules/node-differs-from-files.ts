import { Finding, Rule } from './rule';
import { CONTROL_PLANE_ROLE, MASTER_ROLE } from '../facts/control-plane-node';
import { STARTUP_TAINTS } from '../facts/node-labels';
import { isFilledInLater } from '../kubernetes/provider-id';
import { isSameTaint, taintText } from '../kubernetes/taint';
import { releaseOfTag } from '../model/component-version';
import { apiServers, flagOf, folderOf, isInTree, isManager, kubelets, nameOf, nodesWith, placeOf, textOf } from '../view/ask';
import { ComponentView, Model, NodeObjectView, NodeView } from '../view/model';

export const nodeDiffersFromFiles: Rule = {
  id: 'node-differs-from-files',
  severity: 'warning',
  title: 'A Node that says otherwise than the files of its node',
  why: 'Files and Nodes are of different times, or of different clusters: what follows from one of them need not be so in the cluster. A kubelet '
    + 'gives its Node labels, taints and a provider ID only when it registers it.',
  fix: 'Hand in both anew, from the same cluster at the same time; or delete the Node and restart its kubelet.',
  source: 'k8s.io/kubernetes@v1.20.15 and v1.37.2 pkg/kubelet/kubelet_node_status.go tryRegisterWithAPIServer',
  check: model => model.nodeObjects.flatMap(node => {
    const folder = folderOf(node, model);
    return folder === undefined ? [] : ofNode(node, folder, model);
  }),
};

function ofNode(node: NodeObjectView, folder: NodeView, model: Model): readonly Finding[] {
  const kubelet = kubelets(model).find(view => view.node === node.name && view.kind === folder.kind);
  const isControlPlane = node.labels.has(CONTROL_PLANE_ROLE) || node.labels.has(MASTER_ROLE);
  return [
    ...ofProviderId(node, folder, kubelet),
    ...kubelet === undefined ? [] : [...ofName(node, kubelet, model), ...ofLabels(node, kubelet), ...ofAddress(node, kubelet, 'node-ip')],
    ...isControlPlane && !folder.isControlPlane && folder.staticPods.length === 0 ? [{
      place: node.place,
      message: `Node ${node.name} has the role label of a control plane, and the files of its node have no component of one`,
      fix: 'Hand in /etc/kubernetes/manifests of the node, or take the label away.',
    }] : [],
    ...ofTaints(node, folder, kubelet),
    ...ofRelease(node, folder, model),
    ...serversOf(folder, model).flatMap(server => ofAddress(node, server, 'advertise-address')),
    ...ofCondition(node, folder),
  ];
}

function ofProviderId({ name, providerId }: NodeObjectView, folder: NodeView, kubelet: ComponentView | undefined): readonly Finding[] {
  const given = (kubelet && flagOf(kubelet, 'provider-id')) ?? folder.providerId;
  if (given?.value === undefined || providerId === undefined || given.value === providerId || isFilledInLater(given.value)) return [];
  return [{ place: given.place, message: `the kubelet of ${name} is told the provider ID ${given.value}, and its Node has ${providerId}` }];
}

/** The in-tree kubelet of AWS does not ask for the flag. */
function ofName({ name }: NodeObjectView, kubelet: ComponentView, { nodeObjects }: Model): readonly Finding[] {
  const override = flagOf(kubelet, 'hostname-override')?.value;
  if (override === undefined || isFilledInLater(override) || isInTree(kubelet)) return [];
  return nodeObjects.some(other => other.name === override) ? []
    : [{ place: placeOf(kubelet, 'hostname-override'), message: `the kubelet of ${name} registers as '${override}', and there is no such Node` }];
}

function ofLabels({ name, labels }: NodeObjectView, kubelet: ComponentView): readonly Finding[] {
  const pairs = textOf(kubelet, 'node-labels').split(',').map(pair => pair.split('=', 2) as [string, string?]);
  const other = pairs.filter(([key, value = '']) => labels.has(key) && labels.get(key) !== value && !isFilledInLater(value));
  return other.map(([key, value = '']) => ({
    place: placeOf(kubelet, 'node-labels'),
    severity: 'note' as const,
    message: `the kubelet of ${name} is told the label ${key}=${value}, and its Node has ${key}=${labels.get(key)!}`,
  }));
}

function ofTaints(
  { name, place, taints }: NodeObjectView, { registeredTaints = [] }: NodeView, kubelet: ComponentView | undefined,
): readonly Finding[] {
  const gone = registeredTaints.filter(taint => !STARTUP_TAINTS.test(taint.key) && !taints.some(own => isSameTaint(own, taint)));
  return gone.map(taint => ({
    place: (kubelet && flagOf(kubelet, 'register-with-taints'))?.place ?? place,
    severity: 'note' as const,
    message: `the kubelet of ${name} registers it with the taint ${taintText(taint)}, and its Node does not have it`,
  }));
}

function ofRelease({ name, place, kubeletVersion, minor }: NodeObjectView, folder: NodeView, model: Model): readonly Finding[] {
  if (kubeletVersion === undefined) return [];
  const { kubeletRelease } = folder;
  if (kubeletRelease !== undefined && kubeletRelease.release !== releaseOfTag(kubeletVersion)) {
    const { release, place: ofUnit } = kubeletRelease;
    return [{ place: ofUnit, message: `the unit of the kubelet of ${name} names release ${release}, and its Node says ${kubeletVersion}` }];
  }
  // One that is newer than all of them, another rule tells.
  const newest = Math.max(...apiServers(model).map(({ version }) => version?.minor ?? 0));
  const older = minor! > newest ? undefined : serversOf(folder, model).find(({ version }) => version !== undefined && version.minor < minor!);
  return older === undefined ? [] : [{
    place,
    message: `Node ${name} says that its kubelet is ${kubeletVersion}, and the files of its node have ${nameOf(older)}, which is upgraded before it`,
  }];
}

/** Without its kubelet, nothing starts again what ends there. */
function ofCondition({ name, place, isReady }: NodeObjectView, { staticPods }: NodeView): readonly Finding[] {
  const managers = isReady === false ? staticPods.filter(isManager).map(({ component }) => component) : [];
  return managers.length === 0 ? [] : [{
    place,
    severity: 'note',
    message: `Node ${name} is not Ready, so whether the ${managers.join(' and ')} of its files runs is not known`,
    fix: 'Look at the kubelet of the node.',
  }];
}

function serversOf(folder: NodeView, model: Model): readonly ComponentView[] {
  return model.kinds
    .flatMap(kind => apiServers(model).filter(server => server.kind === kind.name && nodesWith(server, kind).includes(folder)));
}

/** An IPv4 address that a component of the node is given. */
function ofAddress({ name, addresses }: NodeObjectView, view: ComponentView, flag: string): readonly Finding[] {
  const given = textOf(view, flag).split(',').filter(text => /^\d+(?:\.\d+){3}$/.test(text) && text !== '0.0.0.0');
  const own = addresses.filter(({ type }) => /IP$/.test(type)).map(({ address }) => address);
  return own.length === 0 ? [] : given.filter(address => !own.includes(address)).map(address => ({
    place: placeOf(view, flag),
    message: `the ${view.component} of ${name} is told the address ${address} (--${flag}), and its Node has ${own.join(' and ')}`,
  }));
}
