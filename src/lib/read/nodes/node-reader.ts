import { readKubelet } from './kubelet-reader';
import { CONFIGURATION_REFUSED, StartDoubt, startDoubts } from './kubelet-start-doubts';
import { otherPodSources } from './other-pod-sources';
import { readStaticPodFile } from './static-pod-file';
import { StaticPodSources, staticPodSources } from './static-pod-folders';
import { readUnits } from './unit-reader';
import { filledIn } from '../../edit/shell-variables';
import { mapOf } from '../../edit/yaml/data';
import { SourceError } from '../../edit/yaml/source-error';
import { DISTRIBUTIONS } from '../../facts/distributions';
import { CCM, KCM } from '../../kubernetes/component';
import { parseGates } from '../../kubernetes/feature-gates';
import { staticPodFiles } from '../../kubernetes/kubelet-files';
import { STATIC_POD_PATH } from '../../kubernetes/node';
import { grouped } from '../../kubernetes/once-for';
import { parsedTaints } from '../../kubernetes/taint';
import { SaidVersions, versionAsRead, versionProblem } from '../../model/component-version';
import { boolOf, flagOf, isOfControlPlane, textOf } from '../../view/ask';
import { ComponentView, KindView, NodeView, PassedOver, Stop, UnknownPart, Unread } from '../../view/model';
import { hostPortOf, isLoopback, servingAddress } from '../../view/serving';
import { readComponent, ReadComponent } from '../component/component-reader';
import { findContainers, placeAt } from '../component/container';
import { readEach } from '../component/each-pod';
import { EnvironmentSources } from '../component/environment';
import { podFields } from '../component/pod-fields';
import { Mention, mentionIn } from '../coverage/mentions';
import { notStarted, NodeText, whyNotStarted } from '../coverage/not-started';
import { uncoveredObjects } from '../coverage/objects';
import { Documents, ObjectAt, OtherText } from '../documents/documents';
import { fileName, isDeployed, NodeFolderPath, onNode } from '../input/layout';
import { NodeGroup, someNames } from '../input/node-kinds';
import { mayHold, unparsedFile, unreadableFile } from '../input/unreadable';
import { withPodStops } from '../pods/pod-stops';
import { portsOfOthers } from '../pods/ports-of-others';
import { requestsOf } from '../scheduling/pod-resources';

/** What the nodes of one kind are. */
export interface ReadKind {
  readonly view: KindView;
  readonly components: readonly ReadComponent[];
  readonly unread: readonly Unread[];
  /** Files that name a controller manager, and that the kubelet does not take. */
  readonly passedOver?: readonly PassedOver[];
  /** Files of the nodes that no reader took. */
  readonly rest: readonly OtherText[];
  /** Of each node, why its kubelet does not start what kubeadm writes. */
  readonly kubeletStops?: readonly (readonly Stop[])[];
  /** Pods of their static pod files, whatever they run. */
  readonly pods?: readonly ObjectAt[];
}

/** Nodes that are alike, and what was read of them. */
export interface ReadGroup {
  readonly group: NodeGroup;
  readonly kind: ReadKind;
}

/**
 * Reads nodes that exist together, as kinds: those apart that a workload can be kept to. Nodes with the same files share their components, so that
 * what is checked does not grow with the number of nodes.
 */
export function readKinds(group: NodeGroup, documents: Documents, said: SaidVersions): readonly ReadGroup[] {
  const shared: SharedReads = new Map();
  const covered = new Set<string>();
  const read = group.nodes.map(node => ({ node, read: readNode({ node, group, documents, said, shared, covered }) }))
    .map(one => ({ ...one, ports: portsOf(one.read) }));
  const usual = read.find(({ ports }) => ports !== undefined)?.ports;
  const parts = [...grouped(read, one => placeOfNode(one.read, one.ports === usual ? undefined : one.ports)).values()];
  const first = parts.find(part => part.some(one => isOfControlPlane(one.read.view))) ?? parts[0];
  return parts.map((part): ReadGroup => {
    const names = part.map(({ node }) => node.name);
    const name = part === first ? group.name : `${group.name} (${someNames(names)})`;
    return {
      group: { ...group, name, partOf: group.name, nodes: part.map(({ node }) => node) },
      kind: kindOf(name, part.map(one => one.read)),
    };
  });
}

