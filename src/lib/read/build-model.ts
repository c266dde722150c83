import { ClusterFiles, clusterTexts, readClusterFiles } from './cluster/cluster-files';
import { loadBalancerService } from './cluster/load-balancer-service';
import { lockPremise } from './cluster/lock-premise';
import { readBinding, readRoles } from './cluster/rbac-reader';
import { refuseSeveralClusters } from './cluster/several-clusters';
import { volumeTopology } from './cluster/volume-topology';
import { assumedComponent } from './component/assumption';
import { KnownNames } from './component/choices';
import { completed, ReadComponent, saysExternal } from './component/component-reader';
import { placeAt } from './component/container';
import { isOver, mirroredNode, repeatsOwner } from './component/live-pods';
import { storedValues } from './component/stored-values';
import { OtherText, proseOf, uncoveredObjects, uncoveredTexts } from './coverage/coverage';
import { installerText } from './coverage/installer-files';
import { isMap, listOf, stringOf } from './documents/data';
import { Documents, isLooseConfiguration, isProgram, ObjectAt, ObjectOfDirectory, ParsedBefore } from './documents/documents';
import { templateOf } from './documents/pod-templates';
import { NothingToCheck, VerifyInput } from './input/input';
import { fileName, folderLabel, layoutOf, onNode, placeOfInput } from './input/layout';
import { migrationIndexes, withReleases } from './input/migration-index';
import { groupNodes, NodeGroup } from './input/node-kinds';
import { apiServerSettings, apisSwitchedOff } from './interference/api-server-admission';
import { interceptors } from './interference/interceptors';
import { ProgramCommands } from './interference/object-commands';
import { knownNames, possibilitiesOf } from './mixes/possibilities';
import { withStops } from './mixes/stops';
import { readLiveNodes } from './nodes/live-nodes';
import { missingManagers } from './nodes/missing-manager';
import { absentNodes } from './nodes/named-nodes';
import { ReadGroup, ReadKind, readKinds } from './nodes/node-reader';
import { staticPodTexts } from './nodes/static-pod-folders';
import { readRollouts, rolloutDoubts } from './rollouts/rollouts';
import { nodeObjects } from './scheduling/node-objects';
import { LabelledKind } from './scheduling/placement';
import { sumOf } from './scheduling/pod-resources';
import { providerIds } from './scheduling/provider-ids';
import { withKubeadmKubelets } from './sources/kubeadm-kubelets';
import { isClusterConfiguration, readClusterConfiguration } from './sources/kubeadm-reader';
import { withTalosStaticPods } from './sources/talos-static-pods';
import { withUserData } from './sources/user-data';
import { withGivenTwice } from './workloads/given-twice';
import { withPortDoubts } from './workloads/host-ports';
import { readWorkload } from './workloads/workload-reader';
import { withEmbedded } from '../deliver/cluster-api/cluster-api-reader';
import { InstallerReading, withInstallers } from '../deliver/installer-readers';
import { controlPlaneNode } from '../facts/control-plane-node';
import { CCM, KCM } from '../kubernetes/component';
import { NodeSide } from '../kubernetes/node';
import { grouped } from '../kubernetes/once-for';
import { SaidVersions } from '../model/component-version';
import { judgeEvery } from '../proof/judgement';
import { Verdict } from '../proof/verdict';
import { flagOf, isExternal, isInTree, managers } from '../view/ask';
import { ComponentView, LooseConfiguration, Model, ObjectView, ReadModel, Stop, Unread } from '../view/model';

/**
 * Everything that the rules see, from the texts of the files.
 *
 * @throws `UnreadableInput` if there is nothing to check, or more than one cluster
 */
