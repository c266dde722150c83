import { ObjectAt } from './documents';
import { Labels } from './label-match';
import { accountIn, podReferences } from './pod-references';
import { selectedLabels } from '../../edit/deciding-fields';
import { listOf, mapOf, SourcePath } from '../../edit/yaml/data';
import { groupOf } from '../../facts/inert-kinds';
import { MADE_OF_WORKLOADS } from '../../facts/inputs/workloads';
import { LOCK_NAMESPACE } from '../../facts/locks';
import { firstOfEach, onceFor } from '../../kubernetes/once-for';

/** An object on which it depends what the pods of a workload do. */
export interface ChangeTarget {
  readonly group: string;
  readonly kind: string;
  /** Its kind as a webhook names it. */
  readonly resource: string;
  /** None: it may have any. */
  readonly name?: string;
  /** None: it is in no namespace. */
  readonly namespace?: string;
  readonly labels: Labels;
  readonly namespaceLabels: Labels;
  /** Labels by which the workload knows its pods. */
  readonly selected: readonly string[];
  /** What it is to a reader. */
  readonly what: string;
  /** Whether it is the workload, or one that a controller makes of it. */
  readonly isOfWorkload: boolean;
}

/** The workload, what is made of it, and what its pods read: their configuration, their account with its grants, their namespace, locks and nodes. */
export function changeTargets(object: ObjectAt, template: SourcePath, objects: readonly ObjectAt[]): readonly ChangeTarget[] {
  const { kind, apiVersion, name, namespace = 'default', data, document } = object;
  const group = groupOf(apiVersion);
  const byKey = index(objects);
  const labelsOf = (own: ObjectAt | undefined): Labels => ({ known: mapOf(mapOf(own?.data.metadata).labels), open: own === undefined ? 'all' : [] });
  const ofNamespace = (space: string): Labels => ({
    // The API server sets this one on every namespace.
    known: { 'kubernetes.io/metadata.name': space, ...labelsOf(byKey.get(`Namespace//${space}`)).known }, open: [],
  });
  const made = MADE_OF_WORKLOADS[`${group}/${kind}`];
  const pods: Labels = { known: mapOf(mapOf(document.value([...template, 'metadata'])).labels), open: made?.labels ?? [] };
  const target = (own: Omit<ChangeTarget, 'resource' | 'namespaceLabels' | 'labels' | 'selected'> & { readonly labels?: Labels }): ChangeTarget => ({
    ...own,
    resource: `${own.kind.toLowerCase()}s`,
    selected: selectedLabels(object),
    labels: own.labels ?? labelsOf(byKey.get(`${own.kind}/${own.namespace ?? ''}/${own.name ?? ''}`)),
    namespaceLabels: own.namespace === undefined ? { known: {}, open: [] } : ofNamespace(own.namespace),
  });
  const ofPods = `the pods of ${kind} ${name}`;
  const beside = (dependency: { readonly group: string; readonly kind: string; readonly name?: string; readonly namespace?: string }) => target({
    ...dependency,
    what: `${dependency.kind}${dependency.name === undefined ? 's' : ` ${dependency.name}`}, on which ${kind} ${name} depends`,
    isOfWorkload: false,
  });
  const spec = mapOf(document.value([...template, 'spec']));
  const account = accountIn(spec) ?? 'default';
  return [
    target({ group, kind, name, namespace, labels: { known: mapOf(mapOf(data.metadata).labels), open: [] }, what: ofPods, isOfWorkload: true }),
    ...kind === 'Pod' ? [] : [target({ group: '', kind: 'Pod', name: `${name}-abcde`, namespace, labels: pods, what: ofPods, isOfWorkload: true })],
    ...made?.between === undefined ? [] : [target({
      group: made.between[0], kind: made.between[1], name: `${name}-abcde`, namespace, labels: pods, what: ofPods, isOfWorkload: true,
    })],
    ...firstOfEach(podReferences(spec, []), one => `${one.kind}/${one.name}`).filter(one => one.kind !== 'PersistentVolumeClaim')
      .map(one => beside({ group: '', kind: one.kind, name: one.name, namespace })),
    beside({ group: '', kind: 'ServiceAccount', name: account, namespace }),
    ...grants(objects).filter(({ data: { subjects } }) => listOf(subjects).some(subject => {
      const { kind: of, name: own, namespace: space } = mapOf(subject);
      return of === 'ServiceAccount' && own === account && space === namespace;
    })).flatMap(binding => {
      const role = mapOf(binding.data.roleRef);
      const space = binding.kind === 'ClusterRoleBinding' ? undefined : binding.namespace ?? 'default';
      const bound = { group: 'rbac.authorization.k8s.io', namespace: space };
      return [beside({ ...bound, kind: binding.kind, name: binding.name }),
        beside({ ...bound, kind: String(role.kind), name: String(role.name), namespace: role.kind === 'ClusterRole' ? undefined : space })];
    }),
    // Its namespace is also what policies ask of it by its name.
    { ...beside({ group: '', kind: 'Namespace', name: namespace }), namespaceLabels: ofNamespace(namespace), labels: ofNamespace(namespace) },
    beside({ group: 'coordination.k8s.io', kind: 'Lease', namespace: LOCK_NAMESPACE }),
    beside({ group: '', kind: 'Node' }),
  ];
}

const index = onceFor((objects: readonly ObjectAt[]) => new Map(objects.map(one => [`${one.kind}/${one.namespace ?? ''}/${one.name}`, one])));
const grants = onceFor((objects: readonly ObjectAt[]) => objects.filter(({ kind }) => kind === 'ClusterRoleBinding' || kind === 'RoleBinding'));
