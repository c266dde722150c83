import { AskedPod } from './asked-pod';
import { withModes } from './octal-mode';
import { isMap, listOf, mapOf, shownOf, SourcePath } from '../../edit/yaml/data';
import { objectShape } from '../../facts/object-shapes';
import { SERVED_WORKLOADS } from '../../facts/served-workloads';
import { requirementsOf, selectorMatches } from '../../kubernetes/label-selector';
import { onceFor } from '../../kubernetes/once-for';
import { lookAtPodOfTemplate } from '../../kubernetes/pod/pod-check';
import { Json, Look } from '../../kubernetes/pod/shape';
import { lookAtWorkload } from '../../kubernetes/workload/workload-check';
import { Doubt, NO_DOUBT } from '../../view/model';
import { placeAt } from '../documents/documents';

const GROUPS = /^(?:apps|extensions)\//;
const MADE_OF_TEMPLATES = ['DaemonSet', 'Deployment', 'ReplicaSet', 'StatefulSet'];

/**
 * What the API server refuses of an object that makes pods, and what in it was not evaluated: k8s.io/kubernetes@v1.26.15
 * pkg/apis/apps/validation/validation.go, ValidatePodTemplateSpecForReplicaSet.
 */
export const refusalOf = onceFor(({ object, template }: Pick<AskedPod, 'object' | 'template'>): readonly Doubt[] => {
  const { kind, name, apiVersion, base, data, document, file } = object;
  const stop = (path: SourcePath, why: string, fix?: string): Doubt => ({
    rule: 'workload-refused',
    place: placeAt(file, document, path),
    what: `the API server refuses ${kind} ${name}: ${why}`,
    ...fix === undefined ? {} : { fix },
  });
  if (!GROUPS.test(apiVersion) || !MADE_OF_TEMPLATES.includes(kind)) return NO_DOUBT.notAsked;
  const served = SERVED_WORKLOADS.find(row => row.apiVersion === apiVersion && row.kinds.includes(kind));
  if (served === undefined || served.removedIn !== undefined) {
    const since = served?.removedIn === undefined ? 'no release serves' : `releases from ${served.removedIn} on do not serve`;
    return [stop([...base, 'apiVersion'], `${since} ${apiVersion} ${kind}`, 'Write apiVersion: apps/v1.')];
  }
  const written = mapOf(document.value([...template, 'spec']));
  const spec = written.volumes === undefined ? written
    : { ...written, volumes: withModes(document, [...template, 'spec', 'volumes'], written.volumes)! };
  const metadata = mapOf(document.value([...template, 'metadata']));
  const labels = mapOf(metadata.labels);
  const selector = mapOf(data.spec).selector;
  const at = (...path: SourcePath) => [...template, 'spec', ...path];
  const looks: readonly (readonly [SourcePath, Look])[] = [
    [base, lookAtWorkload(kind, data as Json, objectShape(kind)!)],
    [at(), lookAtPodOfTemplate({ apiVersion: 'v1', kind: 'Pod', metadata: { ...metadata, name: 'x' }, spec } as Json, objectShape('Pod')!)],
    [at('ephemeralContainers'), listOf(spec.ephemeralContainers).length > 0 ? { refused: 'its template has ephemeralContainers' } : undefined],
  ];
  const refused = looks.flatMap(([path, look]) => look !== undefined && 'refused' in look ? [{ path, why: look.refused }] : []);
  return [
    ...!isMap(selector) || requirementsOf(selector).length === 0 ? [stop([...base, 'spec'], 'it has no selector')]
      : selectorMatches(selector, labels) ? NO_DOUBT.isRight
        : [stop([...base, 'spec', 'selector'], 'its selector does not match the labels of its template')],
    ...(spec.restartPolicy ?? '') !== '' && spec.restartPolicy !== 'Always'
      ? [stop(at('restartPolicy'), `restartPolicy is ${shownOf(spec.restartPolicy)}, and must be Always`)] : NO_DOUBT.isRight,
    ...typeof spec.activeDeadlineSeconds === 'number'
      ? [stop(at('activeDeadlineSeconds'), 'its template has activeDeadlineSeconds')] : NO_DOUBT.isRight,
    ...refused.map(({ path, why }) => stop(path, why)),
    ...looks.flatMap(([path, look]) => look === undefined || 'refused' in look ? NO_DOUBT.isRight : [{
      place: placeAt(file, document, path),
      what: `whether the API server takes ${kind} ${name} as it is written was not evaluated: ${look.unknown}`,
      fix: 'Do without that field, or correct it.',
    }]),
  ];
});