export function buildModel(given: VerifyInput): Model {
  const parsed: ParsedBefore = new Map();
  const { input, readings } = withInstallers(withKubeadmKubelets(withEmbedded(withTalosStaticPods(withUserData(given)), parsed), parsed), parsed);
  const said: SaidVersions = input;
  const documents = new Documents(input.documents, parsed);
  const indexes = migrationIndexes(input.directories);
  const layouts = input.directories.map(directory => ({ directory, layout: withReleases(layoutOf(directory), indexes) }));
  documents.expect(layouts.flatMap(({ directory, layout }) => [...clusterTexts(directory, layout), ...layout.nodes.flatMap(staticPodTexts)]));
  const groups = groupNodes(layouts.flatMap(({ layout }) => layout.nodes));
  const files = layouts.map(({ directory, layout }) => readClusterFiles(directory, layout, documents));
  const read = groups.flatMap(group => readKinds(group, documents, said));
  const objects = files.flatMap(one => one.objects);
  const all = objects.map(({ object }) => object);
  const states = storedValues(all);
  const withKubeadm = addKubeadm(read, objects, said);
  const live = readLiveNodes(objects, { stored: states[0], said, nodes: groups.flatMap(({ nodes }) => nodes) });
  const labelled = [...withKubeadm, ...live].map(labelledKind);
  const nodes = new Map(withKubeadm.map(({ group, kind }) => [group.name, controlPlaneOf({ group, kind })]));
  const programs = new ProgramCommands(all, programTexts(files, withKubeadm));
  const releases = [...withKubeadm, ...live].flatMap(({ kind }) => kind.components.flatMap(({ view: { component, version } }) =>
    component === CCM ? [] : version ?? []));
  const servers = withKubeadm.flatMap(({ group, kind }) => kind.components.filter(({ view }) => view.component === 'kube-apiserver')
    .map(({ view }) => ({ view, nodes: view.onNodes?.map(index => group.nodes[index]) ?? group.nodes })));
  const apiServers = apiServerSettings(servers, documents);
  const workloads = objects.filter(({ object }) => mirroredNode(object) === undefined && !isOver(object) && !repeatsOwner(object, all))
    .flatMap(({ object, dir }) => readWorkload(object, { dir, kinds: labelled, nodes, states, said, releases, objects: all, programs, apiServers })
      .map(component => ({ object, component })));
  const assumed = (input.assume ?? []).map(assumedComponent);
  const ofNodes = [...withKubeadm, ...live].flatMap(({ kind }) => kind.components);
  const components = [...ofNodes, ...workloads.map(({ component }) => component), ...assumed];
  const origins = [...ofNodes.map(() => undefined), ...workloads.map(({ object }) => object), ...assumed.map(() => undefined)];
  const loose = [...files.flatMap(one => one.loose), ...configurationsOfEmptyNodes(read)];
  const names = knownNames(components, loose.map(({ text }) => text));
  const kindsRead = [...withKubeadm, ...live];
  const kinds = kindsRead.map(({ kind }) => kind.view);
  const seen: Omit<ReadModel, 'components'> = {
    kinds,
    nodeObjects: nodeObjects(all),
    providerIds: providerIds(all),
    roles: readRoles(all),
    bindings: all.flatMap(object => readBinding(object) ?? []),
    objects: all.map(objectView),
    configMaps: [...states[0].configMaps.keys()],
  };
  const named = withPortDoubts(namedByNode(components, names), { objects: all, kinds: labelled, pods: podsOfKinds(withKubeadm) });
  const stopped = (made: readonly ComponentView[]) => withStops({ ...seen, components: made });
  const views = input.hasSeveralStates === true ? stopped(named) : withGivenTwice({ views: named, origins }, all, stopped);
  refuseSeveralClusters(views, all, input.directories);
  const prose = proseOf(files.flatMap(one => one.prose), new Set(views.map(({ image }) => `${image?.repository}:${image?.tag}`)));
  const unread = [...everythingUnread({ input, documents, files, read: kindsRead, objects: all, installers: readings, views }), ...prose.unread];
  const holdsNone = views.length === 0 && loose.length === 0 && unread.length === 0;
  if (holdsNone && input.mayHoldNone !== true) throw nothingToCheck(input);
  const passedOver = [
    ...kindsRead.flatMap(({ kind }) => kind.passedOver ?? []),
    ...prose.passedOver,
    ...input.directories.flatMap(directory => (directory.skipped ?? []).map(path =>
      ({ place: { file: fileName(directory, path), line: 1 }, what: 'a folder of version control or of packages', isStaticPod: false }))),
  ];
  const rollouts = readRollouts(all, files.flatMap(({ rest }) => rest), documents);
  const missing = [
    ...missingManagers({ views, read: kindsRead, unread, passedOver }, input),
    ...absentNodes({
      read: kindsRead, views, objects: all, indexes, documents, directories: input.directories,
    }),
    ...managers({ ...seen, components: views }).length === 0 ? [] : [...interceptors(all), ...apisSwitchedOff(servers.map(({ view }) => view))],
    ...rolloutDoubts(rollouts, seen),
    ...lockPremise({ views, objects: all, nodes: groups.flatMap(group => group.nodes), directories: input.directories, documents, states }),
  ];
  const { clusters, open } = possibilitiesOf(kinds, views, input.declaredGaps);
  const { verdict, ...judgements } = judgeEvery(
    clusters, [...open, ...[...unread, ...missing].flatMap(({ mayRun }) => mayRun)], missing.some(({ bearsOn }) => bearsOn === 'liveness'),
  );
  return {
    ...seen,
    components: views,
    looseConfigurations: loose.map(({ file, text }): LooseConfiguration =>
      ({ configuration: names.configurations.of(text), placeOf: line => ({ file, line }) })),
    replacedGroups: indexes.flatMap(({ index }) => Object.keys(index.replaced ?? {})),
    duplicateKeys: documents.duplicateKeys.map(({ file, line, key }) => ({ place: { file, line }, key })),
    rollouts,
    unread: [...unread, ...missing, ...beyondLimits(verdict, input)],
    passedOver,
    verdict,
    judgements,
    realPlace: realPlaces(input),
  };
}