/** What decides where workloads go, and whether they start: whether it is registered; of one of the control plane, its labels and unusual ports. */
function placeOfNode({ view, components }: ReadNode, ports: string | undefined): string {
  const kubelet = components.find(one => one.view.component === 'kubelet')?.view;
  const labels = isOfControlPlane(view) ? kubelet && flagOf(kubelet, 'node-labels')?.value : undefined;
  return JSON.stringify([view.isUnregistered === true, labels, ports]);
}

/** What takes ports of a node of the control plane: which components, at which addresses, and which of these ports other static pods may have. */
function portsOf({ view, components, staticPodObjects }: ReadNode): string | undefined {
  if (!isOfControlPlane(view)) return undefined;
  const taken = components.flatMap(({ view: one }) => {
    const [port, address] = [hostPortOf(one), servingAddress(one)];
    return port === undefined ? [] : [{ port, by: one.component, at: address === undefined || isLoopback(address) ? address : 'its own' }];
  });
  const others = staticPodObjects.flatMap(object => [...portsOfOthers(object)]).filter(port => taken.some(one => one.port === port));
  return JSON.stringify([taken.map(one => JSON.stringify(one)).sort(), others.sort()]);
}

function kindOf(name: string, nodes: readonly ReadNode[]): ReadKind {
  const components = withTheirNodes(nodes).map(({ view, context }) =>
    view.kind === name ? { view, context } : { view: { ...view, kind: name }, context: { ...context, label: name } });
  return {
    view: {
      name,
      nodes: nodes.map(({ view }) => view.kind === name ? view : { ...view, kind: name }),
      external: components.some(({ view }) => isExternalHere(view)),
    },
    components,
    unread: nodes.flatMap(({ unread }) => unread),
    passedOver: nodes.flatMap(({ passedOver }) => passedOver),
    rest: nodes.flatMap(({ rest }) => rest),
    kubeletStops: nodes.map(({ kubeletStops }) => kubeletStops),
    pods: nodes.flatMap(({ staticPodObjects }) => staticPodObjects),
  };
}

/** Each component once, with the nodes that have it. */
function withTheirNodes(nodes: readonly ReadNode[]): readonly ReadComponent[] {
  const found = new Map<ReadComponent, number[]>();
  nodes.forEach(({ components }, index) => components.forEach(one => {
    const places = found.get(one);
    if (places) places.push(index);
    else found.set(one, [index]);
  }));
  return [...found].map(([{ view, context }, onNodes]) => ({ view: { ...view, node: nodes[onNodes[0]].view.name, onNodes }, context }));
}

interface ReadNode {
  readonly view: NodeView;
  readonly components: readonly ReadComponent[];
  readonly unread: readonly Unread[];
  readonly passedOver: readonly PassedOver[];
  readonly rest: readonly OtherText[];
  readonly kubeletStops: readonly Stop[];
  readonly staticPodObjects: readonly ObjectAt[];
}

interface NodeContext {
  readonly node: NodeFolderPath;
  readonly group: NodeGroup;
  readonly documents: Documents;
  readonly said: SaidVersions;
  readonly shared: SharedReads;
  /** Texts of static pod files in which nothing was found that is not modelled: many nodes have the same. */
  readonly covered: Set<string>;
}

/** What was read of static pod files: by the text of each, and then by its path and all that is of its node. */
type SharedReads = Map<string, Map<string, readonly ReadComponent[]>>;

