import { workloadDoubts } from './workload-doubts';
import { SourceDocument, SourcePath } from '../../edit/yaml/source-document';
import { SourceError } from '../../edit/yaml/source-error';
import { firstOfEach } from '../../kubernetes/first-of-each';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';
import { NodeSide } from '../../kubernetes/node';
import { SaidVersions } from '../../model/component-version';
import { listed } from '../../view/ask';
import { ComponentView, PodFacts, UnknownPart } from '../../view/model';
import { readComponent, ReadComponent } from '../component/component-reader';
import { findContainers, placeAt } from '../component/container';
import { readEach } from '../component/each-pod';
import { EnvironmentSources } from '../component/environment';
import { ownerOf } from '../component/live-pods';
import { podFacts } from '../component/pod-facts';
import { podFields } from '../component/pod-fields';
import { StoredValues } from '../component/stored-values';
import { listOf } from '../documents/data';
import { ObjectAt } from '../documents/documents';
import { likelyTemplateOf } from '../documents/pod-templates';
import { replicationOf, RunDoubt, runDoubts, scaledBy } from '../documents/running';
import { NodeFolderPath } from '../input/layout';
import { admissionDoubts } from '../interference/admission';
import { ApiServerSettings } from '../interference/api-server-admission';
import { deliveryDoubts } from '../interference/delivery';
import { mutationDoubts } from '../interference/mutation';
import { neededObjects } from '../interference/needs';
import { ProgramCommands } from '../interference/object-commands';
import { validationDoubts } from '../interference/validation';
import { couldBeReadTwoWays, holdsAlias, scalarReadTwoWays } from '../nodes/static-pod-file';
import { withPodStops } from '../pods/pod-stops';
import { nodeObjects } from '../scheduling/node-objects';
import { kindsFor, LabelledKind, matchesLabels, otherValues, undecidedLabels } from '../scheduling/placement';
import { roomDoubts } from '../scheduling/room';
import { classDoubts, runtimeClassOf, withRuntimeClass } from '../scheduling/runtime-class';
import { spreadDoubts } from '../scheduling/spread';
import { taintsInTheWay } from '../scheduling/tainted-nodes';

/** What a workload of the cluster can see. */
export interface WorkloadContext {
  /** The `<dir>` argument. */
  readonly dir: string;
  readonly kinds: readonly LabelledKind[];
  /** Control-plane nodes by the name of their kind. */
  readonly nodes: ReadonlyMap<string, readonly NodeFolderPath[]>;
  /** What ConfigMaps and Secrets hold, in each state that the input has. */
  readonly states: readonly StoredValues[];
  readonly said: SaidVersions;
  /** Releases of the nodes. */
  readonly releases: readonly KubernetesVersion[];
  /** All objects of the input. */
  readonly objects: readonly ObjectAt[];
  readonly programs: ProgramCommands;
  readonly apiServers: ApiServerSettings;
}

/** The control-plane components that an object runs: one of each form that it has in the states and on the nodes of the input. */
export function readWorkload(object: ObjectAt, context: WorkloadContext): readonly ReadComponent[] {
  const template = likelyTemplateOf(object);
  if (!template) return [];
  const spec = object.document.value([...template, 'spec']);
  const read = context.states.flatMap(stored => readEach(spec, pod => readAs({ object, template, stored, pod }, context)));
  return context.states.length === 1 ? read : firstOfEach(read, ({ view }) => signature(view));
}

/** One form of a workload. */
interface WorkloadForm {
  readonly object: ObjectAt;
  readonly template: SourcePath;
  readonly stored: StoredValues;
  /** Stands for one of its pods. */
  readonly pod?: string;
}

