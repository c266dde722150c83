import { readComponent, ReadComponent } from './component-reader';
import { SaidVersions } from './component-version';
import { findContainers } from './container';
import { mapOf, stringOf } from './data';
import { ObjectAt } from './documents';
import { NodeFolderPath } from './layout';
import { kindsFor, LabelledKind } from './placement';
import { podFacts } from './pod-facts';
import { PlacedText } from './referenced-file';
import { SourcePath } from '../edit/yaml/source-document';
import { Replication } from '../model/process';

/** What a workload of the cluster can see. */
export interface WorkloadContext {
  /** The `<dir>` argument. */
  readonly dir: string;
  readonly kinds: readonly LabelledKind[];
  /** Control-plane nodes by the name of their kind. */
  readonly nodes: ReadonlyMap<string, readonly NodeFolderPath[]>;
  readonly configMaps: ReadonlyMap<string, ReadonlyMap<string, PlacedText>>;
  readonly said: SaidVersions;
}

/** Where the pod is in each kind of workload. */
const TEMPLATES: Readonly<Record<string, SourcePath>> = {
  DaemonSet: ['spec', 'template'],
  Deployment: ['spec', 'template'],
  StatefulSet: ['spec', 'template'],
  ReplicaSet: ['spec', 'template'],
  Pod: [],
};

/** Path of the pod template in an object, if it makes pods. */
export function templateOf({ kind, base }: ObjectAt): SourcePath | undefined {
  return kind in TEMPLATES ? [...base, ...TEMPLATES[kind]] : undefined;
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
    return readComponent(object, template, container, {
      dir: context.dir,
      label: name,
      object: name,
      // A Pod among cluster manifests is the static pod of some node: nobody runs a control plane as a bare pod.
      origin: isPod ? 'static-pod' : object.kind === 'DaemonSet' ? 'daemon-set' : 'deployment',
      onlyOn,
      replication: replicationOf(object),
      files: {
        nodes: isPod ? [] : [...context.nodes].flatMap(([kind, nodes]) => onlyOn === undefined || onlyOn.includes(kind) ? nodes : []),
        configMaps: context.configMaps,
        namespace,
      },
      said: context.said,
    });
  });
}

function replicationOf({ kind, data }: ObjectAt): Replication {
  if (kind === 'DaemonSet' || kind === 'Pod') return { kind: 'per-node' };
  const spec = mapOf(data.spec);
  const strategy = stringOf(mapOf(spec.strategy).type) === 'Recreate' ? 'Recreate' : 'RollingUpdate';
  return { kind: 'deployment', replicas: typeof spec.replicas === 'number' ? spec.replicas : 1, strategy };
}