function readNode(context: NodeContext): ReadNode {
  const { node, group, documents, said } = context;
  const { paths } = node;
  const taken = new Set<string>();
  const unread: Unread[] = [];
  const passedOver: PassedOver[] = [];
  const nameOf = (path: string) => fileName(node.directory, onNode(node, path));
  const kubelet = readKubelet(node, group.name);
  kubelet.read.forEach(path => taken.add(path));
  passedOver.push(...kubelet.passedOver);
  const sources = attempt(() => staticPodSources(node, kubelet.view?.flags ?? [], documents), error => {
    unread.push(unreadableFile(error.file, error.message, error.line));
    return staticPodSources({ ...node, paths: [] }, kubelet.view?.flags ?? [], documents);
  });
  const { folders } = sources;
  const saidTaints = kubelet.view && flagOf(kubelet.view, 'register-with-taints')?.value;
  const saidPods = kubelet.view && flagOf(kubelet.view, 'max-pods')?.value;
  // A worker has no control plane to start.
  if (node.role !== 'worker') {
    unread.push(...kubelet.unread, ...sources.unread);
    passedOver.push(...sources.passedOver);
  } else {
    unread.push(...sources.addresses);
  }
  const podFiles = folders.flatMap(folder => staticPodFiles(folder.slice(1), paths));
  const pods = podFiles.flatMap(path => {
    taken.add(path);
    const content = node.directory.files.get(onNode(node, path))!;
    if ('unreadable' in content) {
      // Bytes that are no text are no Pod, and the kubelet goes on with the next file.
      if (content.isInert === true) passedOver.push({ place: { file: nameOf(path), line: 1 }, what: content.unreadable, isStaticPod: false });
      else unread.push(unreadableFile(nameOf(path), content.unreadable));
      return [];
    }
    const { look } = readStaticPodFile(content.text, nameOf(path), (text, file) => documents.of(text, file));
    const mention = look && mentionIn(content.text);
    if (look && 'refused' in look) {
      if (mention) passedOver.push(refused(nameOf(path), mention, look.refused));
      return [];
    }
    if (look && mention) unread.push(perhapsTaken(nameOf(path), mention, look.unknown));
    passedOver.push(...attempt(() => behindTheFirst(context, path, content.text), () => []));
    for (const one of attempt(() => uncoveredPods(context, path, content.text), () => [])) unread.push(one);
    return attempt(() => staticPods(context, path, content.text), error => {
      unread.push(unparsedFile(nameOf(path), content.text, error));
      return [];
    });
  });
  const namesakes = namesakesIn(context, podFiles);
  const texts = paths.flatMap((path): NodeText[] => {
    const content = node.directory.files.get(onNode(node, path))!;
    return 'text' in content ? [{ path, file: nameOf(path), text: content.text }] : [];
  });
  const searched = texts.flatMap(one => filledIn(one.text).map(text => ({ ...one, text })));
  const textsByPath = new Map(texts.map(one => [one.path, one]));
  const isLeft = (path: string) => {
    const one = textsByPath.get(path);
    const why = whyNotStarted(path, one?.text, folders, searched);
    if (why !== undefined && one) passedOver.push(...notStarted(one, why));
    return why === undefined;
  };
  const units = readUnits({ node, dir: group.dir, kind: group.name, said });
  units.read.forEach(path => taken.add(path));
  for (const { place, message } of units.problems) unread.push(unreadableFile(place.file, message));
  if (node.role !== 'worker' && units.components.every(({ view }) => view.component !== KCM)) unread.push(...sources.none);
  for (const one of installers(node, pods.length > 0 || units.components.length > 0)) unread.push(one);
  const views = [...pods, ...units.components].map(({ view }) => view);
  const ofAll = versionAsRead(said.kubernetesVersion, said);
  const version = views.find(({ component, version: known }) => known && component === 'kube-apiserver')?.version
    ?? views.find(view => view.version)?.version ?? versionAsRead(node.version, said)
    ?? (versionProblem(ofAll) === undefined ? ofAll : undefined);
  const others = paths.filter(path => !taken.has(path) && isLeft(path));
  const left = new Set(others);
  unread.push(...otherPodSources({
    texts: texts.filter(({ path }) => left.has(path) || kubelet.read.includes(path)),
    folders,
    read: kubelet.read,
    configuration: sources.configuration.paths,
    paths,
  }));
  const ofFlags = new Set(kubelet.view ? parseGates(textOf(kubelet.view, 'feature-gates')).map(({ name }) => name) : []);
  const configuredGates = sources.configuration.gates.filter(({ name }) => !ofFlags.has(name));
  const view = kubelet.view && { ...kubelet.view, version, configuredGates };
  // What a configuration says is judged without flags too: a kubelet may have none.
  const doubts = startDoubts(view ?? { flags: [], version, configuredGates }, sources.configuration, kubelet.hasVariable);
  const kubeletStops = doubts.map(ofKubelet(node.name));
  const started = pods.map(pod => withDoubts(pod, kubeletStops, namesakes.get(pod.view.place.file) ?? []));
  const staticPodObjects = podFiles.flatMap(path => {
    const content = node.directory.files.get(onNode(node, path))!;
    return 'text' in content ? attempt(() => documents.firstObjects(content.text, nameOf(path)), () => []) : [];
  });
  const kubeletContext = { dir: group.dir, label: group.name, replication: { kind: 'per-node' } } as const;
  return {
    view: {
      name: node.name,
      role: views.length > 0 || node.role === 'control-plane' ? 'control-plane' : 'worker',
      isControlPlane: node.role === 'control-plane' || paths.some(path => MADE_FOR_MANAGERS.test(path))
        || hasControlPlane([...views, ...kubelet.view ? [kubelet.view] : []])
        // What the kubelet refuses was meant to run here.
        || passedOver.some(({ isStaticPod }) => isStaticPod),
      kind: group.name,
      root: fileName(node.directory, node.root),
      staticPodPath: folders[0] ?? '',
      registeredTaints: saidTaints === undefined ? sources.configuration.registeredTaints : parsedTaints(saidTaints),
      maxPods: saidPods === undefined || !/^\d+$/.test(saidPods) ? sources.configuration.maxPods : Number(saidPods),
      staticRequests: staticPodObjects.map(({ data }) => requestsOf(mapOf(data.spec))),
      isUnregistered: !(view && flagOf(view, 'register-node') ? boolOf(view, 'register-node', true) : sources.configuration.registersNode),
      staticPods: started.map(one => one.view),
      configurationRefusals: doubts.filter(({ rule, isDoubtful }) => rule === CONFIGURATION_REFUSED && isDoubtful !== true),
      providerId: sources.configuration.setting('providerID'),
    },
    passedOver,
    kubeletStops: [...kubeletStops, ...notWatched(node.name, sources)],
    staticPodObjects,
    components: [
      ...started, ...units.components, ...view ? [{ view, context: kubeletContext }] : [],
    ],
    unread: [...unread, ...others.filter(path => decidesWhatStarts(path) || sources.configuration.paths.includes(`/${path}`)).flatMap(path => {
      const content = node.directory.files.get(onNode(node, path))!;
      return 'unreadable' in content && mayHold(path, content) ? [unreadableFile(nameOf(path), content.unreadable)] : [];
    })],
    rest: others.filter(path => !isDeployed(path) && isWatched(path) && !(views.length > 0 && isTurnedIntoPods(path))).flatMap(path => {
      const content = node.directory.files.get(onNode(node, path))!;
      return 'text' in content && content.isApplied !== true ? [{ file: nameOf(path), text: content.text }] : [];
    }),
  };
}

