import { Data, DataMap, isMap, listOf, mapOf, shownOf, stringOf } from '../../edit/yaml/data';
import { objectShape } from '../../facts/object-shapes';
import { grouped } from '../../kubernetes/once-for';
import { Json } from '../../kubernetes/pod/shape';
import { lookAtAccess } from '../../kubernetes/workload/access-check';
import { BindingView, PolicyRuleView, RoleView } from '../../view/model';
import { ObjectAt, placeAt } from '../documents/documents';
import { selects } from '../documents/label-match';

/**
 * The Roles and ClusterRoles of the input.
 *
 * @param hasSeveralStates whether one that is given twice is changed on the way
 */
export function readRoles(objects: readonly ObjectAt[], hasSeveralStates: boolean): readonly RoleView[] {
  const read = objects.flatMap(object => {
    const role = owned(readRole(object), object, objects);
    return role === undefined ? [] : [{ object, role }];
  });
  return givenTwice(read.map(({ object, role }) => {
    if (role.refused !== undefined || role.kind !== 'ClusterRole' || !isMap(object.data.aggregationRule)) return role;
    const selectors = listOf(object.data.aggregationRule.clusterRoleSelectors);
    // k8s.io/kubernetes@v1.26.15 pkg/controller/clusterroleaggregation/clusterroleaggregation_controller.go:78-118: its own rules are overwritten.
    const rules = read.filter(other => other.role.kind === 'ClusterRole' && other.role.name !== role.name
      && selectors.some(selector => selects(selector, { known: mapOf(mapOf(other.object.data.metadata).labels), open: [] }) === 'yes'));
    return { ...role, rules: rules.flatMap(other => other.role.rules), isAggregated: true };
  }), hasSeveralStates);
}

/** The RoleBindings and ClusterRoleBindings of the input; see `readRoles`. */
export function readBindings(objects: readonly ObjectAt[], hasSeveralStates: boolean): readonly BindingView[] {
  return givenTwice(objects.flatMap(object => owned(readBinding(object), object, objects) ?? []), hasSeveralStates);
}

/** With its owner, if the input does not have it: what is owned by nothing that there is, the garbage collector deletes. */
function owned<T extends RoleView | BindingView>(read: T | undefined, { data }: ObjectAt, objects: readonly ObjectAt[]): T | undefined {
  if (read === undefined) return undefined;
  const owners = listOf(mapOf(data.metadata).ownerReferences).map(mapOf);
  const isHere = ({ kind, name }: DataMap) => objects.some(one => one.kind === kind && one.name === name);
  return owners.length === 0 || owners.some(isHere) ? read : { ...read, ownedBy: `${shownOf(owners[0].kind)} ${shownOf(owners[0].name)}` };
}

/** Marks those that another one of the same name contradicts. */
function givenTwice<T extends RoleView | BindingView>(all: readonly T[], hasSeveralStates: boolean): readonly T[] {
  if (hasSeveralStates) return all;
  const said = ({ place: _, ...one }: T) => JSON.stringify(one, (key, value: unknown) => (key === 'place' ? undefined : value));
  const alike = [...grouped(all, ({ kind, namespace, name }) => JSON.stringify([kind, namespace, name])).values()];
  const contradicted = new Set(alike.filter(group => group.length > 1 && new Set(group.map(said)).size > 1).flat());
  return contradicted.size === 0 ? all : all.map(one => contradicted.has(one) ? { ...one, isGivenTwice: true } : one);
}

function readRole(object: ObjectAt): RoleView | undefined {
  const { kind, apiVersion, name, namespace, document, file, base, data } = object;
  if (kind !== 'Role' && kind !== 'ClusterRole') return undefined;
  const refused = refusedAs(object);
  return {
    apiVersion,
    kind,
    name,
    ...refused === undefined ? {} : { refused },
    namespace: kind === 'Role' ? namespace ?? 'default' : undefined,
    place: placeAt(file, document, [...base, 'metadata']),
    // What is being deleted grants nothing any more.
    rules: isEnding(object) || refused !== undefined ? [] : listOf(data.rules).flatMap((rule, index): PolicyRuleView[] => isMap(rule) ? [{
      apiGroups: strings(rule.apiGroups),
      resources: strings(rule.resources),
      resourceNames: strings(rule.resourceNames),
      verbs: strings(rule.verbs),
      place: placeAt(file, document, [...base, 'rules', index]),
    }] : []),
  };
}

