import { isClusterConfiguration, placedArgs } from './kubeadm-reader';
import { isMap, listOf, mapOf, stringOf } from '../../edit/yaml/data';
import { attempt } from '../../edit/yaml/source-error';
import { KUBEADM_FLAGS, KUBELET_CONFIGURATIONS, kubeletFlagFilesOf } from '../../facts/inputs/kubelet-files';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';
import { STATIC_POD_PATH } from '../../kubernetes/node';
import { Doubt, Place } from '../../view/model';
import { placedText } from '../component/referenced-file';
import { Documents, ObjectAt, ParsedBefore } from '../documents/documents';
import { atFirstSight, FileContent, VerifyDirectory, VerifyInput } from '../input/input';
import { fileName, layoutOf, NodeFolderPath } from '../input/layout';
import { readKubelet } from '../nodes/kubelet/kubelet-reader';
import { staticPodSources } from '../nodes/kubelet/static-pod-folders';

/** Cheap to look for: most folders have nothing of it. */
const MENTIONS = /["']?kind["']?[ \t]*:[ \t]*["']?(?:KubeletConfiguration|(?:Init|Join)Configuration)\b|\bkubelet-config\b/;
const OF_KUBEADM = new RegExp(`${MENTIONS.source}|ClusterConfiguration`);
/** The node that kubeadm makes of its configuration, where the input has none. */
const MADE = 'control-plane/kubeadm';

type Text = Extract<FileContent, { readonly text: string }>;

/** What kubeadm gives a kubelet. */
interface Given {
  readonly dir: string;
  readonly content: Text;
  /** Whether it is what the cluster keeps for each of its nodes. */
  readonly isOfCluster?: boolean;
  readonly isOfWorker?: boolean;
}

/**
 * The input with the files that kubeadm writes for the kubelet of each node: KubeletConfigurations that it is handed, or that its cluster keeps in
 * ConfigMap kubelet-config, and kubeletExtraArgs. A node that has the files itself keeps its own; where the input has the configuration of kubeadm
 * without a node, one is made of it. cmd/kubeadm/app/phases/kubelet of k8s.io/kubernetes@v1.27.16.
 */
export function withKubeadmKubelets(input: VerifyInput, parsed: ParsedBefore): VerifyInput {
  if (!input.directories.some(hasMention)) return input;
  const documents = new Documents(input.documents, parsed);
  const objects = new Map(input.directories.map(one => [one, hasMention(one) ? objectsOf(one, documents) : []]));
  const read = [...objects].flatMap(([{ name }, own]) => own.map(object => ({ object, dir: name })));
  const configurations = read.flatMap(({ object, dir }) => configurationOf(object, dir, documents));
  const flags = read.flatMap(({ object, dir }) => flagsOf(object, dir));
  if (configurations.length === 0 && flags.length === 0) return input;
  const used = new Set<Given>();
  const forDirectory = (all: readonly Given[], dir: string) =>
    all.find(one => one.dir === dir && !one.isOfCluster && !one.isOfWorker) ?? all.find(one => one.isOfCluster);
  const directories = input.directories.map(directory => {
    const { nodes } = layoutOf(directory);
    const [configuration, args] = [forDirectory(configurations, directory.name), forDirectory(flags, directory.name)];
    const cluster = objects.get(directory)!.find(isClusterConfiguration);
    const roots = nodes.map(node => ({ root: node.root, paths: node.paths }));
    const made = nodes.length > 0 || !cluster || !(configuration ?? args) ? [] : [{ root: MADE, paths: [] }];
    const files = [...roots, ...made].flatMap(({ root, paths }) => {
      const own = paths.map(path => `/${path}`);
      const lacks = [
        [KUBELET_CONFIGURATIONS[0], KUBELET_CONFIGURATIONS.some(path => own.includes(path)) ? undefined : configuration],
        [KUBEADM_FLAGS, kubeletFlagFilesOf(own).length > 0 ? undefined : args],
      ] as const;
      return lacks.flatMap(([path, given]): [string, FileContent][] => {
        if (!given) return [];
        used.add(given);
        return [[`${root === '' ? '' : `${root}/`}${path.slice(1)}`, given.content]];
      });
    });
    const version = made.length > 0 && cluster ? KubernetesVersion._readStart(stringOf(cluster.data.kubernetesVersion)) : undefined;
    return files.length === 0 ? directory : {
      ...directory,
      files: new Map([...directory.files, ...files]),
      ...version && { versions: new Map([...directory.versions ?? [], [MADE, version]]) },
    };
  });
  const others = [
    ...configurations.map(given => [given, KUBELET_CONFIGURATIONS[0]] as const), ...flags.map(given => [given, KUBEADM_FLAGS] as const),
  ].filter(([given]) => !used.has(given));
  const unread = others.flatMap(([given, path]) => sourcesOf(given, path));
  return { ...input, directories, unread: [...input.unread ?? [], ...unread] };
}

