import { ComponentView, Doubt, KindView, NodeObjectView, NodeView, Place, PlacedFlag, ReadModel } from './model';
import { globalKey } from '../cloud-config/global-key';
import { servingAwsCcm } from '../facts/ccm-releases';
import { CCM, KCM } from '../kubernetes/component';
import { goBool } from '../kubernetes/go-values';
import { grouped, onceFor } from '../kubernetes/once-for';
import { isPlaceholder } from '../text/placeholder';

/** Questions that several rules ask. Those of all components are answered once for a model: every rule asks them for every component. */

export const kcms = onceFor((model: ReadModel): readonly ComponentView[] => model.components.filter(({ component }) => component === KCM));

export const ccms = onceFor((model: ReadModel): readonly ComponentView[] => model.components.filter(isCcm));

export const kubelets = onceFor((model: ReadModel): readonly ComponentView[] => model.components.filter(({ component }) => component === 'kubelet'));

export const apiServers = onceFor(
  (model: ReadModel): readonly ComponentView[] => model.components.filter(({ component }) => component === 'kube-apiserver'),
);

/** KCM and CCM. */
export const managers = onceFor((model: ReadModel): readonly ComponentView[] => model.components.filter(isManager));

export function isManager({ component }: ComponentView): boolean {
  return component === KCM || component === CCM;
}

export function isCcm({ component }: ComponentView): boolean {
  return component === CCM;
}

/** The occurrence of a flag that counts: the last. */
export function flagOf({ flags }: Pick<ComponentView, 'flags'>, name: string): PlacedFlag | undefined {
  return flags.filter(flag => flag.name === name).at(-1);
}

export function textOf(view: Pick<ComponentView, 'flags'>, name: string, fallback = ''): string {
  const flag = flagOf(view, name);
  return flag ? flag.value ?? '' : fallback;
}

/** A flag that stands alone is true; one that cannot be read is the fallback. */
export function boolOf(view: ComponentView, name: string, fallback: boolean): boolean {
  const flag = flagOf(view, name);
  return flag ? goBool(flag.value ?? 'true') ?? fallback : fallback;
}

/** Where a flag is, or, where it is not passed, the component. */
export function placeOf(view: ComponentView, ...names: readonly string[]): Place {
  const named = names.map(name => flagOf(view, name)).find(flag => flag !== undefined);
  return named?.place ?? view.place;
}

/**
 * The tag of the AWS cloud-controller-manager that runs. Of what was synthesized with `unreadRelease` an annotation names the release whose facts
 * serve for it, and that is another.
 */
export function awsTagOf({ awsRelease, image }: ComponentView): string | undefined {
  return awsRelease !== undefined && image?.tag !== undefined && servingAwsCcm(image.tag) === awsRelease ? image.tag : awsRelease;
}

/** By which minor an AWS cloud-controller-manager is judged, where its tag has another one. */
export function readAs({ awsRelease, version }: ComponentView): string | undefined {
  if (awsRelease === undefined || version === undefined || awsRelease.startsWith(`v${version.minorVersion}.`)) return undefined;
  const serving = servingAwsCcm(awsRelease);
  return serving === undefined ? `built from the libraries of ${version.minorVersion}` : `read as ${serving}`;
}

/** `KCM 1.26 of node of version N`, `CCM 1.27 (DaemonSet kube-system/x)`. */
export function nameOf(view: ComponentView): string {
  const short = view.component === KCM ? 'KCM' : view.component === CCM ? 'CCM' : view.component;
  const read = readAs(view);
  const version = read !== undefined ? ` ${view.awsRelease} (${read})` : view.version ? ` ${view.version.minorVersion}` : '';
  return view.kind === undefined ? `${short}${version} (${view.object})` : `${short}${version} of ${view.kind}`;
}

export function isExternal(view: ComponentView): boolean {
  return textOf(view, 'cloud-provider') === 'external';
}

/** Whether its `--cloud-provider` names a cloud. */
export function isInTree(view: ComponentView): boolean {
  return !['', 'external'].includes(textOf(view, 'cloud-provider'));
}

/** Whether it says that Leader Migration is on, whatever comes of it. */
export function asksForLeaderMigration(view: ComponentView): boolean {
  return boolOf(view, 'enable-leader-migration', false);
}

/** The id of the cluster in its cloud config: what AWS' tags are called after. */
export function clusterIdOf(view: ComponentView): { readonly value: string; readonly line: number } | undefined {
  return globalKeyOf(view, 'KubernetesClusterID') ?? globalKeyOf(view, 'KubernetesClusterTag');
}

/** A key of the section [Global] of its cloud config, where it has a value that is filled in. */
export function globalKeyOf(
  { cloudConfigReading: reading }: ComponentView, key: string,
): { readonly value: string; readonly line: number } | undefined {
  if (!reading || 'error' in reading) return undefined;
  const found = globalKey(reading.sections, key);
  return found && isPlaceholder(found.value) ? undefined : found;
}