/** Texts that may be run: scripts and units beside the manifests, programs, and what no reader took of the nodes. */
function programTexts(files: readonly ClusterFiles[], read: readonly ReadGroup[]): readonly OtherText[] {
  return [...files.flatMap(({ rest, prose }) => [...rest, ...prose.filter(({ file }) => isProgram(file))]), ...read.flatMap(({ kind }) => kind.rest)];
}

function podsOfKinds(read: readonly ReadGroup[]): ReadonlyMap<string, readonly ObjectAt[]> {
  return new Map(read.map(({ group, kind }) => [group.name, kind.pods ?? []]));
}

/** Where a place is in a file that exists. Only files that were made from others have another one. */
function realPlaces({ directories }: VerifyInput): Model['realPlace'] {
  const made = new Map(directories.flatMap(directory => [...directory.files].flatMap(([path, content]) =>
    content.origin ? [[fileName(directory, path), content.origin] as const] : [])));
  return place => made.get(place.file)?.(place.line) ?? place;
}

function nothingToCheck({ directories }: VerifyInput): NothingToCheck {
  return new NothingToCheck('nothing to check: no Kubernetes manifests and no node files in '
    + `${directories.map(({ name }) => `'${name}'`).join(', ')} that hold a control-plane component; `
    + 'expected .yaml files with Kubernetes objects, or folders that hold etc/ or var/ of a node');
}

interface WhatWasRead {
  readonly input: VerifyInput;
  readonly documents: Documents;
  readonly files: readonly ClusterFiles[];
  readonly read: readonly ReadGroup[];
  readonly objects: readonly ObjectAt[];
  readonly installers: ReadonlyMap<string, InstallerReading>;
  readonly views: readonly ComponentView[];
}

function everythingUnread({ input, documents, files, read, objects, installers, views }: WhatWasRead): readonly Unread[] {
  const made = new Set(
    input.directories.flatMap(
      directory => [...directory.files.values()].flatMap(content => 'text' in content && content.origin ? [content.text] : []),
    ),
  );
  return [
    ...input.unread ?? [],
    ...files.flatMap(one => one.unread),
    ...read.flatMap(({ kind }) => kind.unread),
    ...uncoveredObjects(objects, documents, made, installers),
    ...uncoveredTexts([...files.flatMap(({ rest }) => rest), ...read.flatMap(({ kind }) => kind.rest)], namesOf(input), distributionsOf(views),
      ({ file, text }) => installerText(text, file, documents, objects)),
  ];
}

/** Names of all files, without their folders. */
function namesOf({ directories }: VerifyInput): ReadonlySet<string> {
  return new Set(directories.flatMap(({ files }) => [...files.keys()].map(path => path.slice(path.lastIndexOf('/') + 1))));
}

/** RKE2 is the one distribution that makes static pods, of images of its own. */
function distributionsOf(views: readonly ComponentView[]): readonly string[] {
  const isOfRke2 = views.some(view => /(^|\/)rancher\/hardened-kubernetes$/.test(view.image?.repository ?? ''));
  return isOfRke2 ? ['RKE2'] : [];
}

/** Where nodes of one kind run different processes, each is called after its node. */
function namedByNode(components: readonly ReadComponent[], names: KnownNames): readonly ComponentView[] {
  const views = components.map(component => completed(component, names));
  const groupOf = ({ kind, component }: ComponentView) => JSON.stringify([kind ?? null, component]);
  const neighbours = new Map([...grouped(views, groupOf)].map(([key, group]) => [key, new Neighbours(group)]));
  return views.map((view, index) => {
    const { kind, node, process } = view;
    const differs = kind !== undefined && node !== undefined && process !== undefined && neighbours.get(groupOf(view))!.differFrom(view);
    if (!differs) return view;
    const { context } = components[index];
    return completed({ view: components[index].view, context: { ...context, label: `${context.label} (${node})` } }, names);
  });
}

