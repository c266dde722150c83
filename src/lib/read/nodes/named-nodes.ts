import { Etcd, etcdsOf } from './etcd';
import { ReadGroup } from './kind-reader';
import { NodeList, nodeLists, NodeListSources } from './node-lists';
import { mapOf, stringOf } from '../../edit/yaml/data';
import { attempt } from '../../edit/yaml/source-error';
import { KCM } from '../../kubernetes/component';
import { NodeRole, NodeSide } from '../../kubernetes/node';
import { grouped } from '../../kubernetes/once-for';
import { MigrationPhase } from '../../migration/migration-phase';
import { flagOf } from '../../view/ask';
import { ComponentView, Doubt, mayRunDoubt, NO_DOUBT, NodeView, Place } from '../../view/model';
import { Documents, ObjectAt, placeAt } from '../documents/documents';
import { MigrationIndex } from '../input/migration-index';

/** What names the control-plane nodes of a cluster. */
export interface NamingSources extends NodeListSources {
  readonly read: readonly ReadGroup[];
  readonly indexes: readonly MigrationIndex[];
}

interface Naming {
  readonly place: Place;
  /** What it is. */
  readonly what: string;
  readonly names: readonly string[];
}

/**
 * Control-plane nodes that something in the input names and that are not in it, though others are. Where the folders have names of their own, those
 * of one kind are counted.
 */
export function absentNodes(sources: NamingSources): readonly Doubt[] {
  const { read, views } = sources;
  const etcds = etcdsOf(read.flatMap(({ group }) => group.nodes), sources.documents).filter(({ members }) => members.length > 0);
  // A node of a kind that kubeadm makes stands for any number of them.
  const isMade = (kind: string) => views.some(view => view.origin === 'kubeadm' && view.kind === kind);
  const managers = new Set(views.filter(({ component }) => component === KCM).map(({ kind, node }) => JSON.stringify([kind, node])));
  const hasManager = ({ kind, name, staticPods }: NodeView) =>
    staticPods.some(({ component }) => component === KCM) || managers.has(JSON.stringify([kind, name]));
  const together = [...grouped(read, ({ group }) => group.partOf ?? group.name).values()];
  const kinds = together.map(parts => parts.flatMap(({ kind }) => kind.view.nodes.filter(node =>
    (node.isControlPlane || hasManager(node)) && (node.staticPods.length > 0 || !isMade(kind.view.name)))))
    .filter(nodes => nodes.length > 0);
  if (kinds.length === 0) return NO_DOUBT.notAsked;
  const isCalled = (node: NodeView, name: string) => namesOf(node, views, etcds).some(own => isSameName(own, name));
  const all = kinds.flat();
  const namings = [...ofEtcd(etcds, all), ...ofObjects(sources)].filter(({ names }) => names.length > 0);
  // A node that some source knows by its name is none that another one calls otherwise.
  const known = namings.flatMap(({ names }) => names);
  const spare = Math.max(...kinds.map(nodes => nodes.filter(node => !known.some(name => isCalled(node, name))).length));
  return [
    ...namings.flatMap(({ place, what, names }) => {
      const missing = names.filter(name => !all.some(node => isCalled(node, name)));
      return missing.length > spare ? [absent(place, `${what} names ${names.length} control-plane nodes, and ${
        spare === 0 ? missing.join(', ') : `${missing.length - spare} of ${missing.join(', ')}`} is not in the input`)] : NO_DOUBT.isRight;
    }),
    ...nodeLists(sources).flatMap(list => fewer(list, all)),
    ...sources.indexes.flatMap(index => ofIndex(index, sources)),
  ];
}

/** A list with more nodes than the input has: what they are called there need not be the names of folders. */
function fewer({ place, what, names, count }: NodeList, nodes: readonly NodeView[]): readonly Doubt[] {
  const here = new Set(nodes.map(({ name }) => name)).size;
  return count <= here ? NO_DOUBT.isRight
    : [absent(place, `${what} has ${count} control-plane nodes${names.length === 0 ? '' : ` (${names.join(', ')})`}, and ${count - here} of `
      + `them ${count - here === 1 ? 'is' : 'are'} not in the input`)];
}

function absent(place: Place, what: string): Doubt {
  return mayRunDoubt(place, what, 'A kube-controller-manager may run there, with flags that are not known.',
    'Add the folder of each control-plane node, or remove the name where the node is gone.', [KCM]);
}

function namesOf(node: NodeView, views: readonly ComponentView[], etcds: readonly Etcd[]): readonly string[] {
  const kubelet = views.find(view => view.component === 'kubelet' && view.kind === node.kind && view.node === node.name);
  return [node.name, kubelet && flagOf(kubelet, 'hostname-override')?.value, ...etcds.filter(one => one.node === node.name).map(({ name }) => name)]
    .flatMap(name => name ?? []);
}

