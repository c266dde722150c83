import { SourcePath } from '../../edit/yaml/data';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';
import { SaidVersions } from '../../model/component-version';
import { PodFacts } from '../../view/model';
import { FoundContainer } from '../component/container';
import { podFacts } from '../component/pod-facts';
import { StoredValues } from '../component/stored-values';
import { ObjectAt } from '../documents/documents';
import { NodeFolderPath } from '../input/layout';
import { ApiServerSettings } from '../interference/api-server-admission';
import { ProgramCommands } from '../interference/object-commands';
import { kindsFor, LabelledKind } from '../scheduling/placement';
import { runtimeClassOf, withRuntimeClass } from '../scheduling/runtime-class';

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

/** The same, for the pods of one workload. */
export interface PodContext extends WorkloadContext {
  readonly facts: PodFacts;
  /** Kinds that they can be on; undefined: all. */
  readonly able: readonly string[] | undefined;
}

export function podContext(object: ObjectAt, template: SourcePath, container: FoundContainer, context: WorkloadContext): PodContext {
  const own = podFacts(object.document, template, container, object.file, object.namespace ?? 'default');
  const facts = withRuntimeClass(own, runtimeClassOf(object, template), context.objects);
  return { ...context, facts, able: kindsFor(facts.nodeTerms, context.kinds) };
}
