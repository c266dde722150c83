import { ReadGroup } from './kind-reader';
import { hasControlPlane } from './node-reader';
import { readPodOfNode } from './static-pod-reader';
import { STATIC_POD_PATH } from '../../kubernetes/node';
import { firstOfEach, grouped } from '../../kubernetes/once-for';
import { SaidVersions } from '../../model/component-version';
import { ComponentView, NodeView } from '../../view/model';
import { mirroredNode } from '../component/live-pods';
import { StoredValues } from '../component/stored-values';
import { ObjectOfDirectory } from '../documents/documents';
import { folderLabel, NodeFolderPath } from '../input/layout';

interface LiveContext {
  readonly stored: StoredValues;
  readonly said: SaidVersions;
  /** Folders of nodes in the input: what a mirror pod mounts is there. */
  readonly nodes: readonly NodeFolderPath[];
}

/** The nodes of a live cluster by the mirror pods of their static pods. Nodes that run the same are one kind. */
export function readLiveNodes(objects: readonly ObjectOfDirectory[], { stored, said, nodes: folders }: LiveContext): readonly ReadGroup[] {
  const byNode = grouped(objects.filter(({ object }) => mirroredNode(object) !== undefined), ({ object }) => mirroredNode(object)!);
  const nodes = [...byNode].map(([name, pods]) => ({
    name,
    dir: pods[0].dir,
    components: pods.flatMap(({ object, dir }) =>
      readPodOfNode(object, name, folders.filter(one => one.name === name), { dir, kind: name, said }, stored)),
  })).filter(({ components }) => components.length > 0);
  const kinds = [...grouped(nodes, ({ components }) => JSON.stringify(components.map(({ view }) => describe(view)).sort())).values()];
  return kinds.map(alike => {
    const [kind] = alike;
    const name = kinds.length === 1 ? `node of ${folderLabel(kind.dir)}` : `node ${alike.map(node => node.name).join(', ')}`;
    const onNodes = [...alike.keys()];
    const components = alike.flatMap(node => node.components)
      .map(({ view, context: own }) => ({ view: { ...view, kind: name, onNodes }, context: { ...own, label: name } }));
    const views: NodeView[] = alike.map(node => ({
      name: node.name,
      role: 'control-plane',
      isControlPlane: hasControlPlane(node.components.map(({ view }) => view)),
      kind: name,
      root: '',
      staticPodPath: STATIC_POD_PATH,
      staticPods: node.components.map(({ view }) => view),
      isLive: true,
    }));
    const external = components.some(
      ({ view }) => view.component === 'kube-apiserver' && view.flags.some(flag => flag.name === 'cloud-provider' && flag.value === 'external'),
    );
    // The same component on nodes that are alike is one.
    return {
      group: { name, dir: kind.dir, nodes: [] },
      kind: { view: { name, nodes: views, external }, components: firstOfEach(components, one => describe(one.view)), unread: [], rest: [] },
    };
  });
}

/** Flags whose values belong to one node. */
const OF_NODE = /^(advertise-address|bind-address|node-ip|hostname-override|etcd-servers|kubelet-client-certificate|apiserver-count)$/;

function describe({ component, version, image, flags, unknowns, migrationConfig }: ComponentView): string {
  return JSON.stringify([
    component, version?.toString(), image?.repository, image?.tag,
    flags.filter(({ name }) => !OF_NODE.test(name)).map(({ name, value }) => [name, value]),
    unknowns.map(({ what }) => what), migrationConfig?.state, migrationConfig?.text,
  ]);
}
