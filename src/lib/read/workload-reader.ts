import { readComponent, ReadComponent } from './component-reader';
import { findContainers, placeAt } from './container';
import { ObjectAt } from './documents';
import { NodeFolderPath } from './layout';
import { kindsFor, LabelledKind, undecidedLabels } from './placement';
import { podFacts } from './pod-facts';
import { podTemplates } from './pod-templates';
import { PlacedText } from './referenced-file';
import { replicationOf, runDoubts, scaledBy } from './running';
import { CCM, KCM } from '../kubernetes/component';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/** What a workload of the cluster can see. */
export interface WorkloadContext {
  /** The `<dir>` argument. */
  readonly dir: string;
  readonly kinds: readonly LabelledKind[];
  /** Control-plane nodes by the name of their kind. */
  readonly nodes: ReadonlyMap<string, readonly NodeFolderPath[]>;
  readonly configMaps: ReadonlyMap<string, ReadonlyMap<string, PlacedText>>;
  readonly said?: KubernetesVersion;
  /** All objects of the input. */
  readonly objects: readonly ObjectAt[];
}

/** The control-plane components that an object runs. */
export function readWorkload(object: ObjectAt, context: WorkloadContext): readonly ReadComponent[] {
  const namespace = object.namespace ?? 'default';
  const isPod = object.kind === 'Pod';
  const name = `${isPod ? 'static pod' : object.kind} ${namespace}/${object.name}`;
  return podTemplates(object).flatMap(template => findContainers(object.document, [...template.path, 'spec'], object.file).map(container => {
    const facts = podFacts(object.document, template.path, container, object.file, namespace);
    const onlyOn = kindsFor(facts.nodeTerms, context.kinds);
    const read = readComponent(object, template.path, container, {
      dir: context.dir,
      label: name,
      object: name,
      // A Pod among cluster manifests is the static pod of some node: nobody runs a control plane as a bare pod.
      origin: isPod ? 'static-pod' : object.kind === 'DaemonSet' ? 'daemon-set' : 'deployment',
      onlyOn,
      replication: replicationOf(object, scaledBy(object, context.objects)),
      files: {
        nodes: isPod ? [] : [...context.nodes].flatMap(([kind, nodes]) => onlyOn === undefined || onlyOn.includes(kind) ? nodes : []),
        configMaps: context.configMaps,
        namespace,
      },
      said: context.said,
    });
    const labels = isPod ? [] : undecidedLabels(facts.nodeTerms, context.kinds);
    const [doubt] = isPod ? [] : [
      ...runDoubts(object, template).map(({ path, what, fix }) => ({ place: placeAt(object.file, object.document, path), message: what, fix })),
      ...labels.map(label => ({
        place: facts.nodeSelectorPlace, message: `${name} asks for nodes with the label ${label}, and nothing in the input says which have it`, fix: 'Select by the labels that the nodes have.',
      })),
    ];
    return doubt && (container.component === KCM || container.component === CCM) ? { ...read, unreadable: read.unreadable ?? doubt } : read;
  }));
}
