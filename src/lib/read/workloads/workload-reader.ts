import { lookAtPods, PodLook } from './pod-look';
import { WorkloadContext } from './workload-context';
import { SourcePath } from '../../edit/yaml/source-document';
import { firstOfEach } from '../../kubernetes/first-of-each';
import { ComponentView } from '../../view/model';
import { readComponent, ReadComponent } from '../component/component-reader';
import { findContainers } from '../component/container';
import { readEach } from '../component/each-pod';
import { EnvironmentSources } from '../component/environment';
import { ownerOf } from '../component/live-pods';
import { podFacts } from '../component/pod-facts';
import { podFields } from '../component/pod-fields';
import { StoredValues } from '../component/stored-values';
import { ObjectAt } from '../documents/documents';
import { likelyTemplateOf } from '../documents/pod-templates';
import { replicationOf, scaledBy } from '../documents/running';
import { NodeFolderPath } from '../input/layout';
import { withPodStops } from '../pods/pod-stops';
import { kindsFor } from '../scheduling/placement';
import { runtimeClassOf, withRuntimeClass } from '../scheduling/runtime-class';

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
  const { objects, releases } = context;
  const asked = { object, template, stored, objects, nodes: [...context.nodes.values()].flat(), releases };
  // The same for each container of the pod, of which there may be thousands.
  let ofPod: PodLook | undefined;
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
    ofPod ??= lookAtPods(object, template, { facts, able, ...context });
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
