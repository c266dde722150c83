import { saysExternal } from './component-reader';
import { isMap, listOf, mapOf, placeAt, stringOf } from './container';
import { Documents, isLooseConfiguration, manifestFiles, ObjectAt } from './documents';
import { UnreadableInput, VerifyInput } from './input';
import { isClusterConfiguration, readClusterConfiguration } from './kubeadm-reader';
import { fileName, layoutOf, onNode } from './layout';
import { groupNodes, NodeGroup } from './node-kinds';
import { readKind, ReadKind } from './node-reader';
import { LabelledKind } from './placement';
import { readBinding, readRole } from './rbac-reader';
import { placedText, PlacedText } from './referenced-file';
import { safetyCluster } from './safety-cluster';
import { readWorkload, templateOf } from './workload-reader';
import { withClusterApi } from '../deliver/cluster-api/cluster-api-reader';
import { withKkp } from '../deliver/kkp/kkp-reader';
import { withKops } from '../deliver/kops/kops-reader';
import { withKubeOne } from '../deliver/kubeone/kubeone-reader';
import { KCM } from '../kubernetes/component';
import { NodeSide } from '../migration/node';
import { Cluster } from '../model/cluster';
import { judge, Verdict } from '../proof/verdict';
import { flagOf, isExternal, isInTree } from '../rules/ask';
import { LooseConfiguration, Model, ObjectView } from '../rules/model';

/**
 * Everything that the rules see, from the texts of the files.
 *
 * @throws `SourceError` or `UnreadableInput` if a file that is needed cannot be read, or if there is nothing to check
 */
export function buildModel(given: VerifyInput): Model {
  const input = withKubeOne(withKkp(withKops(withClusterApi(given))));
  const documents = new Documents();
  const layouts = input.directories.map(directory => ({ directory, layout: layoutOf(directory) }));
  const groups = groupNodes(layouts.flatMap(({ layout }) => layout.nodes));
  const files = layouts.flatMap(({ directory, layout }) => manifestFiles(directory, layout).map(file => ({ ...file, dir: directory.name })));
  const read = groups.map(group => ({ group, kind: readKind(group, documents, input.kubernetesVersion) }));
  const loose = [...files.filter(({ text }) => isLooseConfiguration(text)), ...configurationsOfEmptyNodes(read)];
  const objects = files.filter(({ text }) => !isLooseConfiguration(text))
    .flatMap(({ file, text, dir }) => documents.objects(text, file).map(object => ({ object, dir })));
  if (objects.length === 0 && loose.length === 0 && read.every(({ kind }) => kind.components.length === 0)) {
    throw new UnreadableInput(`no Kubernetes manifests and no node files in ${input.directories.map(({ name }) => `'${name}'`).join(', ')}; `
      + 'expected .yaml files with Kubernetes objects, or folders that hold etc/ or var/ of a node');
  }
  const configMaps = readConfigMaps(objects.map(({ object }) => object));
  const withKubeadm = addKubeadm(read, objects, input);
  const labelled = withKubeadm.map(labelledKind);
  const nodes = new Map(withKubeadm.map(({ group, kind }) => [group.name, controlPlaneOf(group, kind)]));
  const said = input.kubernetesVersion;
  const workloads = objects.flatMap(({ object, dir }) => readWorkload(object, { dir, kinds: labelled, nodes, configMaps, said }));
  const all = [...withKubeadm.flatMap(({ kind }) => kind.components), ...workloads];
  const views = all.map(({ view }) => view);
  const kinds = withKubeadm.map(({ kind }) => kind.view);
  return {
    components: views,
    kinds,
    roles: objects.flatMap(({ object }) => readRole(object) ?? []),
    bindings: objects.flatMap(({ object }) => readBinding(object) ?? []),
    objects: objects.map(({ object }) => objectView(object)),
    configMaps: [...configMaps.keys()],
    looseConfigurations: loose.map(({ file, text }): LooseConfiguration => ({ text, placeOf: line => ({ file, line }) })),
    unknownVersions: all.flatMap(({ unknownVersion }) => unknownVersion ?? []),
    unreadableCommands: [...all.flatMap(({ unreadable }) => unreadable ?? []), ...withKubeadm.flatMap(({ kind }) => kind.problems)],
    verdict: verdictOf(safetyCluster(kinds, views, input.declaredGaps)),
  };
}

/** Of a node that was handed in without a manifest, nobody reads the file: it is checked by itself. */
function configurationsOfEmptyNodes(read: readonly ReadGroup[]): readonly { readonly file: string; readonly text: string }[] {
  return read.filter(({ kind }) => kind.components.length === 0).flatMap(({ group }) => group.nodes).flatMap(node => node.paths.flatMap(path => {
    const content = node.directory.files.get(onNode(node, path))!;
    return 'text' in content && isLooseConfiguration(content.text) ? [{ file: fileName(node.directory, onNode(node, path)), text: content.text }] : [];
  }));
}

