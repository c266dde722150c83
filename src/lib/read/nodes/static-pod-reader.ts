import { readStaticPodFile } from './static-pod-file';
import { UnitContext } from './unit-reader';
import { attempt } from '../../edit/yaml/source-error';
import { ComponentView, Doubt, mayRunDoubt, NO_DOUBT, PassedOver } from '../../view/model';
import { readComponent, ReadComponent } from '../component/component-reader';
import { findContainers } from '../component/container';
import { environmentSources, readEach } from '../component/environment';
import { StoredValues } from '../component/stored-values';
import { Mention, mentionIn } from '../coverage/mentions';
import { uncoveredObjects } from '../coverage/objects';
import { Documents, ObjectAt, placeAt } from '../documents/documents';
import { contentOnNode, nameOnNode, NodeFolderPath } from '../input/layout';
import { unparsedFile, unreadableFile } from '../input/unreadable';
import { withPodStops } from '../pods/pod-stops';

/** What nodes that exist together are read with. */
export interface NodeContext extends UnitContext {
  readonly documents: Documents;
  readonly shared: SharedReads;
  /** Texts of static pod files in which nothing was found that is not modelled: many nodes have the same. */
  readonly covered: Set<string>;
}

/** What was read of static pod files: by the text of each, and then by its path and all that is of its node. */
type SharedReads = Map<string, Map<string, readonly ReadComponent[]>>;

/** What static pod files hold. */
export interface ReadStaticPods {
  readonly components: readonly ReadComponent[];
  readonly unread: readonly Doubt[];
  readonly passedOver: readonly PassedOver[];
  /** All objects of each file that is text. */
  readonly objects: readonly ObjectAt[];
}

/** The same of one file; no text: it is none. */
type OfFile = Partial<ReadStaticPods> & { readonly text?: string };

/** @param paths files of the folders that the kubelet of the node takes static pods from */
export function readStaticPods(context: NodeContext, paths: readonly string[]): ReadStaticPods {
  const files = paths.map(path => ofFile(context, path));
  const namesakes = namesakesIn(files);
  return {
    components: files.flatMap(({ components = [] }) => components).map(one => {
      const doubt = namesakes.get(one.view.place.file);
      return doubt === undefined ? one : { ...one, view: { ...one.view, unknowns: [...one.view.unknowns, doubt] } };
    }),
    unread: files.flatMap(({ unread = [] }) => unread),
    passedOver: files.flatMap(({ passedOver = [] }) => passedOver),
    objects: files.flatMap(({ objects = [] }) => objects),
  };
}

function ofFile(context: NodeContext, path: string): OfFile {
  const { documents } = context;
  const file = nameOnNode(context.node, path);
  const content = contentOnNode(context.node, path)!;
  if ('unreadable' in content) {
    // Bytes that are no text are no Pod, and the kubelet goes on with the next file.
    return content.isInert === true ? { passedOver: [{ place: { file, line: 1 }, what: content.unreadable, isStaticPod: false }] }
      : { unread: [unreadableFile(file, content.unreadable)] };
  }
  const { text } = content;
  const { look } = readStaticPodFile(text, file, (own, name) => documents.of(own, name));
  const objects = attempt(() => documents.firstObjects(text, file), () => []);
  const mention = look && mentionIn(text);
  if (look && 'refused' in look) return { text, objects, passedOver: mention ? [refused(file, mention, look.refused)] : [] };
  const components = attempt(() => componentsOf(context, path, file, text), error => error);
  return {
    text,
    objects,
    components: components instanceof Error ? [] : components,
    passedOver: attempt(() => behindTheFirst(documents.objects(text, file), file), () => []),
    unread: [
      ...look && mention ? [perhapsTaken(file, mention, look.unknown)] : [],
      ...attempt(() => uncoveredPods(context, text, file), () => []),
      ...components instanceof Error ? [unparsedFile(file, text, components)] : [],
    ],
  };
}

/** A file that the kubelet passes over, and that names a controller manager: its author believes that it runs. */
function refused(file: string, { line, what }: Mention, why: string): PassedOver {
  return { place: { file, line }, what: `the kubelet starts nothing from this file, which has ${what}: ${why}`, isStaticPod: true };
}