/** A static pod that does not run, or of which it is not known whether it does. */
function withDoubts(one: ReadComponent, stops: readonly Stop[], doubts: readonly UnknownPart[]): ReadComponent {
  if (stops.length === 0 && doubts.length === 0) return one;
  const { view, context } = one;
  return { view: { ...view, ...stops.length > 0 && { stops }, unknowns: [...view.unknowns, ...doubts] }, context };
}

function ofKubelet(node: string) {
  return ({ what, ...doubt }: StartDoubt): Stop =>
    ({ ...doubt, what: `the kubelet of ${node} does not start, nor its static pods: ${what}`, fix: 'Correct what keeps it from starting.' });
}

/** kubeadm writes static pods to one folder, whatever its kubelet is told: cmd/kubeadm/app/constants/constants.go of k8s.io/kubernetes@v1.26.15. */
function notWatched(node: string, { folders, said }: StaticPodSources): readonly Stop[] {
  return said === undefined || folders.includes(STATIC_POD_PATH) ? [] : [{
    place: said,
    what: `the kubelet of ${node} takes static pods from ${folders.join(', ') || 'no folder'}, and kubeadm writes those of the control plane to `
      + STATIC_POD_PATH,
    fix: `Leave the folder of static pods at ${STATIC_POD_PATH}.`,
  }];
}

