import { folderLabel, NodeFolderPath } from './layout';
import { NodeSide } from '../../kubernetes/node';
import { grouped } from '../../kubernetes/once-for';
import { sideName } from '../../kubernetes/side-label';

/** Nodes that exist together: those of one `<dir>` argument, and of one side where the layout says which. */
export interface NodeGroup {
  /** What a reader calls one of them: `node of version N`, `node of <dir>`. */
  readonly name: string;
  /** The `<dir>` argument. */
  readonly dir: string;
  readonly side?: NodeSide;
  /** Of a part of such nodes that a workload can be kept to: what all of them are called. */
  readonly partOf?: string;
  readonly nodes: readonly NodeFolderPath[];
}

export function groupNodes(nodes: readonly NodeFolderPath[]): readonly NodeGroup[] {
  const groups = grouped(nodes, node => JSON.stringify([node.side === undefined ? node.directory.name : placeOfSides(node), node.side ?? '']));
  const named = [...groups.values()].map(members => ({ members, name: nameOf(members[0]) }));
  return named.map(({ members, name }) => {
    const isUnique = named.filter(other => other.name === name).length === 1;
    const [first] = members;
    // Groups of one name differ in the folder that holds their sides: a kind is known by its name.
    const { directory: { name: dir }, side } = first;
    return { name: isUnique ? name : `${name} in ${placeOfSides(first) || dir}`, dir, side, nodes: members };
  });
}

function nameOf({ side, directory }: NodeFolderPath): string {
  return side === undefined ? `node of ${folderLabel(directory.name)}` : sideName(side);
}

/** The folder that holds `<role>-<side>`: control-plane nodes and workers of one side are one kind, also when they are two arguments. */
function placeOfSides({ directory, root }: NodeFolderPath): string {
  const way = `${directory.name}/${root}`.replace(/\/+/g, '/');
  return way.replace(/(^|\/)(control-plane|worker)-(n|n-plus-1)(\/.*)?$/, '');
}

const MOST_NAMES = 3;

/** Names of nodes for a reader: the first of many. */
export function someNames(names: readonly string[]): string {
  if (names.length <= MOST_NAMES) return names.join(', ');
  return `${names.slice(0, MOST_NAMES - 1).join(', ')} and ${names.length - MOST_NAMES + 1} others`;
}