function readAs({ object, template, stored, pod }: WorkloadForm, context: WorkloadContext): readonly ReadComponent[] {
  const namespace = object.namespace ?? 'default';
  const isPod = object.kind === 'Pod';
  const name = `${isPod && ownerOf(object) === undefined ? 'static pod' : object.kind} ${namespace}/${object.name}`;
  const sources: EnvironmentSources = {
    configMap: key => stored.configMaps.get(`${namespace}/${key}`),
    secret: key => stored.secrets.get(`${namespace}/${key}`),
    field: podFields(namespace, pod),
  };
  const asked = { object, template, stored, objects: context.objects, nodes: [...context.nodes.values()].flat() };
  // The same for each container of the pod, of which there may be thousands.
  let ofPod: ReturnType<typeof lookOnce> | undefined;
  return findContainers(object.document, [...template, 'spec'], object.file, sources).flatMap(container => {
    const own = podFacts(object.document, template, container, object.file, namespace);
    const facts = withRuntimeClass(own, runtimeClassOf(object, template), context.objects);
    const able = kindsFor(facts.nodeTerms, context.kinds);
    const read = (nodes: readonly NodeFolderPath[], onlyOn: readonly string[] | undefined) => readComponent(object, template, container, {
      dir: context.dir,
      label: name,
      object: name,
      // A Pod among cluster manifests is the static pod of some node: a control plane does not run as a bare pod.
      origin: isPod ? 'static-pod' : object.kind === 'DaemonSet' ? 'daemon-set' : 'deployment',
      onlyOn,
      replication: replicationOf(object, scaledBy(object, context.objects)),
      files: { nodes, configMaps: stored.configMaps, namespace },
      said: context.said,
    });
    if (isPod) return [withPodStops(read([], able), asked, container)];
    ofPod ??= lookOnce(object, template, { facts, able, ...context });
    const { podDoubts, ofNodes, unknowns, kept } = ofPod;
    return onNodes(read, able, context.nodes).map(one => withPodStops(one, asked, container)).map(one =>
      ({
        ...one,
        view: {
          ...one.view,
          podDoubts: [...one.view.podDoubts ?? [], ...podDoubts, ...one.view.isHosted ? [] : ofNodes],
          unknowns: [...one.view.unknowns, ...unknowns, ...one.view.isHosted ? [] : kept],
        },
      }));
  });
}

interface LookedAt extends WorkloadContext {
  readonly facts: PodFacts;
  readonly able: readonly string[] | undefined;
}

/** What is not known of a pod, and of the nodes for it. */
function lookOnce(object: ObjectAt, template: SourcePath, context: LookedAt) {
  const { facts, able, objects, programs } = context;
  const needed = neededObjects(object, template, objects);
  const { deleted, changed } = programs.doubts(needed);
  return {
    podDoubts: [...workloadDoubts(object, template, context, needed), ...deleted].map(doubt => placed(doubt, object)),
    ofNodes: [...spreadDoubts(object, template, context), ...roomDoubts(object, template, context)].map(doubt => placed(doubt, object)),
    unknowns: [
      ...[...deliveryDoubts(needed, objects).changed, ...changed].map(doubt => ({ kind: 'running' as const, ...placed(doubt, object) })),
      ...whetherItRuns(object, template, facts, context), ...classDoubts(object, template, objects),
    ],
    kept: keptOut(object, facts, able, context),
  };
}

type PodDoubt = NonNullable<ComponentView['podDoubts']>[number];

function placed({ object, place, path, what, fix }: RunDoubt, workload: ObjectAt): PodDoubt {
  const { file, document } = object ?? workload;
  return { place: place ?? placeAt(file, document, path), what, fix };
}

/** Of a workload that reads files of its node, one process for each form that these files have: on the kinds whose nodes have them so. */
function onNodes(
  read: (nodes: readonly NodeFolderPath[], onlyOn: readonly string[] | undefined) => ReadComponent,
  able: readonly string[] | undefined,
  all: WorkloadContext['nodes'],
): readonly ReadComponent[] {
  const kinds = [...all].filter(([kind]) => able === undefined || able.includes(kind));
  const nodes = kinds.flatMap(([, own]) => own);
  const together = read(nodes, able);
  const { migrationConfig, cloudConfig } = together.view;
  const differ = [migrationConfig, cloudConfig].some(
    file => file?.from?.startsWith('hostPath ') && (file.state === 'absent' || file.state === 'unreadable'),
  );
  if (nodes.length < 2 || !differ) return [together];
  const forms = new Map<string, { readonly node: NodeFolderPath; readonly kinds: Set<string> }>();
  for (const [kind, own] of kinds) {
    for (const node of own) {
      const key = signature(read([node], able).view);
      const form = forms.get(key) ?? { node, kinds: new Set() };
      form.kinds.add(kind);
      forms.set(key, form);
    }
  }
  return [...forms.values()].map(form => read([form.node], [...form.kinds]));
}

/** What tells two forms of one component apart. */
function signature({ component, place, flags, unknowns, migrationConfig, cloudConfig }: ComponentView): string {
  const files = [migrationConfig, cloudConfig].map(file => file && [file.state, file.text]);
  return JSON.stringify([component, place.line, flags.map(({ name, value }) => [name, value]), unknowns.map(({ what }) => what), files]);
}

