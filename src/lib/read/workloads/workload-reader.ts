import { formOf, formsOnNodes, ReadOnNodes } from './forms-on-nodes';
import { lookAtPods, PodLook } from './pod-look';
import { podContext, WorkloadContext } from './workload-context';
import { firstOfEach } from '../../kubernetes/once-for';
import { NO_DOUBT } from '../../view/model';
import { readComponent, ReadComponent } from '../component/component-reader';
import { findContainers } from '../component/container';
import { environmentSources } from '../component/environment';
import { ownerOf } from '../component/live-pods';
import { readEach } from '../component/pod-fields';
import { ObjectAt } from '../documents/documents';
import { likelyTemplateOf } from '../documents/pod-templates';
import { replicationOf, scaledBy } from '../documents/running';
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
          podDoubts: [...one.view.podDoubts ?? [], ...podDoubts, ...one.view.isHosted ? NO_DOUBT.notAsked : ofNodes],
          unknowns: [...one.view.unknowns, ...unknowns, ...one.view.isHosted ? NO_DOUBT.notAsked : kept],
        },
      }));
  });
}
