import { kubeadmSpecOf, nameOf } from './documents';
import { machineFilesOf, StoredText } from './machine-file';
import { CLUSTER_CONFIGURATION, ClusterApiCluster } from './reading';
import { kubeletConfigurationsOf } from '../../edit/kubelet/kubelet-line';
import { Data, isMap, SourcePath } from '../../edit/yaml/data';
import { parseSource, SourceDocument } from '../../edit/yaml/source-document';
import { KUBEADM_FLAGS, KUBELET_CONFIGURATIONS, kubeletFlagFilesOf } from '../../facts/inputs/kubelet-files';
import { STATIC_POD_PATH } from '../../kubernetes/node';
import { patched, PatchProblem, patchTarget } from '../kubeadm/applied-patches';
import { readArgs } from '../kubeadm/extra-args';
import { generatedComponents, textAt } from '../kubeadm/generated-node';
import { generatedPods } from '../kubeadm/generated-pods';
import { MadeFile } from '../made-file';
import { renderYaml } from '../render-yaml';

type NodeConfiguration = 'initConfiguration' | 'joinConfiguration';

/** What a machine is made from, beside its object. */
export interface MachineInput {
  readonly cluster: Pick<ClusterApiCluster, 'name' | 'podSubnet'>;
  readonly stored?: StoredText;
}

/**
 * The machines of a KubeadmControlPlane as files that the checks read: what is on a node, and the configuration that kubeadm makes its static pods
 * from. Where it patches those, the pods themselves; the first machine and every other may have patches of their own.
 */
export function machineFiles(controlPlane: SourceDocument, { cluster, stored = () => undefined }: MachineInput): Map<string, MadeFile> {
  const node = `control-plane/${nameOf(controlPlane)}`;
  const files = machineFilesOf(controlPlane, stored);
  const [first, other] = (['initConfiguration', 'joinConfiguration'] as const).map(own => patchesOf(controlPlane, own, files));
  const hasPatches = first.size > 0 || other.size > 0;
  if (!hasPatches) {
    return new Map([...nodeFiles(controlPlane, node, 'joinConfiguration', files), ['kubeadm.yaml', kubeadmFile(controlPlane, cluster)]]);
  }
  const isSame = JSON.stringify([...first.keys()]) === JSON.stringify([...other.keys()]);
  const made = (name: string, own: NodeConfiguration, patches: ReadonlyMap<string, MadeFile>) =>
    [...nodeFiles(controlPlane, name, own, applied(files, [first, other])), ...patchedPods(controlPlane, name, cluster, patches)];
  return new Map([...made(node, 'joinConfiguration', other), ...isSame ? [] : made(`${node}-first`, 'initConfiguration', first)]);
}

/** Patches are read as what they make of the pods. */
function applied(
  files: ReadonlyMap<string, MadeFile>, patches: readonly ReadonlyMap<string, MadeFile>[],
): ReadonlyMap<string, MadeFile> {
  const all = new Set(patches.flatMap(own => [...own.values()]));
  return new Map([...files].map(([path, content]) => [path, all.has(content) && 'text' in content ? { ...content, isApplied: true } : content]));
}

/** The machines of a KubeadmConfigTemplate, which run a kubelet. */
export function workerFiles(template: SourceDocument, node: string, stored: StoredText): readonly (readonly [string, MadeFile])[] {
  return nodeFiles(template, node, 'joinConfiguration', machineFilesOf(template, stored));
}

/** The folder of patches that a machine is told, without the `/` at its end. */
export function patchesDirectory(document: SourceDocument, own: NodeConfiguration): string | undefined {
  return textAt(document, [...kubeadmSpecOf(document)!, own, 'patches', 'directory'])?.replace(/(?<!\/)\/+$/, '');
}

/** Files of that folder that patch something of ours, by their names. */
export function patchesOf(
  document: SourceDocument, own: NodeConfiguration, files: ReadonlyMap<string, MadeFile>,
): ReadonlyMap<string, MadeFile> {
  const directory = patchesDirectory(document, own);
  return new Map([...files].flatMap(([path, content]) => {
    const name = path.slice(path.lastIndexOf('/') + 1);
    return directory !== undefined && path.startsWith(`${directory}/`) && patchTarget(name) ? [[name, content] as const] : [];
  }));
}

const NAMES_FOLDER = /staticPodPath|pod-manifest-path/;

/**
 * Whether a file that cannot be read leaves open what is started. Most that come from a Secret are credentials and cloud configurations.
 *
 * @param said what names the folders that a kubelet takes static pods from
 */
function decides(path: string, said: string): boolean {
  const folder = path.slice(0, path.lastIndexOf('/'));
  return path.startsWith(`${STATIC_POD_PATH}/`) || said.includes(folder) && folder.split('/').length > 2 || KUBELET_CONFIGURATIONS.includes(path)
    || /^\/(?:etc|run|usr\/local\/lib|usr\/lib|lib)\/systemd\/system\/(?:[^/]+\.service|kubelet\.service\.d\/.*)$/.test(path)
    || kubeletFlagFilesOf([path]).length > 0;
}

