import { readComponent, ReadComponent } from './component-reader';
import { SaidVersions } from './component-version';
import { findContainers, placeAt } from './container';
import { ObjectAt } from './documents';
import { NodeFolderPath } from './layout';
import { kindsFor, LabelledKind, undecidedLabels } from './placement';
import { podFacts } from './pod-facts';
import { templateOf } from './pod-templates';
import { PlacedText } from './referenced-file';
import { replicationOf, runDoubts, scaledBy } from './running';
import { SourcePath } from '../edit/yaml/source-document';
import { PodFacts, UnknownPart } from '../rules/model';

/** What a workload of the cluster can see. */
export interface WorkloadContext {
  /** The `<dir>` argument. */
  readonly dir: string;
  readonly kinds: readonly LabelledKind[];
  /** Control-plane nodes by the name of their kind. */
  readonly nodes: ReadonlyMap<string, readonly NodeFolderPath[]>;
  readonly configMaps: ReadonlyMap<string, ReadonlyMap<string, PlacedText>>;
  readonly said: SaidVersions;
  /** All objects of the input. */
  readonly objects: readonly ObjectAt[];
}

/** The control-plane components that an object runs. */
export function readWorkload(object: ObjectAt, context: WorkloadContext): readonly ReadComponent[] {
  const template = templateOf(object);
  if (!template) return [];
  const namespace = object.namespace ?? 'default';
  const isPod = object.kind === 'Pod';
  const name = `${isPod ? 'static pod' : object.kind} ${namespace}/${object.name}`;
  return findContainers(object.document, [...template, 'spec'], object.file, { configMap: key => context.configMaps.get(`${namespace}/${key}`) }).map(container => {
    const facts = podFacts(object.document, template, container, object.file, namespace);
    const onlyOn = kindsFor(facts.nodeTerms, context.kinds);
    const read = readComponent(object, template, container, {
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
    if (isPod) return read;
    const unknowns = [...read.view.unknowns, ...whetherItRuns(object, template, facts, context.kinds)];
    return { ...read, view: { ...read.view, unknowns } };
  });
}

/** What leaves open whether a workload runs at all: nobody then knows what its process holds. */
function whetherItRuns(object: ObjectAt, template: SourcePath, facts: PodFacts, kinds: readonly LabelledKind[]): readonly UnknownPart[] {
  const labels = undecidedLabels(facts.nodeTerms, kinds);
  return [
    ...runDoubts(object, template).map(({ path, what, fix }) => ({ kind: 'running' as const, place: placeAt(object.file, object.document, path), what, fix })),
    ...labels.map(label => ({
      kind: 'running' as const,
      place: facts.nodeSelectorPlace,
      what: `${object.kind} ${object.name} asks for nodes with the label ${label}, and nothing in the input says which nodes have it`,
      fix: 'Select nodes by labels that they are known to have, or add the kubelet flags that set it.',
    })),
  ];
}