/**
 * Static pods of one name and namespace, by their files: the kubelet runs one of them, and keeps the others waiting until that is gone.
 * k8s.io/kubernetes@v1.26.15 pkg/kubelet/pod_workers.go allowStaticPodStart.
 */
function namesakesIn({ node, documents }: NodeContext, paths: readonly string[]): ReadonlyMap<string, readonly UnknownPart[]> {
  const named = paths.flatMap(path => {
    const content = node.directory.files.get(onNode(node, path))!;
    if (!('text' in content)) return [];
    const { text } = content;
    const file = fileName(node.directory, onNode(node, path));
    const [pod] = attempt(() => documents.firstObjects(text, file), () => []) as readonly (ObjectAt | undefined)[];
    const place = pod && placeAt(file, pod.document, [...pod.base, 'metadata']);
    return pod ? [{ file, text, place: place!, name: `${pod.namespace ?? 'default'}/${pod.name}` }] : [];
  });
  return new Map(named.flatMap(({ file, text, place, name }) => {
    const other = named.find(one => one.name === name && one.file !== file && one.text !== text);
    return other === undefined ? [] : [[file, [{
      kind: 'running' as const,
      place,
      what: `the kubelet runs one of two static pods called ${name}, in this file and in ${other.file}, and which one is not known`,
      fix: 'Keep one of the files, or give each pod a name of its own.',
    }]]];
  }));
}

/** What kubeadm makes on control-plane nodes alone: cmd/kubeadm/app/constants/constants.go of k8s.io/kubernetes@v1.26.15. */
const MADE_FOR_MANAGERS = /^etc\/kubernetes\/(controller-manager|scheduler)\.conf$/;
const CONTROL_PLANE_ROLES = /node-role\.kubernetes\.io\/(control-plane|master|controlplane)\b/;

/** Whether components of a node say that it has a control plane: those that stand beside a kube-controller-manager, or what its kubelet registers. */
export function hasControlPlane(views: readonly ComponentView[]): boolean {
  return views.some(view => view.component === 'kube-apiserver' || view.component === 'kube-scheduler' || (view.component === 'kubelet'
    && ['node-labels', 'register-with-taints'].some(flag => CONTROL_PLANE_ROLES.test(textOf(view, flag)))));
}

/** A file that the kubelet passes over, and that names a controller manager: its author believes that it runs. */
function refused(file: string, { line, what }: Mention, why: string): PassedOver {
  return { place: { file, line }, what: `the kubelet starts nothing from this file, which has ${what}: ${why}`, isStaticPod: true };
}

/** A file that the kubelet may pass over. */
function perhapsTaken(file: string, { line, what }: Mention, why: string): Unread {
  return {
    place: { file, line },
    what: `whether the kubelet starts what is in this file, which has ${what}, is not known: ${why}`,
    why: 'A kubelet skips a file that it cannot read as a valid v1 Pod.',
    fix: 'Write it so that both read it alike.',
    mayRun: [KCM, CCM],
  };
}

/** What RKE2 or kubeadm is told, on a node that has the pods that they make of that. */
function isTurnedIntoPods(path: string): boolean {
  return /^etc\/rancher\/|\/rke2-[^/]*\.service(\.d\/|$)|^etc\/kubernetes\/kubeadm[^/]*\.(ya?ml|conf)$/.test(path);
}

/** Where a file or a folder that cannot be read leaves open what is started. Elsewhere a node is full of links. */
function decidesWhatStarts(path: string): boolean {
  return isWatched(path)
    && /^etc\/(kubernetes|rancher|containers\/systemd|supervisor|init\.d|cron[^/]*)(\/|$)|^var\/lib\/(kubelet|rancher)(\/[^/]+)?$/.test(path);
}

/** Copies that kubeadm keeps, certificates and logs start nothing. */
function isWatched(path: string): boolean {
  return !/^(var\/log|var\/lib\/etcd|etc\/ssl|usr\/share|etc\/kubernetes\/tmp|etc\/logrotate\.d)\/|\/pki\/|\.(md|rst|adoc|log|pem|crt|key)$/.test(
    path,
  );
}

