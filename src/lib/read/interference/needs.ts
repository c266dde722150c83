import { DataMap, listOf, mapOf, SourcePath, stringOf } from '../../edit/yaml/data';
import { grouped, onceFor } from '../../kubernetes/once-for';
import { ObjectAt } from '../documents/documents';
import { accountIn, podReferences } from '../documents/pod-references';

/** An object without which a workload does not run, or not as its manifest says. */
export interface NeededObject {
  readonly kind: string;
  readonly name: string;
  /** None: it has no namespace. */
  readonly namespace?: string;
  /** The object itself, where it is in the input. */
  readonly object?: ObjectAt;
}

const BINDINGS = ['ClusterRoleBinding', 'RoleBinding'];

const byName = onceFor((objects: readonly ObjectAt[]) => grouped(objects, one => keyOf(one.kind, one.name, namespaceOf(one))));
const bindings = onceFor((objects: readonly ObjectAt[]) => grouped(
  objects.filter(({ kind }) => BINDINGS.includes(kind))
    .flatMap(binding => listOf(binding.data.subjects).map(subject => ({ binding, subject: subjectKey(binding, mapOf(subject)) }))),
  ({ subject }) => subject,
));

const WITHOUT_NAMESPACE = /^(?:Namespace|Cluster\w+|PriorityClass|RuntimeClass|Node)$/;

function keyOf(kind: string, name: string, namespace: string | undefined): string {
  return JSON.stringify([kind, WITHOUT_NAMESPACE.test(kind) ? '' : namespace ?? 'default', name]);
}

function namespaceOf({ kind, namespace = 'default' }: ObjectAt): string | undefined {
  return WITHOUT_NAMESPACE.test(kind) ? undefined : namespace;
}

function subjectKey({ namespace }: ObjectAt, subject: DataMap): string {
  const name = stringOf(subject.name) ?? '';
  return subject.kind === 'ServiceAccount' ? `system:serviceaccount:${stringOf(subject.namespace) ?? namespace ?? 'default'}:${name}` : name;
}

function objectsNamed(kind: string, name: string | undefined, from: string | undefined, objects: readonly ObjectAt[]): readonly NeededObject[] {
  if (name === undefined || name === '') return [];
  const namespace = WITHOUT_NAMESPACE.test(kind) ? undefined : from;
  const found = byName(objects).get(keyOf(kind, name, from)) ?? [];
  return found.length === 0 ? [{ kind, name, namespace }] : found.map(object => ({ kind, name, namespace, object }));
}

/**
 * Bindings of the input for some subjects, and the roles that they refer to.
 *
 * @param subjects names of users and groups, as RBAC compares them
 */
export function rightsOf(subjects: readonly string[], objects: readonly ObjectAt[]): readonly NeededObject[] {
  return subjects.flatMap(subject => bindings(objects).get(subject) ?? []).flatMap(({ binding }) => {
    const role = mapOf(binding.data.roleRef);
    return [
      { kind: binding.kind, name: binding.name, namespace: namespaceOf(binding), object: binding },
      ...objectsNamed(stringOf(role.kind) ?? 'Role', stringOf(role.name), binding.namespace, objects),
    ];
  });
}

/** The workload, and all that its pod refers to: account, rights, configuration, namespace and classes. What the input does not hold is there too. */
export function neededObjects(object: ObjectAt, template: SourcePath, objects: readonly ObjectAt[]): readonly NeededObject[] {
  const { namespace = 'default' } = object;
  const spec = mapOf(object.document.value([...template, 'spec']));
  const named = (kind: string, name: string | undefined) => objectsNamed(kind, name, namespace, objects);
  const account = accountIn(spec) ?? 'default';
  const subjects = [`system:serviceaccount:${namespace}:${account}`, `system:serviceaccounts:${namespace}`, 'system:serviceaccounts'];
  return [
    { kind: object.kind, name: object.name, namespace, object },
    ...account === 'default' ? [] : named('ServiceAccount', account),
    ...rightsOf(subjects, objects),
    // What is optional is not needed.
    ...podReferences(spec, []).filter(({ isOptional }) => !isOptional).flatMap(({ kind, name }) => named(kind, name)),
    ...named('Namespace', namespace),
    ...named('PriorityClass', stringOf(spec.priorityClassName)?.replace(/^system-.*$/, '')),
    ...named('RuntimeClass', stringOf(spec.runtimeClassName)),
  ];
}
