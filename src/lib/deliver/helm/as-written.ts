import { Data, DataMap, isMap, listOf, mapOf } from '../../edit/yaml/data';
import { Manifest } from '../../kubernetes/manifest';

/** What Helm writes on each object of a release: helm.sh/helm/v3@v3.17.3 pkg/action/validate.go. */
export const HELM_OWNER = {
  label: 'app.kubernetes.io/managed-by', value: 'Helm', release: 'meta.helm.sh/release-name', namespace: 'meta.helm.sh/release-namespace',
} as const;
/** What the chart's templates write on each object that they make. */
export const CHART_LABEL = 'helm.sh/chart';

const OF_HELM: readonly string[] = [HELM_OWNER.label, HELM_OWNER.release, HELM_OWNER.namespace, CHART_LABEL];
/** What the controller of DaemonSets, and `kubectl rollout restart`, write: k8s.io/kubernetes@v1.37.1 pkg/apis/apps/v1/defaults.go; kubectl. */
const OF_OTHERS: readonly string[] = ['deprecated.daemonset.template.generation', 'kubectl.kubernetes.io/last-applied-configuration'];

/**
 * What the API server writes where nothing is said, by its path in a DaemonSet: k8s.io/kubernetes@v1.37.1 pkg/apis/apps/v1/defaults.go and
 * pkg/apis/core/v1/defaults.go.
 */
const DEFAULTS: readonly (readonly [path: string, value: Data])[] = [
  ['spec.revisionHistoryLimit', 10],
  ['spec.updateStrategy.rollingUpdate', { maxSurge: 0, maxUnavailable: 1 }],
  ['spec.template.metadata.creationTimestamp', null],
  ['spec.template.spec.restartPolicy', 'Always'],
  ['spec.template.spec.terminationGracePeriodSeconds', 30],
  ['spec.template.spec.schedulerName', 'default-scheduler'],
];
const CONTAINER_DEFAULTS: readonly (readonly [field: string, value: Data])[] = [
  ['imagePullPolicy', 'IfNotPresent'], ['terminationMessagePath', '/dev/termination-log'], ['terminationMessagePolicy', 'File'],
];

/** An object of the cluster as the chart could have written it: without what Helm, the API server and controllers add. */
export function asWritten({ status: _status, ...object }: DataMap): Manifest {
  const { name, namespace, labels, annotations } = mapOf(object.metadata);
  const metadata = {
    name,
    ...namespace !== undefined && { namespace },
    ...withoutAdded('labels', labels),
    ...withoutAdded('annotations', annotations),
  };
  const written = { ...object, metadata } as unknown as Manifest;
  return written.kind === 'DaemonSet' ? withoutDefaults(written) : written;
}

function withoutAdded(field: string, map: Data | undefined): object {
  const left = Object.entries(mapOf(map)).filter(([key]) => ![...OF_HELM, ...OF_OTHERS].includes(key));
  return left.length === 0 ? {} : { [field]: Object.fromEntries(left) };
}

function withoutDefaults(workload: Manifest): Manifest {
  const copy = JSON.parse(JSON.stringify(workload)) as DataMap;
  for (const [path, value] of DEFAULTS) drop(copy, path.split('.'), value);
  const template = mapOf(mapOf(copy.spec).template);
  const pod = mapOf(template.spec) as Record<string, Data>;
  // The chart names its template, which the API server keeps; and it copies the account to the field of old.
  delete (mapOf(template.metadata) as Record<string, Data>).name;
  delete pod.serviceAccount;
  for (const container of listOf(pod.containers).filter(isMap)) {
    for (const [field, value] of CONTAINER_DEFAULTS) drop(container, [field], value);
  }
  return copy as unknown as Manifest;
}

function drop(map: DataMap, [key, ...rest]: readonly string[], value: Data): void {
  if (rest.length > 0) return drop(mapOf(map[key]), rest, value);
  if (JSON.stringify(map[key]) === JSON.stringify(value)) delete (map as Record<string, Data>)[key];
}
