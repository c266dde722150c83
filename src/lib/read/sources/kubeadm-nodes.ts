import { isClusterConfiguration, readClusterConfiguration } from './kubeadm-reader';
import { stringOf } from '../../edit/yaml/data';
import { SaidVersions } from '../../model/component-version';
import { Doubt } from '../../view/model';
import { saysExternal } from '../component/component-reader';
import { ObjectAt, ObjectOfDirectory } from '../documents/documents';
import { folderLabel, NodeFolderPath } from '../input/layout';
import { NodeGroup } from '../input/node-kinds';
import { ReadGroup, ReadKind } from '../nodes/kind-reader';

/** A kubeadm configuration describes nodes of its directory; where that has none, nodes that are yet to be made. */
export function withKubeadm(read: readonly ReadGroup[], objects: readonly ObjectOfDirectory[], said: SaidVersions): readonly ReadGroup[] {
  const result = [...read];
  for (const { object, dir } of objects.filter(one => isClusterConfiguration(one.object))) {
    const first = result.find(({ group, kind }) => group.dir === dir && isOfRelease(kind, object));
    const all = first === undefined ? [] : result.filter(one => one === first
      || (one.group.partOf !== undefined && one.group.partOf === first.group.partOf && controlPlaneOf(one).length > 0));
    for (const one of all.length === 0 ? [emptyGroup(dir, result)] : all) {
      const { group, kind } = one;
      const components = readClusterConfiguration(object, { dir, kind: group.name, nodes: controlPlaneOf(one), stops: stopsOf(group, kind), said });
      const external = kind.view.external || components.some(({ view }) => saysExternal(view));
      const grown = { group, kind: { ...kind, components: [...kind.components, ...components], view: { ...kind.view, external } } };
      if (all.length === 0) result.push(grown);
      else result[result.indexOf(one)] = grown;
    }
  }
  return result;
}

/** Why no control-plane node of the kind starts what kubeadm writes, or why one of them does not. */
function stopsOf(group: NodeGroup, { view, kubeletStops = [] }: ReadKind): readonly Doubt[] {
  const own = kubeletStops.filter((_, index) => group.nodes[index].role !== 'worker' && view.nodes[index].role === 'control-plane');
  const isEach = own.every(stops => stops.length > 0);
  return own.flat().map(stop => isEach ? stop : { ...stop, isDoubtful: true });
}

/** Whether nodes run the release that the configuration is for; nodes that do not say count. */
function isOfRelease(kind: ReadKind, object: ObjectAt): boolean {
  const minor = /^v?1\.(\d+)/.exec(stringOf(object.data.kubernetesVersion) ?? '')?.[1];
  const versions = kind.components.flatMap(({ view }) => view.version ?? []);
  return versions.length === 0 || minor === undefined || versions.some(version => String(version.minor) === minor);
}

function emptyGroup(dir: string, others: readonly ReadGroup[]): ReadGroup {
  const count = others.filter(({ group }) => group.dir === dir).length;
  const name = `node of ${folderLabel(dir)}${count === 0 ? '' : ` (kubeadm configuration ${count + 1})`}`;
  return { group: { name, dir, nodes: [] }, kind: { view: { name, nodes: [], external: false }, components: [], unread: [], rest: [] } };
}

/** Folders of the control-plane nodes of a kind. */
export function controlPlaneOf({ group, kind }: ReadGroup): readonly NodeFolderPath[] {
  return group.nodes.filter((_, index) => kind.view.nodes[index].role === 'control-plane');
}