/** A file that the kubelet may pass over. */
function perhapsTaken(file: string, { line, what }: Mention, why: string): Doubt {
  return mayRunDoubt({ file, line }, `whether the kubelet starts what is in this file, which has ${what}, is not known: ${why}`,
    'A kubelet skips a file that it cannot read as a valid v1 Pod.', 'Write it so that both read it alike.');
}

/** A kubelet reads the first document of a file. What stands behind it is believed to run by the author of the file. */
function behindTheFirst([first, ...others]: readonly ObjectAt[], file: string): readonly PassedOver[] {
  return others.filter(({ document }) => document !== first.document).flatMap(({ document, base }) => {
    const mention = mentionIn(JSON.stringify(document.value(base)));
    return mention === undefined ? NO_DOUBT.isRight
      : [refused(file, { ...mention, line: document.line([...base, 'kind']) }, 'the kubelet reads its first document only')];
  });
}

/** What a static pod starts that is not modelled, and names a controller manager or has its flags. */
function uncoveredPods({ documents, covered }: NodeContext, text: string, file: string): readonly Doubt[] {
  if (covered.has(text)) return NO_DOUBT.isRight;
  const found = uncoveredObjects(documents.firstObjects(text, file), documents, new Set(), new Map());
  if (found.length === 0) covered.add(text);
  return found;
}

/**
 * The components of a static pod, each with its container.
 *
 * @param nodes those that have its files
 * @param stored what a mirror pod may refer to; none: a file of a node can refer to no object of the API
 */
export function readPodOfNode(
  object: ObjectAt, node: string, nodes: readonly NodeFolderPath[], { dir, kind, said }: Omit<UnitContext, 'node'>, stored?: StoredValues,
) {
  const { document, base, file, data, name, namespace = 'default' } = object;
  const read = { dir, label: kind, object: `static pod ${namespace}/${name}`, origin: 'static-pod', kind, node, said } as const;
  const files = { nodes, configMaps: stored?.configMaps ?? new Map<string, never>(), namespace };
  return readEach(data.spec, pod => findContainers(document, [...base, 'spec'], file, environmentSources(namespace, pod, stored)).map(container =>
    ({ container, ...readComponent(object, base, container, { ...read, replication: { kind: 'per-node' }, files }) })));
}

function componentsOf(context: NodeContext, path: string, file: string, text: string): readonly ReadComponent[] {
  const { node, documents, shared } = context;
  const read = documents.firstObjects(text, file).flatMap(object => {
    const asked = { object, template: object.base, objects: [], nodes: [node], releases: [] };
    return readPodOfNode(object, node.name, [node], context).map(({ container, ...one }) => withPodStops(one, asked, container));
  });
  const key = [path, ...read.flatMap(({ view }) => ofItsNode(view))].join('\0');
  const ofText = shared.get(text) ?? new Map<string, readonly ReadComponent[]>();
  shared.set(text, ofText);
  const known = ofText.get(key);
  if (known) return known;
  ofText.set(key, read);
  return read;
}

/** What the node of a static pod decides of it: the files that it reads, and what keeps it from starting there. */
function ofItsNode({ migrationConfig, cloudConfig, kubeconfig, podDoubts = [] }: ComponentView): readonly (string | undefined)[] {
  return [
    ...[migrationConfig, cloudConfig, kubeconfig].flatMap(one => [one?.state, one?.text]),
    ...podDoubts.map(({ what }) => what),
  ];
}

/**
 * Static pods of one name and namespace, by their files: the kubelet runs one of them, and keeps the others waiting until that is gone.
 * k8s.io/kubernetes@v1.26.15 pkg/kubelet/pod_workers.go allowStaticPodStart.
 */
function namesakesIn(files: readonly OfFile[]): ReadonlyMap<string, Doubt> {
  const named = files.flatMap(({ text, objects = [] }) =>
    objects.slice(0, 1).map(pod => ({ text, pod, name: `${pod.namespace ?? 'default'}/${pod.name}` })));
  return new Map(named.flatMap(({ text, pod: { file, document, base }, name }) => {
    const other = named.find(one => one.name === name && one.pod.file !== file && one.text !== text);
    return other === undefined ? [] : [[file, {
      place: placeAt(file, document, [...base, 'metadata']),
      what: `the kubelet runs one of two static pods called ${name}, in this file and in ${other.pod.file}, and which one is not known`,
      fix: 'Keep one of the files, or give each pod a name of its own.',
    }]];
  }));
}