function hasMention({ files }: VerifyDirectory): boolean {
  return [...files.values()].some(content => MENTIONS.test(atFirstSight(content)));
}

/** Objects that are no files of nodes. What cannot be parsed is reported where files are read. */
function objectsOf(directory: VerifyDirectory, documents: Documents): readonly ObjectAt[] {
  return layoutOf(directory).clusterFiles.flatMap(path => {
    const content = directory.files.get(path)!;
    return 'text' in content && OF_KUBEADM.test(atFirstSight(content))
      ? attempt(() => documents.objectsIn(content, fileName(directory, path)), () => []) : [];
  });
}

/** kubeadm calls it kubelet-config-1.23 and so on to that release. */
const CONFIG_MAP = /^kubelet-config(?:-1\.\d+)?$/;

function configurationOf(object: ObjectAt, dir: string, documents: Documents): readonly Given[] {
  const { kind, apiVersion, name, data, file, document, base } = object;
  if (kind === 'KubeletConfiguration' && apiVersion.startsWith('kubelet.config.k8s.io/')) {
    return [{ dir, content: written(data, key => ({ file, line: document.line([...base, key]) })) }];
  }
  const text = kind === 'ConfigMap' && CONFIG_MAP.test(name) ? stringOf(mapOf(data.data).kubelet) : undefined;
  if (text === undefined) return [];
  const { placeOf } = placedText(file, document, [...base, 'data', 'kubelet'], text);
  const own = attempt(() => documents.of(text, file), () => undefined);
  if (own === undefined) return [{ dir, isOfCluster: true, content: { text, origin: placeOf } }];
  return own.slice(0, 1).map(one => ({ dir, isOfCluster: true, content: written(one.data, key => placeOf(one.line([key]))) }));
}

/** A setting a line, as kubeadm completes them, but for a staticPodPath: k8s.io/kubernetes@v1.27.16 cmd/kubeadm/app/componentconfigs/kubelet.go. */
function written(data: ObjectAt['data'], placeOf: (key: string) => Place): Text {
  const keys = Object.keys(data);
  const all = stringOf(data.staticPodPath) ? data : { ...data, staticPodPath: STATIC_POD_PATH };
  return {
    text: Object.entries(all).map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}\n`).join(''),
    origin: line => placeOf(keys[line - 1] ?? keys[0]),
  };
}

function flagsOf(object: ObjectAt, dir: string): readonly Given[] {
  const { kind, apiVersion, data, base, file, document } = object;
  if (!apiVersion.startsWith('kubeadm.k8s.io/') || !['InitConfiguration', 'JoinConfiguration'].includes(kind)) return [];
  const registration = mapOf(data.nodeRegistration);
  const args = placedArgs(object, [...base, 'nodeRegistration', 'kubeletExtraArgs']);
  if (args.length === 0) return [];
  // kubeadm passes its name on.
  const name = stringOf(registration.name);
  const taints = listOf(registration.taints).map(mapOf).map(({ key, value, effect }) => `${String(key)}=${String(value ?? '')}:${String(effect)}`);
  const all = [
    ...args, ...name === undefined ? [] : [{ name: 'hostname-override', value: name }],
    // It marks a node of the control plane with them later.
    ...taints.length === 0 ? [] : [{ name: 'register-with-taints', value: taints.join(',') }],
  ];
  const words = all.map(arg => `--${arg.name}=${arg.value ?? ''}`).join(' ').replace(/["\\]/g, '\\$&');
  const place = { file, line: document.line([...base, 'nodeRegistration', 'kubeletExtraArgs']) };
  return [{
    dir,
    isOfWorker: kind === 'JoinConfiguration' && !isMap(data.controlPlane),
    content: { text: `KUBELET_KUBEADM_ARGS="${words}"\n`, origin: () => place },
  }];
}

/** Where nodes that are made with it take static pods from, which the input does not show. */
function sourcesOf({ content, dir }: Given, path: string): readonly Doubt[] {
  const directory: VerifyDirectory = { name: dir, files: new Map([[path.slice(1), content]]) };
  const node: NodeFolderPath = { directory, root: '', name: 'each node that kubeadm makes', paths: [path.slice(1)] };
  const kubelet = readKubelet(node, '');
  const { unread } = staticPodSources(node, kubelet.view?.flags ?? [], new Documents());
  return [...kubelet.unread, ...unread].filter(({ mayRun }) => mayRun !== undefined)
    .map(one => ({ ...one, place: content.origin!(one.place.line) }));
}