function readBinding(object: ObjectAt): BindingView | undefined {
  const { kind, apiVersion, name, namespace, document, file, base, data } = object;
  if (kind !== 'RoleBinding' && kind !== 'ClusterRoleBinding') return undefined;
  const role = mapOf(data.roleRef);
  const own = kind === 'RoleBinding' ? namespace ?? 'default' : undefined;
  const refusal = isEnding(object) ? 'it is being deleted' : refusedAs(object) ?? refusalOf(kind, role, listOf(data.subjects).map(mapOf));
  return {
    apiVersion,
    kind,
    name,
    namespace: own,
    roleKind: shownOf(role.kind),
    roleName: shownOf(role.name),
    ...refusal === undefined ? {} : { refused: refusal },
    subjects: listOf(data.subjects).filter(isMap).map(subject => ({
      kind: shownOf(subject.kind), name: shownOf(subject.name), namespace: stringOf(subject.namespace) ?? own,
    })),
    place: placeAt(file, document, [...base, 'metadata']),
  };
}

/** Why the API server refuses the object, but for whom and what a binding names. */
function refusedAs({ kind, data }: ObjectAt): string | undefined {
  const look = lookAtAccess(kind, data as Json, objectShape(kind)!);
  return look !== undefined && 'refused' in look ? look.refused : undefined;
}

function isEnding({ data }: ObjectAt): boolean {
  return stringOf(mapOf(data.metadata).deletionTimestamp) !== undefined;
}

function strings(value: Data | undefined): readonly string[] {
  return listOf(value).map(String);
}

type Fields = Readonly<Record<string, Data>>;

const RBAC = 'rbac.authorization.k8s.io';
const ROLE_KINDS = { RoleBinding: ['Role', 'ClusterRole'], ClusterRoleBinding: ['ClusterRole'] };

/**
 * Why the API server refuses a binding: k8s.io/kubernetes@v1.26.15 and v1.37.1 pkg/apis/rbac/validation/validation.go, ValidateRoleBinding,
 * ValidateClusterRoleBinding and ValidateRoleBindingSubject; what is left out has its default, pkg/apis/rbac/v1/defaults.go.
 */
function refusalOf(kind: keyof typeof ROLE_KINDS, role: Fields, subjects: readonly Fields[]): string | undefined {
  const roleGroup = role.apiGroup ?? RBAC;
  if (roleGroup !== RBAC && roleGroup !== '') return `roleRef.apiGroup must be ${RBAC}, got ${shownOf(roleGroup)}`;
  if (!ROLE_KINDS[kind].includes(shownOf(role.kind))) return `roleRef.kind must be ${ROLE_KINDS[kind].join(' or ')}, got ${shownOf(role.kind)}`;
  return subjects.map((subject): string | undefined => {
    const [group, who] = [subject.apiGroup ?? '', shownOf(subject.kind)];
    if (!['ServiceAccount', 'User', 'Group'].includes(who)) return `the kind of a subject must be ServiceAccount, User or Group, got ${who}`;
    if (who === 'ServiceAccount') {
      if (group !== '') return `a ServiceAccount as subject has no apiGroup, got ${shownOf(group)}`;
      return kind === 'ClusterRoleBinding' && (stringOf(subject.namespace) ?? '') === '' ? `ServiceAccount ${shownOf(subject.name)} has no namespace`
        : undefined;
    }
    return group === '' || group === RBAC ? undefined : `the apiGroup of ${who} ${shownOf(subject.name)} must be ${RBAC}, got ${shownOf(group)}`;
  }).find(reason => reason !== undefined);
}