/** Where a line of the migration configuration is; without such a line, or without a file, where Leader Migration is switched on. */
export function configPlace(view: ComponentView, line: RegExp): Place {
  const { migrationConfig } = view;
  const index = (migrationConfig?.text ?? '').split('\n').findIndex(text => line.test(text));
  return migrationConfig && index !== -1 ? migrationConfig.placeOf(index + 1) : placeOf(view, 'leader-migration-config', 'enable-leader-migration');
}

/** The line of a controller's entry. */
export function entryPlace(view: ComponentView, name: string): Place {
  return configPlace(view, new RegExp(`\\bname["']?\\s*:\\s*["']?${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}["']?\\s*(?:[,}#]|$)`));
}

/** Whether a workload can be on nodes of a kind. */
export function runsOn(view: ComponentView, kind: string): boolean {
  return view.kind === undefined ? view.onlyOn === undefined || view.onlyOn.includes(kind) : view.kind === kind;
}

/** The nodes of a kind on which it is, or can be. */
export function nodesWith(view: ComponentView, { name, nodes }: KindView): readonly NodeView[] {
  if (!runsOn(view, name)) return [];
  return view.kind === undefined || view.onNodes === undefined ? nodes : view.onNodes.map(index => nodes[index]);
}

/** `'a', 'b' and 'c'`. */
export function listed(names: readonly string[]): string {
  const quoted = names.map(name => `'${name}'`);
  return [...quoted.slice(0, -2), quoted.slice(-2).join(' and ')].join(', ');
}

/** Whether a flag is passed with a value that is not known. */
export function isUnknown(view: ComponentView, name: string): boolean {
  return view.unknowns.some(({ part }) => part === 'command' || part === `--${name}`);
}

/** The flags of which the values are in doubt. */
export function doubtedFlags(doubts: readonly Doubt[]): readonly string[] {
  return [...new Set(doubts.flatMap(({ part }) => part?.startsWith('--') === true ? [part.slice(2)] : []))];
}

const kindsNamed = onceFor((kinds: ReadModel['kinds']) => grouped(kinds, ({ name }) => name));

/** What runs on each node; on nodes that are yet to be made, by their kind. Workloads may be on any: they are left out. */
const ofEachNode = onceFor((model: ReadModel): ReadonlyMap<NodeView | string, readonly ComponentView[]> => {
  const places = model.components.flatMap(view => placesOf(view, kindsNamed(model.kinds).get(view.kind!) ?? []).map(place => ({ view, place })));
  return new Map([...grouped(places, ({ place }) => place)].map(([place, own]) => [place, own.map(({ view }) => view)]));
});

function placesOf(view: ComponentView, kinds: readonly KindView[]): readonly (NodeView | string)[] {
  return kinds.filter(({ name }) => runsOn(view, name))
    .flatMap((kind): readonly (NodeView | string)[] => kind.nodes.length === 0 ? [kind.name] : nodesWith(view, kind));
}

/** Components of nodes that can be on one node with another. */
export function besideOf(view: ComponentView, model: ReadModel): readonly ComponentView[] {
  const kinds = view.kind === undefined ? model.kinds : kindsNamed(model.kinds).get(view.kind) ?? [];
  return [...new Set(placesOf(view, kinds).flatMap(place => ofEachNode(model).get(place) ?? []))];
}

/** Whether a node is of the control plane, whatever it runs. */
export function isOfControlPlane({ isControlPlane, role, staticPods }: NodeView): boolean {
  return isControlPlane || (role === 'control-plane' && staticPods.some(({ component }) => component === KCM || component === CCM));
}

/** The folder of each node by its name, where there is one alone: those of both sides of a migration are of one node. */
const folders = onceFor((model: ReadModel): ReadonlyMap<string, NodeView> => {
  const ofFiles = model.kinds.flatMap(({ nodes }) => nodes).filter(({ isLive }) => isLive !== true);
  return new Map([...grouped(ofFiles, ({ name }) => name)].flatMap(([name, own]) => own.length === 1 ? [[name, own[0]]] : []));
});

/** The files of the node that a Node is of. */
export function folderOf({ name }: NodeObjectView, model: ReadModel): NodeView | undefined {
  return folders(model).get(name);
}

const objectsByName = onceFor((nodes: ReadModel['nodeObjects']) => grouped(nodes, ({ name }) => name));

/** What the API server knows of the node of a folder. */
export function nodeObjectOf(node: NodeView, model: ReadModel): NodeObjectView | undefined {
  return folders(model).get(node.name) === node ? objectsByName(model.nodeObjects).get(node.name)?.[0] : undefined;
}
