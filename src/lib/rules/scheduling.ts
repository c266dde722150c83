import { releasedFor } from './skew';
import { CONTROL_PLANE_ROLE, controlPlaneNode, MASTER_ROLE, OTHER_CONTROL_PLANES } from '../facts/control-plane-node';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { holds, SelectorRequirement } from '../kubernetes/label-selector';
import { apiServers, isOfControlPlane, kcms, nodesWith, runsOn } from '../view/ask';
import { ComponentView, KindView, NodeObjectView, ReadModel } from '../view/model';

/** Whether the scheduler places it; a static pod is started by its kubelet whatever it says. */
export function isScheduled({ origin }: ComponentView): boolean {
  return origin === 'daemon-set' || origin === 'deployment';
}

/** Whether it is placed on nodes of the cluster that it serves: a hosted control plane runs in another one, where other rules hold. */
export function isScheduledHere(view: ComponentView): boolean {
  return isScheduled(view) && !view.isHosted;
}

/**
 * Versions of the control-plane nodes that a workload is meant for: of what runs there, else of their kubelets by their Nodes; where the input has
 * neither, the CCM's own minor, which is the one it is released for.
 */
function nodeVersions(model: ReadModel, view: ComponentView): readonly KubernetesVersion[] {
  const running = onItsNodes(model, view).flatMap(({ version }) => version ?? []);
  const ofKubelets = controlPlaneObjects(model).flatMap(({ minor }) => minor === undefined ? [] : KubernetesVersion.of(`1.${minor}`));
  const found = running.length > 0 ? running : ofKubelets;
  const distinct = [...new Map(found.map(version => [version.minor, version])).values()];
  if (distinct.length > 0 || !view.version) return distinct;
  // A tag is never ahead of its libraries, unless it was not read: then its libraries are those of the last one that was.
  const released = releasedFor(view)!;
  return [released < view.version.minor ? KubernetesVersion.of(`1.${released}`) : view.version];
}

/** Control-plane nodes of one release, as the scheduler sees them. */
export interface ControlPlanes {
  readonly version: KubernetesVersion;
  /** Where it is known from: the names of Nodes, else what their installer does. */
  readonly nodes: readonly string[];
  /** Role labels, one for each form that they have. */
  readonly labels: readonly ReadonlyMap<string, string>[];
  /** Keys of taints that keep pods out. */
  readonly taints: readonly string[];
}

/**
 * The control-plane nodes that a workload is meant for: by the Nodes of the input, else by what their installer is known to set. Where the input has
 * none at all, any installer may have made them.
 */
export function controlPlanes(model: ReadModel, view: ComponentView): readonly ControlPlanes[] {
  return nodeVersions(model, view).map(version => {
    const nodes = controlPlaneObjects(model).filter(({ minor }) => (minor ?? version.minor) === version.minor);
    if (nodes.length > 0) {
      const ofRole = (labels: ReadonlyMap<string, string>) => new Map(ROLES.flatMap(role => labels.has(role) ? [[role, labels.get(role)!]] : []));
      const taints = nodes.map(node => node.taints.filter(({ key, effect }) => ROLES.includes(key) && effect !== 'PreferNoSchedule'));
      // One that has no taint takes it.
      const keys = taints.some(own => own.length === 0) ? [] : [...new Set(taints.flat().map(({ key }) => key))];
      return { version, nodes: nodes.map(({ name }) => name), labels: nodes.map(({ labels }) => ofRole(labels)), taints: keys };
    }
    const installers = onItsNodes(model, view).filter(one => one.version?.minor === version.minor)
      .map(({ image }) => image && OTHER_CONTROL_PLANES.find(one => one.image.test(image.repository)));
    const other = OTHER_CONTROL_PLANES.filter(one => installers.length === 0 || installers.includes(one));
    const ofKubeadm = controlPlaneNode(version);
    const isKubeadm = installers.length === 0 || installers.includes(undefined);
    const known = [...isKubeadm ? [{ ...ofKubeadm, value: '' }] : [], ...other];
    return {
      version,
      nodes: [],
      labels: known.map(({ labels, value }) => new Map(labels.map(label => [label, value]))),
      taints: isKubeadm ? ofKubeadm.taints : [],
    };
  });
}

const ROLES: readonly string[] = [CONTROL_PLANE_ROLE, MASTER_ROLE];

function controlPlaneObjects({ nodeObjects }: ReadModel): readonly NodeObjectView[] {
  return nodeObjects.filter(({ labels }) => ROLES.some(role => labels.has(role)));
}

function onItsNodes(model: ReadModel, view: ComponentView): readonly ComponentView[] {
  return [...apiServers(model), ...kcms(model)].filter(({ kind }) => kind !== undefined && runsOn(view, kind));
}

/** Whether nodes of a kind run a kube-controller-manager: others are there whichever kinds of control-plane nodes are. */
export function hasManager(model: ReadModel, kind: string): boolean {
  return kcms(model).some(view => view.kind === kind);
}

/** Whether a kind, or some nodes of it, are of the control plane, or have a kube-controller-manager. */
export function hasControlPlane(model: ReadModel, kind: KindView): boolean {
  if (kind.nodes.some(isOfControlPlane)) return true;
  const whole = model.kinds.find(({ name }) => name === kind.name)!;
  const own = kcms(model).filter(view => view.kind === kind.name);
  return own.some(view => kind.nodes.length === 0 || nodesWith(view, whole).some(node => kind.nodes.includes(node)));
}

/** Kinds of nodes that it can be on and that run none of these versions. */
export function kindsOfOtherVersions(model: ReadModel, view: ComponentView, versions: readonly KubernetesVersion[]): readonly string[] {
  const minors = versions.map(({ minor }) => minor);
  const onNodes = onItsNodes(model, view).filter(({ version }) => version !== undefined);
  const kinds = [...new Set(onNodes.map(({ kind }) => kind!))];
  return kinds.filter(name => !onNodes.some(({ kind, version }) => kind === name && minors.includes(version!.minor)));
}

/** Whether a term can hold on a control-plane node with these role labels. Other labels may be set on any node. */
export function selectsControlPlane(term: readonly SelectorRequirement[], labels: ReadonlyMap<string, string>): boolean {
  return term.filter(({ key }) => ROLES.includes(key)).every(requirement => holds(requirement, labels.get(requirement.key)));
}

/** Whether it is meant for control-plane nodes at all. */
export function asksForControlPlane(view: ComponentView): boolean {
  const isAsked = ({ key, operator }: SelectorRequirement) => (key === MASTER_ROLE || key === CONTROL_PLANE_ROLE) && operator !== 'DoesNotExist';
  return (view.pod?.nodeTerms ?? []).some(term => term.some(isAsked));
}
