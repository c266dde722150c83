import { unitComponent, UnitComponent } from './unit-component';
import { findStaticPod, parseStaticPod, StaticPod, StaticPodComponent } from '../edit/static-pod/static-pod';
import { ParsedTexts } from '../edit/yaml/parsed-texts';
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
  /** Where each of them is on the node; of a unit, its drop-in. */
  readonly paths: ReadonlyMap<Component, string>;
  /** Those that the node runs as services of systemd: their pods are their command lines. */
  readonly units: ReadonlyMap<Component, UnitComponent>;
}

/** Path of a component's static pod manifest on a node of kubeadm. */
export function manifestPath(component: Component): string {
  return `${STATIC_POD_PATH}/${component}.yaml`;
}

/**
 * Where the static pod of a component is on a node: a kubelet takes a file of any name in its folder.
 *
 * @param files text by path
 * @throws if two files run it
 */
export function manifestPathOn(
  { name, files }: Pick<NodeInput, 'name' | 'files'>, component: StaticPodComponent, texts?: ParsedTexts,
): string | undefined {
  const usual = manifestPath(component);
  const others = Object.keys(files).filter(path => path !== usual && files[path].includes(component)
    && findStaticPod(files[path], path, texts)?.component === component);
  const found = [...usual in files ? [usual] : [], ...others].sort();
  if (found.length > 1) {
    throw new Error(`node '${name}' runs ${component} from ${found.map(path => `'${path}'`).join(' and ')}: `
      + 'its kubelet would start two pods of one component, or one of them; '
      + 'keep the one that runs, and move the other out of the folder');
  }
  return found[0];
}

/** Where the static pod of the cloud-controller-manager goes: where it is, else beside that of kube-controller-manager, with the same ending. */
export function ccmManifestPath({ node, paths, units }: ControlPlaneNodeManifests): string {
  const kcm = units.has(KCM) ? manifestPath(KCM) : paths.get(KCM)!;
  return manifestPathOn(node, CCM) ?? `${kcm.slice(0, kcm.lastIndexOf('/'))}/${CCM}${kcm.endsWith('.manifest') ? '.manifest' : '.yaml'}`;
}

/**
 * Reads the control plane of all control-plane nodes: static pods, and where a node has none of a component, its unit of systemd.
 *
 * @param version of units, which do not say it; undefined: not known
 * @throws if a node has no kube-controller-manager or two, or a manifest is not the component that its name says
 */
export function readControlPlaneNodes(
  nodes: readonly NodeInput[], texts = new ParsedTexts(), version?: KubernetesVersion,
): ControlPlaneNodeManifests[] {
  return nodes.filter(({ role }) => role === NodeRole.CONTROL_PLANE).map(node => {
    const pods = new Map<Component, StaticPod>();
    const paths = new Map<Component, string>();
    const units = new Map<Component, UnitComponent>();
    for (const component of STATIC_POD_COMPONENTS) {
      const path = manifestPathOn(node, component, texts);
      const unit = unitComponent(node, component, version);
      if (unit && path !== undefined) {
        throw new Error(`node '${node.name}' runs ${component} as the static pod '${path}' and as '${unit.unit}'; hand in the one that runs, `
          + 'the same in `nodes` and in `upgradedNodes`');
      }
      if (path !== undefined) {
        paths.set(component, path);
        pods.set(component, parseStaticPod(node.files[path], { file: `${node.name}:${path}`, component }, texts));
      } else if (unit) {
        units.set(component, unit);
        paths.set(component, unit.dropIn);
        pods.set(component, parseStaticPod(unit.manifest, { file: `${node.name}:${unit.unit} as a static pod`, component }, texts));
      }
    }
    if (!pods.has('kube-controller-manager')) {
      throw new Error(`control-plane node '${node.name}' has no static pod of kube-controller-manager, like '${manifestPath(KCM)}', and no unit of `
        + 'systemd that starts it; hand in what runs it on every control-plane node');
    }
    return { node, pods, paths, units };
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