/** Whether two names are one, or one is the host name of the other. */
function isSameName(one: string, other: string): boolean {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  return a === b || a.startsWith(`${b}.`) || b.startsWith(`${a}.`);
}

/** Members of etcd are control-plane nodes where each member in the input is one. */
function ofEtcd(etcds: readonly Etcd[], controlPlane: readonly NodeView[]): readonly Naming[] {
  if (etcds.length === 0 || !etcds.every(({ node }) => controlPlane.some(({ name }) => name === node))) return [];
  const names = [...new Set(etcds.flatMap(({ members }) => members.map(({ name }) => name)))];
  const widest = etcds.reduce((most, one) => one.members.length > most.members.length ? one : most);
  return [{ place: widest.place, what: 'the list of members of etcd', names }];
}

const ROLES = ['control-plane', 'master', 'controlplane'].map(role => `node-role.kubernetes.io/${role}`);

function ofObjects({ objects, documents }: NamingSources): readonly Naming[] {
  const nodes = objects.filter(({ kind, apiVersion, data }) =>
    kind === 'Node' && apiVersion === 'v1' && ROLES.some(role => Object.hasOwn(mapOf(mapOf(data.metadata).labels), role)));
  const placed = ({ file, document, base }: ObjectAt) => placeAt(file, document, base);
  const joined = objects.filter(({ kind, apiVersion, data }) => apiVersion.startsWith('kubeadm.k8s.io/')
    && (kind === 'InitConfiguration' || (kind === 'JoinConfiguration' && data.controlPlane !== undefined)));
  return [
    ...nodes.slice(0, 1).map(first => ({ place: placed(first), what: 'the list of Node objects', names: nodes.map(({ name }) => name) })),
    ...joined.slice(0, 1).map(first => ({
      place: placed(first),
      what: 'the kubeadm configuration of nodes',
      names: [...new Set(joined.flatMap(({ data }) => stringOf(mapOf(data.nodeRegistration).name) ?? []))],
    })),
    ...objects.filter(({ kind, data }) => kind === 'ConfigMap' && stringOf(mapOf(data.data).ClusterStatus) !== undefined).map(object => ({
      place: placed(object),
      what: `ClusterStatus of ConfigMap ${object.name}`,
      names: Object.keys(mapOf(parsed(stringOf(mapOf(object.data.data).ClusterStatus)!, documents).apiEndpoints)),
    })),
  ];
}

function parsed(text: string, documents: Documents): ReturnType<typeof mapOf> {
  return attempt(() => mapOf(documents.of(text, 'ClusterStatus')[0]?.data), () => ({}));
}

/** Sides that a phase has nodes of. */
const SIDES: Readonly<Record<MigrationPhase, readonly NodeSide[]>> = {
  [MigrationPhase.N]: [NodeSide.N],
  [MigrationPhase.MIXED]: [NodeSide.N, NodeSide.N_PLUS_1],
  [MigrationPhase.N_PLUS_1]: [NodeSide.N_PLUS_1],
  [MigrationPhase.DISABLED]: [NodeSide.N_PLUS_1],
};

/** Folders that a side has: one for each control-plane node that was handed in; where they are replaced, one for all that come. */
function foldersOf({ nodes, replaced = {} }: MigrationIndex['index'], side: NodeSide): readonly string[] {
  const groups = Object.entries(replaced).filter(([, { role }]) => role === NodeRole.CONTROL_PLANE);
  const leaving = groups.flatMap(([, { today }]) => today);
  const stay = side === NodeSide.N ? nodes.controlPlane : nodes.controlPlane.filter(name => !leaving.includes(name));
  return [...stay, ...groups.map(([name]) => name)];
}

/** Folders beside a `migration.json` are written for each control-plane node that was handed in. */
function ofIndex({ directory, folder, file, index }: MigrationIndex, { read }: NamingSources): readonly Doubt[] {
  const beside = read.flatMap(({ group }) => group.nodes).filter(node => node.directory === directory && node.root.startsWith(folder));
  const place = { file, line: 1 };
  const missing = beside.length === 0 ? [] : SIDES[index.phase].flatMap(side =>
    foldersOf(index, side).filter(name => !beside.some(node => node.name === name && node.role === 'control-plane' && node.side === side))
      .map(name => `${name} of version ${side === NodeSide.N ? 'N' : 'N+1'}`));
  return missing.length === 0 ? NO_DOUBT.isRight
    : [absent(place, `it names control-plane nodes that have no folder beside it: ${missing.join(', ')}`)];
}