/** More kinds or locks than can be enumerated are a matter of the input. */
function verdictOf(cluster: Cluster): Verdict {
  try {
    return judge(cluster);
  } catch (error) {
    throw new UnreadableInput((error as Error).message);
  }
}

interface ObjectOfDirectory {
  readonly object: ObjectAt;
  readonly dir: string;
}

interface ReadGroup {
  readonly group: NodeGroup;
  readonly kind: ReadKind;
}

/** A kubeadm configuration describes nodes of its directory; where that has none, nodes that are yet to be made. */
function addKubeadm(read: readonly ReadGroup[], objects: readonly ObjectOfDirectory[], input: VerifyInput): readonly ReadGroup[] {
  const result = [...read];
  for (const { object, dir } of objects.filter(one => isClusterConfiguration(one.object))) {
    const index = result.findIndex(({ group, kind }) => group.dir === dir && isOfRelease(kind, object));
    const { group, kind } = result[index] ?? emptyGroup(dir, result);
    const components = readClusterConfiguration(object, { dir, kind: group.name, nodes: controlPlaneOf(group, kind), said: input.kubernetesVersion });
    const external = kind.view.external || components.some(({ view }) => saysExternal(view));
    const grown = { group, kind: { ...kind, components: [...kind.components, ...components], view: { ...kind.view, external } } };
    if (index === -1) result.push(grown);
    else result[index] = grown;
  }
  return result;
}

/** Whether nodes run the release that the configuration is for; nodes that do not say count. */
function isOfRelease(kind: ReadKind, object: ObjectAt): boolean {
  const minor = /^v?1\.(\d+)/.exec(stringOf(object.data.kubernetesVersion) ?? '')?.[1];
  const versions = kind.components.flatMap(({ view }) => view.version ?? []);
  return versions.length === 0 || minor === undefined || versions.some(version => String(version.minor) === minor);
}

function emptyGroup(dir: string, others: readonly ReadGroup[]): ReadGroup {
  const count = others.filter(({ group }) => group.dir === dir).length;
  const name = `node of ${dir}${count === 0 ? '' : ` (kubeadm configuration ${count + 1})`}`;
  return { group: { name, dir, nodes: [] }, kind: { view: { name, nodes: [], external: false }, components: [], problems: [] } };
}

function controlPlaneOf(group: NodeGroup, kind: ReadKind) {
  return group.nodes.filter((_, index) => kind.view.nodes[index].role === 'control-plane');
}

/** The side, where the layout does not say it: a KCM with an in-tree provider is of version N, an external one of N+1. */
function labelledKind({ group, kind }: ReadGroup): LabelledKind {
  const views = kind.components.map(({ view }) => view);
  const kcm = views.filter(({ component }) => component === KCM);
  const derived = kcm.some(isExternal) ? NodeSide.N_PLUS_1 : kcm.some(isInTree) ? NodeSide.N : undefined;
  const labels = views.filter(({ component }) => component === 'kubelet').flatMap(view => {
    const value = flagOf(view, 'node-labels')?.value;
    return value === undefined ? [] : [new Map(value.split(',').map(pair => pair.split('=', 2)).map(([key, text]) => [key, text ?? '']))];
  });
  return { name: group.name, side: group.side ?? derived, labels };
}

function readConfigMaps(objects: readonly ObjectAt[]): ReadonlyMap<string, ReadonlyMap<string, PlacedText>> {
  return new Map(objects.filter(({ kind }) => kind === 'ConfigMap').map(({ name, namespace, data, file, document, base }) => [
    `${namespace ?? 'default'}/${name}`,
    new Map(Object.entries(mapOf(data.data)).map(([key, value]) => [key, placedText(file, document, [...base, 'data', key], String(value))])),
  ]));
}

function objectView(object: ObjectAt): ObjectView {
  const { kind, name, namespace, data, file, document, base } = object;
  const template = templateOf(object);
  const containers = template ? ['initContainers', 'containers'].flatMap(list =>
    listOf(document.value([...template, 'spec', list])).flatMap((container, index) => isMap(container) && typeof container.image === 'string'
      ? [{ reference: container.image, place: placeAt(file, document, [...template, 'spec', list, index, 'image']) }] : [])) : [];
  return { kind, name, namespace, place: placeAt(file, document, [...base, 'metadata']), provisioner: stringOf(data.provisioner), images: containers };
}
