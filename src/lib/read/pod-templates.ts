import { isMap, listOf, mapOf } from './container';
import { ObjectAt } from './documents';
import { Data, SourcePath } from '../edit/yaml/source-document';

/** Where a pod is described in an object that makes pods of it. */
export interface PodTemplate {
  /** Where `metadata` and `spec` of the pod are. */
  readonly path: SourcePath;
  /** Whether it is a kind of Kubernetes itself: of another, nobody here knows what its controller makes of it. */
  readonly isBuiltIn: boolean;
}

/** Where the pod is in each kind of Kubernetes' own, by API group. */
const BUILT_IN: ReadonlyMap<string, SourcePath> = new Map<string, SourcePath>([
  ['apps/DaemonSet', ['spec', 'template']],
  ['apps/Deployment', ['spec', 'template']],
  ['apps/StatefulSet', ['spec', 'template']],
  ['apps/ReplicaSet', ['spec', 'template']],
  ['batch/CronJob', ['spec', 'jobTemplate', 'spec', 'template']],
  ['batch/Job', ['spec', 'template']],
  ['/Pod', []],
  ['/PodTemplate', ['template']],
  ['/ReplicationController', ['spec', 'template']],
]);

/** Groups that had the kinds of `apps` before it: an object of theirs is refused by every API server that is known here, and read as what it was. */
const FORMER = /^(extensions|apps)\//;

/** The pod templates of an object; several, or none, in kinds of others. */
export function podTemplates({ kind, apiVersion, data, base }: ObjectAt): readonly PodTemplate[] {
  const group = FORMER.test(apiVersion) ? 'apps' : apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
  const known = BUILT_IN.get(`${group}/${kind}`);
  if (known) return kind === 'PodTemplate' ? [] : [{ path: [...base, ...known], isBuiltIn: true }];
  return templatesIn(data, []).map(path => ({ path: [...base, ...path], isBuiltIn: false }));
}

/** Objects with a `spec` that lists containers, which are templates of pods whatever they are called. */
function templatesIn(value: Data, path: SourcePath): readonly SourcePath[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => templatesIn(item, [...path, index]));
  if (!isMap(value)) return [];
  const isTemplate = listOf(mapOf(value.spec).containers).some(isMap);
  return [...isTemplate ? [path] : [], ...Object.entries(value).flatMap(([key, item]) => templatesIn(item, [...path, key]))];
}