function attempt<T>(read: () => T, otherwise: (error: SourceError) => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof SourceError) return otherwise(error);
    throw error;
  }
}

/** What the node of a static pod decides of it: the files that it reads, and what keeps it from starting there. */
function ofItsNode({ migrationConfig, cloudConfig, kubeconfig, podStops = [], podDoubts = [] }: ComponentView): readonly (string | undefined)[] {
  return [
    ...[migrationConfig, cloudConfig, kubeconfig].flatMap(one => [one?.state, one?.text]),
    ...[...podStops, ...podDoubts].map(({ what }) => what),
  ];
}

function isExternalHere(view: ComponentView): boolean {
  return ['kube-apiserver', 'kubelet'].includes(view.component)
    && view.flags.filter(({ name }) => name === 'cloud-provider').at(-1)?.value === 'external';
}

function installers(node: NodeFolderPath, hasComponents: boolean): readonly Unread[] {
  return DISTRIBUTIONS.flatMap(({ name, what, paths, agentUnit }) => {
    const path = node.paths.find(one => paths?.test(one));
    const isAgent = agentUnit !== undefined && node.paths.some(one => one.endsWith(`/${agentUnit}`));
    if (path === undefined || hasComponents || isAgent) return [];
    return [{
      place: { file: fileName(node.directory, onNode(node, path)), line: 1 },
      what: `node ${node.name} is one of ${name}: ${what}`,
      why: 'Its kube-controller-manager may run the cloud controllers.',
      fix: 'Add the manifests that it writes, or say what runs with --assume kcm=... .',
      mayRun: [KCM],
    }];
  });
}

/** A static pod can refer to no object of the API. */
function sourcesOf(namespace: string | undefined, pod: string | undefined): EnvironmentSources {
  return { configMap: () => undefined, secret: () => undefined, field: podFields(namespace ?? 'default', pod) };
}

/** A kubelet reads the first document of a file. What stands behind it is believed to run by the author of the file. */
function behindTheFirst({ node, documents }: NodeContext, path: string, text: string): readonly PassedOver[] {
  const file = fileName(node.directory, onNode(node, path));
  const [first, ...others] = documents.objects(text, file);
  return others.filter(({ document }) => document !== first.document).flatMap(({ document, base }) => {
    const mention = mentionIn(JSON.stringify(document.value(base)));
    return mention ? [refused(file, { ...mention, line: document.line([...base, 'kind']) }, 'the kubelet reads its first document only')] : [];
  });
}

/** What a static pod starts that is not modelled, and names a controller manager or has its flags. */
function uncoveredPods({ node, documents, covered }: NodeContext, path: string, text: string): readonly Unread[] {
  if (covered.has(text)) return [];
  const found = uncoveredObjects(documents.firstObjects(text, fileName(node.directory, onNode(node, path))), documents, new Set(), new Map());
  if (found.length === 0) covered.add(text);
  return found;
}

function staticPods({ node, group, documents, said, shared }: NodeContext, path: string, text: string): readonly ReadComponent[] {
  const file = fileName(node.directory, onNode(node, path));
  const read = documents.firstObjects(text, file).flatMap(object => readEach(object.data.spec, pod =>
    findContainers(object.document, [...object.base, 'spec'], file, sourcesOf(object.namespace, pod))
      .map(container => withPodStops(readComponent(object, object.base, container, {
        dir: group.dir,
        label: group.name,
        object: `static pod ${object.namespace ?? 'default'}/${object.name}`,
        origin: 'static-pod',
        kind: group.name,
        node: node.name,
        replication: { kind: 'per-node' },
        files: { nodes: [node], configMaps: new Map(), namespace: object.namespace ?? 'default' },
        said,
      }), { object, template: object.base, objects: [], nodes: [node], releases: [] }, container))));
  const key = [path, ...read.flatMap(({ view }) => ofItsNode(view))].join('\0');
  const ofText = shared.get(text) ?? new Map<string, readonly ReadComponent[]>();
  shared.set(text, ofText);
  const known = ofText.get(key);
  if (known) return known;
  ofText.set(key, read);
  return read;
}
