import { isMap, listOf, mapOf, stringOf } from './data';
import { ObjectAt } from './documents';
import { RunDoubt } from './running';
import { SourcePath } from '../edit/yaml/source-document';
import { grouped, onceFor } from '../kubernetes/once-for';

const ENFORCE = 'pod-security.kubernetes.io/enforce';

/**
 * Why the API server may refuse the pods of a workload, so that it runs nowhere: the Pod Security Standard that its namespace enforces
 * (kubernetes.io/docs/concepts/security/pod-security-standards), and a quota of no pods. Static pods are not asked.
 */
export function admissionDoubts(
  { kind, name, namespace = 'default', document }: ObjectAt, template: SourcePath, objects: readonly ObjectAt[],
): readonly RunDoubt[] {
  const path = [...template, 'spec'];
  const level = (namespaces(objects).get(namespace) ?? [])
    .map(({ data }) => stringOf(mapOf(mapOf(data.metadata).labels)[ENFORCE])).find(value => value !== undefined);
  const quota = quotas(objects).get(namespace)?.[0];
  return [
    ...level === 'restricted' || (level === 'baseline' && usesHost(mapOf(document.value(path)))) ? [{
      path,
      what: `namespace ${namespace} enforces the Pod Security Standard ${level}, which may refuse the pods of ${kind} ${name}`,
      fix: `Let the namespace enforce privileged: kubectl label namespace ${namespace} ${ENFORCE}=privileged --overwrite`,
    }] : [],
    ...quota ? [{ path, what: `ResourceQuota ${quota.name} allows no pods in namespace ${namespace}`, fix: 'Remove the quota.' }] : [],
  ];
}

const namespaces = onceFor((objects: readonly ObjectAt[]) => grouped(objects.filter(({ kind }) => kind === 'Namespace'), ({ name }) => name));
const quotas = onceFor((objects: readonly ObjectAt[]) =>
  grouped(objects.filter(one => one.kind === 'ResourceQuota' && hasNoPods(one)), one => one.namespace ?? 'default'));

function usesHost(spec: ReturnType<typeof mapOf>): boolean {
  return ['hostNetwork', 'hostPID', 'hostIPC'].some(key => spec[key] === true) || listOf(spec.volumes).some(volume => isMap(mapOf(volume).hostPath));
}

function hasNoPods({ data }: ObjectAt): boolean {
  const hard = mapOf(mapOf(data.spec).hard);
  return [hard.pods, hard['count/pods']].some(value => String(value) === '0');
}
