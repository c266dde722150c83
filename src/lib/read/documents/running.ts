import { ObjectAt, placeAt } from './documents';
import { Data, isMap, listOf, mapOf, shownOf, SourcePath, stringOf } from '../../edit/yaml/data';
import { onceFor } from '../../kubernetes/once-for';
import { Replication } from '../../model/process';
import { Doubt } from '../../view/model';

/** What a manifest leaves open about whether its pods run, as far as it is not about nodes. */
export function runDoubts({ kind, name, data, document, file, base }: ObjectAt, path: SourcePath): readonly Doubt[] {
  const spec = mapOf(document.value([...path, 'spec']));
  const own = mapOf(data.spec);
  const at = (...more: SourcePath) => placeAt(file, document, [...path, 'spec', ...more]);
  const ofOwn = (...more: SourcePath) => placeAt(file, document, [...base, ...more]);
  const doubts: (Doubt | false)[] = [
    kind !== 'Pod' && stringOf(mapOf(data.metadata).deletionTimestamp) !== undefined && {
      place: ofOwn('metadata', 'deletionTimestamp'),
      what: `${kind} ${name} is being deleted: its pods are terminating`,
      fix: 'Wait until it is gone, and give what is there then.',
    },
    own.paused === true && {
      place: ofOwn('spec', 'paused'),
      what: `${kind} ${name} is paused: what runs may be an earlier template`,
      fix: 'Resume it, or give what runs.',
    },
    ...updatedByHand(mapOf(own.updateStrategy)).map(field => ({
      place: ofOwn('spec', 'updateStrategy'),
      what: `${kind} ${name} has updateStrategy ${field}: what runs may be an earlier template until its pods are deleted`,
      fix: 'Use RollingUpdate for all of its pods, or give what runs.',
    })),
    own.suspend === true && {
      place: ofOwn('spec', 'suspend'),
      what: `${kind} ${name} is suspended: whether it will be resumed is not known`,
      fix: 'Delete it, or resume it.',
    },
    (kind === 'Job' || kind === 'CronJob') && {
      place: ofOwn(), what: `${kind} ${name} ends, and begins when nothing in the input says`, fix: 'Run the component in a DaemonSet or Deployment.',
    },
    listOf(spec.schedulingGates).length > 0 && {
      place: at('schedulingGates'),
      what: `pods of ${kind} ${name} wait until their scheduling gates are removed`,
      fix: 'Remove schedulingGates.',
    },
    ![undefined, '', 'default-scheduler'].includes(stringOf(spec.schedulerName)) && {
      place: at('schedulerName'),
      what: `${kind} ${name} is placed by the scheduler ${shownOf(spec.schedulerName)}, of which nothing is known`,
      fix: 'Remove schedulerName.',
    },
    listOf(spec.resourceClaims).length > 0
      && { place: at('resourceClaims'), what: `pods of ${kind} ${name} wait for their resource claims`, fix: 'Remove resourceClaims.' },
    ![undefined, 'linux'].includes(stringOf(mapOf(spec.os).name)) && {
      place: at('os'), what: `${kind} ${name} is for ${shownOf(mapOf(spec.os).name)}, and control planes run on Linux`, fix: 'Remove os.',
    },
  ];
  return doubts.filter(doubt => doubt !== false);
}

/** Strategies that leave pods of an earlier template: k8s.io/api/apps/v1/types.go, DaemonSetUpdateStrategy and RollingUpdateStatefulSetStrategy. */
function updatedByHand({ type, rollingUpdate }: { readonly [key: string]: Data }): readonly string[] {
  const { partition } = mapOf(rollingUpdate);
  if (type === 'OnDelete') return ['OnDelete'];
  return typeof partition === 'number' && partition > 0 ? [`with partition ${partition}`] : [];
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
