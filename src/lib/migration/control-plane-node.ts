import { parseStaticPod, sameStaticPod, StaticPod, StaticPodComponent } from '../edit/static-pod/static-pod';
import { CCM, Component, KCM } from '../kubernetes/component';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { NodeInput, NodeRole, STATIC_POD_PATH } from '../kubernetes/node';
import { releaseOfTag } from '../model/component-version';

/** Components that kubeadm runs as static pods of these names; the migration edits them where they are handed in. */
export const STATIC_POD_COMPONENTS: readonly StaticPodComponent[] = ['kube-apiserver', 'kube-controller-manager', 'kube-scheduler'];

/** A control-plane node with its static pods read. */
export interface ControlPlaneNodeManifests {
  readonly node: NodeInput;
  readonly pods: ReadonlyMap<Component, StaticPod>;
  /** Where each of them lies on the node. */
  readonly paths: ReadonlyMap<Component, string>;
}

/** Path of a component's static pod manifest on a node of kubeadm. */
export function manifestPath(component: Component): string {
  return `${STATIC_POD_PATH}/${component}.yaml`;
}

/**
 * Where the static pod of a component lies on a node: a kubelet takes a file of any name in its folder.
 *
 * @param files text by path
 * @throws if two files run it
 */
export function manifestPathOn({ name, files }: Pick<NodeInput, 'name' | 'files'>, component: StaticPodComponent): string | undefined {
  const usual = manifestPath(component);
  const others = Object.keys(files).filter(path => path !== usual && files[path].includes(component) && componentOf(files[path]) === component);
  const found = [...usual in files ? [usual] : [], ...others].sort();
  if (found.length > 1) {
    throw new Error(`node '${name}' runs ${component} from ${found.map(path => `'${path}'`).join(' and ')}: `
      + 'its kubelet would start two pods of one component, or one of them; '
      + 'keep the one that runs, and move the other out of the folder');
  }
  return found[0];
}

/** The component that a static pod manifest runs; undefined where the text is none. */
export function componentOf(text: string): StaticPodComponent | undefined {
  if (!/["']?\bkind["']?\s*:\s*["']?Pod\b/.test(text)) return undefined;
  const components: readonly StaticPodComponent[] = [...STATIC_POD_COMPONENTS, CCM];
  return components.find(component => text.includes(component) && runs(component, text));
}

/** Where the static pod of the cloud-controller-manager goes: where it is, else beside that of kube-controller-manager, with the same ending. */
export function ccmManifestPath({ node, paths }: ControlPlaneNodeManifests): string {
  const kcm = paths.get(KCM)!;
  return manifestPathOn(node, CCM) ?? `${kcm.slice(0, kcm.lastIndexOf('/'))}/${CCM}${kcm.endsWith('.manifest') ? '.manifest' : '.yaml'}`;
}

/**
 * Reads the static pods of all control-plane nodes.
 *
 * @throws if a node has no kube-controller-manager, or a manifest is not the component that its name says
 */
export function readControlPlaneNodes(nodes: readonly NodeInput[]): ControlPlaneNodeManifests[] {
  const read = new Map<string, StaticPod>();
  return nodes.filter(({ role }) => role === NodeRole.CONTROL_PLANE).map(node => {
    const pods = new Map<Component, StaticPod>();
    const paths = new Map<Component, string>();
    for (const component of STATIC_POD_COMPONENTS) {
      const path = manifestPathOn(node, component);
      if (path === undefined) continue;
      paths.set(component, path);
      const [text, file] = [node.files[path], `${node.name}:${path}`];
      const alike = read.get(text);
      const pod = alike?.component === component ? sameStaticPod(alike, file) : parseStaticPod(text, { file, component });
      read.set(text, pod);
      pods.set(component, pod);
    }
    if (!pods.has('kube-controller-manager')) {
      throw new Error(`control-plane node '${node.name}' has no static pod of kube-controller-manager, like '${manifestPath(KCM)}'; `
        + 'hand in the static pod manifests of every control-plane node');
    }
    return { node, pods, paths };
  });
}

/**
 * Images that say which release they are must say version N: what is written depends on it. A digest, or a tag of another kind, says nothing.
 *
 * @throws if an image is of another release
 */
export function checkReleases(nodes: readonly ControlPlaneNodeManifests[], fromVersion: KubernetesVersion): void {
  for (const pod of nodes.flatMap(({ pods }) => [...pods.values()])) {
    const release = releaseOfTag(pod.image.tag);
    if (release === undefined || release === fromVersion.toString() || release.startsWith(`${fromVersion}.`)) continue;
    throw pod.document.error(pod.document.offset([...pod.containerPath, 'image']),
      `${pod.component} runs ${release}, but fromVersion is ${fromVersion}; give the release that it runs as fromVersion, or hand in the manifests `
        + `of ${fromVersion}`);
  }
}

function runs(component: StaticPodComponent, text: string): boolean {
  try {
    return parseStaticPod(text, { file: component, component }).component === component;
  } catch {
    return false;
  }
}