/** Components of nodes of one kind, counted: there may be tens of thousands, and each asks. */
class Neighbours {
  private readonly pairs = new Map<ComponentView['node'], Set<ComponentView['process']>>();
  private readonly nodesOf = new Map<ComponentView['process'], number>();
  private count = 0;

  public constructor(views: readonly ComponentView[]) {
    for (const { node, process } of views) {
      const processes = this.pairs.get(node) ?? new Set();
      this.pairs.set(node, processes);
      if (processes.has(process)) continue;
      processes.add(process);
      this.nodesOf.set(process, (this.nodesOf.get(process) ?? 0) + 1);
      this.count++;
    }
  }

  /** Whether another node runs another process than one of them does. */
  public differFrom({ node, process }: ComponentView): boolean {
    // All pairs but those of this node and those of this process, which have one in common.
    return this.count - this.pairs.get(node)!.size - this.nodesOf.get(process)! + 1 > 0;
  }
}

/** On a node that was given without a manifest, no component reads the file: it is checked by itself. */
function configurationsOfEmptyNodes(read: readonly ReadGroup[]): readonly { readonly file: string; readonly text: string }[] {
  return read.filter(({ kind }) => kind.components.length === 0).flatMap(({ group }) => group.nodes).flatMap(node => node.paths.flatMap(path => {
    const content = node.directory.files.get(onNode(node, path))!;
    return 'text' in content && isLooseConfiguration(content.text) ? [{ file: fileName(node.directory, onNode(node, path)), text: content.text }]
      : [];
  }));
}

/** More kinds or locks than can be enumerated are a matter of the input. */
function beyondLimits({ beyondLimits: what }: Verdict, { directories }: VerifyInput): readonly Unread[] {
  return what === undefined ? [] : [{
    place: placeOfInput(directories),
    what,
    why: 'Liveness may be broken in a mix that was not looked at.',
    fix: 'Hand in fewer folders at a time, of nodes that are there together, or make nodes that are meant to be alike the same.',
    mayRun: [],
    bearsOn: 'liveness',
  }];
}

/** A kubeadm configuration describes nodes of its directory; where that has none, nodes that are yet to be made. */
function addKubeadm(read: readonly ReadGroup[], objects: readonly ObjectOfDirectory[], said: SaidVersions): readonly ReadGroup[] {
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
function stopsOf(group: NodeGroup, { view, kubeletStops = [] }: ReadKind): readonly Stop[] {
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

function controlPlaneOf({ group, kind }: ReadGroup) {
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
  const { nodes } = kind.view;
  return {
    name: group.name,
    side: group.side ?? derived,
    labels,
    nodes: group.nodes.map(node => node.name),
    isUnregistered: nodes.length > 0 && nodes.every(node => node.isUnregistered === true),
    taints: taintsOf({ group, kind }),
    rooms: nodes.map(({ name, role, maxPods, staticRequests = [] }) =>
      ({ name, isControlPlane: role === 'control-plane', maxPods, staticPods: staticRequests.length, taken: sumOf(staticRequests) })),
  };
}

/** What the control-plane nodes of a kind register with, and what kubeadm gives them by itself. */
function taintsOf({ group, kind }: ReadGroup): LabelledKind['taints'] {
  const views = group.nodes.map((node, index) => ({ node, view: kind.view.nodes[index] }));
  return views.filter(({ view }) => view.role === 'control-plane').map(({ node, view: { registeredTaints } }) => {
    if (registeredTaints !== undefined) return registeredTaints;
    const kubelet = kind.components.find(({ view }) => view.component === 'kubelet' && view.node === node.name)?.view;
    if (kubelet?.version === undefined || !node.paths.includes('var/lib/kubelet/kubeadm-flags.env')) return undefined;
    return controlPlaneNode(kubelet.version).taints.map(key => ({ key, value: '', effect: 'NoSchedule' }));
  });
}

function objectView(object: ObjectAt): ObjectView {
  const { apiVersion, kind, name, namespace, data, file, document, base } = object;
  const template = templateOf(object);
  const containers = template ? ['initContainers', 'containers'].flatMap(list =>
    listOf(document.value([...template, 'spec', list])).flatMap((container, index) => isMap(container) && typeof container.image === 'string'
      ? [{ reference: container.image, place: placeAt(file, document, [...template, 'spec', list, index, 'image']) }] : [])) : [];
  return {
    apiVersion,
    kind,
    name,
    namespace,
    place: placeAt(file, document, [...base, 'metadata']),
    provisioner: stringOf(data.provisioner),
    ...volumeTopology(object),
    images: containers,
    loadBalancer: loadBalancerService(object),
  };
}
