import { ObjectAt, placeAt } from './documents';
import { isMap, mapOf, SourcePath } from '../../edit/yaml/data';
import { RUN_FIELDS } from '../../facts/inputs/run-fields';
import { onceFor } from '../../kubernetes/once-for';
import { Replication } from '../../model/process';
import { Doubt, NO_DOUBT } from '../../view/model';

/** What a manifest leaves open about whether its pods run, as far as it is not about nodes. */
export function runDoubts({ kind, name, document, file, base }: ObjectAt, template: SourcePath): readonly Doubt[] {
  return RUN_FIELDS.flatMap(({ of, path, says, fix }) => {
    const at = of === 'object' ? [...base, ...path] : [...template, 'spec', ...path];
    const what = says(document.value(at), `${kind} ${name}`, kind);
    return what === undefined ? NO_DOUBT.isRight : [{ place: placeAt(file, document, at), what, fix }];
  });
}

/**
 * How many of its pods there can be at once. A pod that ends, since it is deleted or its node is drained, is still there when its successor starts,
 * except in a StatefulSet, whatever the strategy of the workload is:
 * https://kubernetes.io/docs/concepts/workloads/controllers/deployment/#recreate-deployment.
 *
 * @param scaled most replicas that an autoscaler of the input gives it
 */
export function replicationOf({ kind, data }: ObjectAt, scaled?: number): Replication {
  if (kind === 'DaemonSet' || kind === 'Pod') return { kind: 'per-node' };
  const spec = mapOf(data.spec);
  const written = [spec.replicas, spec.parallelism].find(value => typeof value === 'number') as number | undefined;
  return { kind: 'deployment', replicas: Math.max(written ?? 1, scaled ?? 0), strategy: kind === 'StatefulSet' ? 'Recreate' : 'RollingUpdate' };
}

/** Replicas where an autoscaler does not say the most: one that overlaps with its successor, like two. */
const SCALED = 2;

/**
 * Most replicas that the input gives to an object beside what it says itself; undefined: nothing is about it. Autoscalers of any kind name their
 * target in `scaleTargetRef` (HorizontalPodAutoscaler, KEDA's ScaledObject, for which a Deployment is the default), and those that run the template
 * of another object in `workloadRef` (Rollout of Argo).
 */
export function scaledBy({ kind, name, namespace }: ObjectAt, objects: readonly ObjectAt[]): number | undefined {
  return mostReplicas(objects).get(JSON.stringify([namespace ?? 'default', kind, name]));
}

const mostReplicas = onceFor((objects: readonly ObjectAt[]) => {
  const most = new Map<string, number>();
  for (const { namespace, data } of objects) {
    const spec = mapOf(data.spec);
    const target = [spec.scaleTargetRef, spec.workloadRef].find(isMap);
    if (target === undefined) continue;
    const key = JSON.stringify([namespace ?? 'default', target.kind ?? 'Deployment', target.name]);
    const own = [spec.maxReplicas, spec.maxReplicaCount, spec.replicas].find(value => typeof value === 'number') as number | undefined ?? SCALED;
    most.set(key, Math.max(most.get(key) ?? own, own));
  }
  return most;
});