/** Where a workload says whether, where and with what its processes run. */
function readTwoWaysIn({ base, document }: ObjectAt, template: SourcePath): readonly { readonly text: string; readonly path: SourcePath }[] {
  const containers = listOf(document.value([...template, 'spec', 'containers'])).flatMap((_, index) =>
    ['command', 'args', 'env'].map((key): SourcePath => [...template, 'spec', 'containers', index, key]));
  const own = ['replicas', 'paused', 'suspend'].map((key): SourcePath => [...base, 'spec', key]);
  const ofPod = ['hostNetwork', 'nodeSelector', 'nodeName', 'tolerations', 'affinity'].map((key): SourcePath => [...template, 'spec', key]);
  return [...own, ...ofPod, ...containers].flatMap(path => {
    const text = document.value(path) === undefined ? undefined : scalarReadTwoWays(nodeAt(document, path));
    return text === undefined ? [] : [{ text, path }];
  });
}

/** The node that says it. Where an alias or a merged key stands in the way, that may be any of the document. */
function nodeAt(document: SourceDocument, path: SourcePath): ReturnType<SourceDocument['node']> {
  if (!document.isRead && !couldBeReadTwoWays(document.value(path))) return undefined;
  try {
    const node = document.node(path);
    return node === undefined || holdsAlias(node) ? document.root : node;
  } catch (error) {
    if (error instanceof SourceError) return document.root;
    throw error;
  }
}

/**
 * None of the Nodes has the labels that it asks for, or taints keep its pods from every node that they are meant for: until that is changed, it
 * runs nowhere.
 */
function keptOut(
  { kind, name }: ObjectAt, facts: PodFacts, able: readonly string[] | undefined, { kinds, objects }: WorkloadContext,
): readonly UnknownPart[] {
  const nodes = nodeObjects(objects);
  // Before the first node of version N+1 no node needs to be selected.
  const isNeeded = nodes.length > 0 && kinds.some(({ side }) => side === NodeSide.N_PLUS_1);
  if (isNeeded && !nodes.some(node => matchesLabels(facts.nodeTerms, node.name, node.labels))) {
    return [{
      kind: 'running',
      place: facts.nodeSelectorPlace,
      what: `${kind} ${name} selects none of the Nodes of the input${otherValues(facts.nodeTerms, nodes)}`,
      fix: 'Label the nodes that it is meant for, or correct what it selects.',
    }];
  }
  const places = kinds.filter(one => able === undefined || able.includes(one.name));
  const closed = places.filter(({ isUnregistered }) => isUnregistered === true);
  if (closed.length > 0) {
    const where = closed.length === places.length ? '' : ` on the nodes of ${listed(closed.map(one => one.name))}`;
    return [{
      kind: 'running',
      place: facts.place,
      what: `no pod of ${kind} ${name} is scheduled${where}: the kubelets of its nodes do not register them (registerNode, --register-node)`,
      fix: 'Let the kubelets register their nodes.',
    }];
  }
  const taints = taintsInTheWay({ ...facts, kind }, nodes, places);
  return taints.length === 0 ? [] : [{
    kind: 'running',
    place: facts.tolerationsPlace,
    what: `${kind} ${name} does not tolerate ${taints.join(', ')}, which keeps it from each node that it is meant for`,
    fix: 'Tolerate the taint in its pod template, or remove it from the nodes.',
  }];
}

/** What leaves open whether a workload runs at all: then it is not known what its process holds. */
function whetherItRuns(object: ObjectAt, template: SourcePath, facts: PodFacts, context: WorkloadContext): readonly UnknownPart[] {
  const { kinds, objects, apiServers } = context;
  const labels = undecidedLabels(facts.nodeTerms, kinds, nodeObjects(objects));
  return [
    ...[...runDoubts(object, template), ...admissionDoubts(object, template, objects, apiServers), ...mutationDoubts(object, template, objects),
      ...validationDoubts(object, template, objects)].map(doubt => ({ kind: 'running' as const, ...placed(doubt, object) })),
    ...readTwoWaysIn(object, template).map(({ text, path }) => ({
      kind: 'running' as const,
      place: placeAt(object.file, object.document, path),
      what: `${text} in ${object.kind} ${object.name} means different things in YAML 1.1, which kubectl reads, and in YAML 1.2`,
      fix: 'Write it so that both read it alike: true or false, a number without leading zeros, or a text in quotes.',
    })),
    ...labels.map(label => ({
      kind: 'running' as const,
      place: facts.nodeSelectorPlace,
      what: `${object.kind} ${object.name} asks for nodes with the label ${label}, and nothing in the input says which nodes have it`,
      fix: 'Select nodes by labels that they are known to have, or add the kubelet flags that set it.',
    })),
  ];
}
