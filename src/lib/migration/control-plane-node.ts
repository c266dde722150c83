import { parseStaticPod, StaticPod, StaticPodComponent } from '../edit/static-pod/static-pod';
import { Component } from '../kubernetes/component';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { NodeInput, NodeRole, STATIC_POD_PATH } from '../kubernetes/node';

/** Components that kubeadm runs as static pods of these names; the migration edits them where they are handed in. */
export const STATIC_POD_COMPONENTS: readonly StaticPodComponent[] = ['kube-apiserver', 'kube-controller-manager', 'kube-scheduler'];

/** A control-plane node with its static pods read. */
export interface ControlPlaneNodeManifests {
  readonly node: NodeInput;
  readonly pods: ReadonlyMap<Component, StaticPod>;
}

/** Path of a component's static pod manifest. */
export function manifestPath(component: Component): string {
  return `${STATIC_POD_PATH}/${component}.yaml`;
}

/**
 * Reads the static pods of all control-plane nodes.
 *
 * @throws if a node has no kube-controller-manager, or a manifest is not the component that its name says
 */
export function readControlPlaneNodes(nodes: readonly NodeInput[]): ControlPlaneNodeManifests[] {
  return nodes.filter(({ role }) => role === NodeRole.CONTROL_PLANE).map(node => {
    const pods = new Map<Component, StaticPod>();
    for (const component of STATIC_POD_COMPONENTS) {
      const text = node.files[manifestPath(component)];
      if (text !== undefined) pods.set(component, parseStaticPod(text, { file: `${node.name}:${manifestPath(component)}`, component }));
    }
    refuseElsewhere(node);
    if (!pods.has('kube-controller-manager')) {
      throw new Error(`control-plane node '${node.name}' has no '${manifestPath('kube-controller-manager')}'; hand in the static pod manifests of every control-plane node`);
    }
    return { node, pods };
  });
}

/**
 * Images that say which release they are must say version N: what is written depends on it. A digest, or a tag of another kind, says nothing.
 *
 * @throws if an image is of another release
 */
export function checkReleases(nodes: readonly ControlPlaneNodeManifests[], fromVersion: KubernetesVersion): void {
  for (const pod of nodes.flatMap(({ pods }) => [...pods.values()])) {
    const release = /^v(\d+\.\d+\.\d+)(?![\d.])/.exec(pod.image.tag ?? '')?.[1];
    if (release === undefined || release === fromVersion.toString() || release.startsWith(`${fromVersion}.`)) continue;
    throw pod.document.error(pod.document.offset([...pod.containerPath, 'image']),
      `${pod.component} runs ${release}, but fromVersion is ${fromVersion}; give the release that it runs as fromVersion, or hand in the manifests of ${fromVersion}`);
  }
}

/** A component under another name or in another folder would go on as it is, beside the one that is written. */
function refuseElsewhere({ name, files }: NodeInput): void {
  for (const [path, text] of Object.entries(files)) {
    const component = STATIC_POD_COMPONENTS.find(one => path !== manifestPath(one) && runs(one, text));
    if (component === undefined) continue;
    throw new Error(`node '${name}' runs ${component} from '${path}', and this library writes '${manifestPath(component)}': two pods of one component would run; `
      + 'move the file there on every control-plane node, restart its kubelet where the folder changes, and hand the nodes in again');
  }
}

function runs(component: StaticPodComponent, text: string): boolean {
  if (!/^\s*["']?kind["']?:\s*["']?Pod\b/m.test(text) || !text.includes(component)) return false;
  try {
    return parseStaticPod(text, { file: component, component }).component === component;
  } catch {
    return false;
  }
}
