import { lookAtPods, PodLook } from './pod-look';
import { podContext, WorkloadContext } from './workload-context';
import { firstOfEach } from '../../kubernetes/once-for';
import { controllerOf, hostingSystemOf } from '../../model/hosting-system';
import { ComponentView, NO_DOUBT } from '../../view/model';
import { readComponent, ReadComponent } from '../component/component-reader';
import { findContainers } from '../component/container';
import { environmentSources, readEach } from '../component/environment';
import { ownerOf } from '../component/live-pods';
import { ObjectAt } from '../documents/documents';
import { likelyTemplateOf } from '../documents/pod-templates';
import { replicationOf, scaledBy } from '../documents/running';
import { NodeFolderPath } from '../input/layout';
import { AskedPod } from '../pods/asked-pod';
import { withPodStops } from '../pods/pod-stops';

/** The control-plane components that an object runs: one of each form that it has in the states and on the nodes of the input. */
export function readWorkload(object: ObjectAt, context: WorkloadContext): readonly ReadComponent[] {
  const template = likelyTemplateOf(object);
  if (!template) return NO_DOUBT.notAsked;
  const spec = object.document.value([...template, 'spec']);
  const nodes = [...context.nodes.values()].flat();
  const read = context.states.flatMap(stored => {
    const asked = { object, template, stored, objects: context.objects, nodes, releases: context.releases };
    return readEach(spec, pod => readAs(asked, context, pod));
  });
  return context.states.length === 1 ? read : firstOfEach(read, ({ view }) => formOf(view));
}

/** @param pod stands for one of its pods */
function readAs(asked: AskedPod, context: WorkloadContext, pod: string | undefined): readonly ReadComponent[] {
  const { object, template, stored } = asked;
  const namespace = object.namespace ?? 'default';
  const isPod = object.kind === 'Pod';
  const name = `${isPod && ownerOf(object) === undefined ? 'static pod' : object.kind} ${namespace}/${object.name}`;
  const sources = environmentSources(namespace, pod, stored);
  const writer = isPod ? undefined : writerOf(object);
  // The same for each container of the pod, of which there may be thousands.
  let ofPod: PodLook | undefined;
  return findContainers(object.document, [...template, 'spec'], object.file, sources).flatMap(container => {
    const ofItsPods = podContext(object, template, container, context);
    const { able } = ofItsPods;
    const read: ReadOnNodes = (nodes, onlyOn) => readComponent(object, template, container, {
      dir: context.dir,
      label: name,
      object: name,
      // A Pod among cluster manifests is the static pod of some node: a control plane does not run as a bare pod.
      origin: isPod ? 'static-pod' : object.kind === 'DaemonSet' ? 'daemon-set' : 'deployment',
      onlyOn,
      replication: replicationOf(object, scaledBy(object, context.objects)),
      files: { nodes, configMaps: stored!.configMaps, namespace },
      said: context.said,
    });
    if (isPod) return [withPodStops(read([], able), asked, container)];
    ofPod ??= lookAtPods(object, template, ofItsPods);
    const { podDoubts, ofNodes, unknowns, kept } = ofPod;
    return formsOnNodes(read, able, context.nodes).map(one => withPodStops(one, asked, container)).map(one =>
      ({
        ...one,
        view: {
          ...one.view,
          writer,
          podDoubts: [...one.view.podDoubts ?? NO_DOUBT.isRight, ...podDoubts, ...one.view.isHosted ? NO_DOUBT.notAsked : ofNodes],
          unknowns: [...one.view.unknowns, ...unknowns, ...one.view.isHosted ? NO_DOUBT.notAsked : kept],
        },
      }));
  });
}

/** An operator that is known, or whatever owns the object and controls it. */
function writerOf({ document, kind, name }: ObjectAt): ComponentView['writer'] {
  const system = hostingSystemOf(document);
  if (system) return system;
  const owner = controllerOf(document);
  return owner === undefined ? undefined : {
    name: owner, why: `it owns ${kind} ${name}, and undoes other changes`, remedy: 'make the change where that is configured',
  };
}

/** Reads a workload with the files of some nodes, as it is on some kinds of them. */
type ReadOnNodes = (nodes: readonly NodeFolderPath[], onlyOn: readonly string[] | undefined) => ReadComponent;

/** Of a workload that reads files of its node, one process for each form that these files have: on the kinds whose nodes have them so. */
function formsOnNodes(read: ReadOnNodes, able: readonly string[] | undefined, all: WorkloadContext['nodes']): readonly ReadComponent[] {
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
      const key = formOf(read([node], able).view);
      const form = forms.get(key) ?? { node, kinds: new Set() };
      form.kinds.add(kind);
      forms.set(key, form);
    }
  }
  return [...forms.values()].map(form => read([form.node], [...form.kinds]));
}

/** What tells two forms of one component apart. */
function formOf({ component, place, flags, unknowns, migrationConfig, cloudConfig }: ComponentView): string {
  const files = [migrationConfig, cloudConfig].map(file => file && [file.state, file.text]);
  return JSON.stringify([component, place.line, flags.map(({ name, value }) => [name, value]), unknowns.map(({ what }) => what), files]);
}