function nodeFiles(
  document: SourceDocument, node: string, own: NodeConfiguration, files: ReadonlyMap<string, MadeFile>,
): [string, MadeFile][] {
  const registration: SourcePath = [...kubeadmSpecOf(document)!, own, 'nodeRegistration'];
  const kubelet = readArgs(document, [...registration, 'kubeletExtraArgs']);
  // kubeadm passes the name on. Most are templates that the machine fills in; the folder's name stands for what comes of it.
  const named = textAt(document, [...registration, 'name']) !== undefined;
  const flags = [...kubelet, ...named ? [{ name: 'hostname-override', value: nameOf(document) }] : []].map(arg => `--${arg.name}=${arg.value}`)
    .join(' ').replaceAll('"', '\\"');
  const said = [flags, ...[...files.values()].flatMap(content => 'text' in content && NAMES_FOLDER.test(content.text) ? [content.text] : [])]
    .join('\n');
  const ofKubeadm: MadeFile = {
    text: `KUBELET_KUBEADM_ARGS="${flags}"\n`,
    origin: () => ({ file: document.file, line: document.line([...registration, 'kubeletExtraArgs']) }),
  };
  const all = new Map([...files, [KUBEADM_FLAGS, ofKubeadm]]);
  const configurations = kubeletConfigurationsOf({ paths: [...all.keys()].map(path => path.slice(1)), contentOf: path => all.get(`/${path}`) });
  return [...all].filter(([path, content]) => 'text' in content || decides(path, said) || configurations.includes(path))
    .map(([path, content]): [string, MadeFile] => [`${node}${path}`, content]);
}

/** What kubeadm writes on a machine when it has patched it. */
function patchedPods(
  controlPlane: SourceDocument, node: string, cluster: MachineInput['cluster'], patches: ReadonlyMap<string, MadeFile>,
): [string, MadeFile][] {
  const pods = generatedPods({
    tag: textAt(controlPlane, ['spec', 'version']) ?? 'unknown',
    clusterName: textAt(controlPlane, [...CLUSTER_CONFIGURATION, 'clusterName']) ?? cluster.name,
    podSubnet: cluster.podSubnet,
    ...generatedComponents(controlPlane, CLUSTER_CONFIGURATION),
  });
  const kubelet = KUBELET_CONFIGURATIONS[0];
  const configuration = { apiVersion: 'kubelet.config.k8s.io/v1beta1', kind: 'KubeletConfiguration', staticPodPath: STATIC_POD_PATH };
  const isPatched = [...patches.keys()].some(name => patchTarget(name)?.target === 'kubeletconfiguration');
  return [
    ...Object.entries(pods).map(([path, text]): [string, MadeFile] => {
      const target = path.slice(path.lastIndexOf('/') + 1).replace(/\.yaml$/, '');
      return [`${node}${path}`, patchedFile(controlPlane, parseSource(text, { file: path }).data, target, patches)];
    }),
    ...isPatched ? [[`${node}${kubelet}`, patchedFile(controlPlane, configuration, 'kubeletconfiguration', patches)] as [string, MadeFile]] : [],
  ];
}

function patchedFile(controlPlane: SourceDocument, object: Data, target: string, patches: ReadonlyMap<string, MadeFile>): MadeFile {
  const own = [...patches].filter(([name]) => patchTarget(name)?.target === target);
  const origin = own.length === 0 ? () => ({ file: controlPlane.file, line: controlPlane.line(CLUSTER_CONFIGURATION) })
    : () => own[own.length - 1][1].origin!(0);
  const hidden = own.find(([, content]) => 'unreadable' in content);
  if (hidden) return { unreadable: `kubeadm patch ${hidden[0]}: ${'unreadable' in hidden[1] ? hidden[1].unreadable : ''}`, origin: hidden[1].origin };
  try {
    const given = own.map(([name, content]) => ({ name, text: 'text' in content ? content.text : '' }));
    return { text: renderYaml(patched(object, target, given)), origin };
  } catch (error) {
    if (error instanceof PatchProblem) return { unreadable: error.message, origin: patches.get(error.file)?.origin ?? origin };
    throw error;
  }
}

function kubeadmFile(controlPlane: SourceDocument, cluster: MachineInput['cluster']): MadeFile {
  const component = (section: string) => ({
    extraArgs: readArgs(controlPlane, [...CLUSTER_CONFIGURATION, section, 'extraArgs']).map(arg => ({ name: arg.name, value: arg.value })),
    extraVolumes: controlPlane.value([...CLUSTER_CONFIGURATION, section, 'extraVolumes']) ?? [],
    extraEnvs: controlPlane.value([...CLUSTER_CONFIGURATION, section, 'extraEnvs']) ?? [],
  });
  const text = renderYaml({
    apiVersion: 'kubeadm.k8s.io/v1beta4',
    kind: 'ClusterConfiguration',
    clusterName: textAt(controlPlane, [...CLUSTER_CONFIGURATION, 'clusterName']) ?? cluster.name,
    kubernetesVersion: textAt(controlPlane, ['spec', 'version']),
    networking: { podSubnet: cluster.podSubnet },
    apiServer: component('apiServer'),
    controllerManager: component('controllerManager'),
  });
  return {
    text, origin: line => ({ file: controlPlane.file, line: controlPlane.line(argumentAt(controlPlane, text.split('\n').slice(0, line))) }),
  };
}

/** Where the object says what the last of these lines of the made configuration says. */
function argumentAt(controlPlane: SourceDocument, lines: readonly string[]): SourcePath {
  const section = lines.flatMap(line => /^([a-zA-Z]+):/.exec(line)?.[1] ?? []).at(-1) ?? '';
  if (section === 'kubernetesVersion') return ['spec', 'version'];
  const header = lines.map(line => line.startsWith(`${section}:`)).lastIndexOf(true);
  const name = lines.slice(header).flatMap(line => /^\s*- name: "?([a-z0-9-]+)"?$/.exec(line)?.[1] ?? []).at(-1);
  const path = [...CLUSTER_CONFIGURATION, section, 'extraArgs'];
  const args = controlPlane.value(path);
  if (name === undefined) return path;
  return [...path, Array.isArray(args) ? args.findIndex(arg => isMap(arg) && arg.name === name) : name];
}
