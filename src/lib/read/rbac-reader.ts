import { placeAt } from './container';
import { isMap, listOf, mapOf, shownOf, stringOf } from './data';
import { ObjectAt } from './documents';
import { Data } from '../edit/yaml/source-document';
import { BindingView, PolicyRuleView, RoleView } from '../view/model';

export function readRole(object: ObjectAt): RoleView | undefined {
  const { kind, apiVersion, name, namespace, document, file, base, data } = object;
  if (kind !== 'Role' && kind !== 'ClusterRole') return undefined;
  return {
    apiVersion,
    kind,
    name,
    namespace: kind === 'Role' ? namespace ?? 'default' : undefined,
    place: placeAt(file, document, [...base, 'metadata']),
    rules: listOf(data.rules).flatMap((rule, index): PolicyRuleView[] => isMap(rule) ? [{
      apiGroups: strings(rule.apiGroups),
      resources: strings(rule.resources),
      resourceNames: strings(rule.resourceNames),
      verbs: strings(rule.verbs),
      place: placeAt(file, document, [...base, 'rules', index]),
    }] : []),
  };
}

export function readBinding(object: ObjectAt): BindingView | undefined {
  const { kind, apiVersion, name, namespace, document, file, base, data } = object;
  if (kind !== 'RoleBinding' && kind !== 'ClusterRoleBinding') return undefined;
  const role = mapOf(data.roleRef);
  const own = kind === 'RoleBinding' ? namespace ?? 'default' : undefined;
  return {
    apiVersion,
    kind,
    name,
    namespace: own,
    roleKind: shownOf(role.kind),
    roleName: shownOf(role.name),
    subjects: listOf(data.subjects).filter(isMap).map(subject => ({
      kind: shownOf(subject.kind), name: shownOf(subject.name), namespace: stringOf(subject.namespace) ?? own,
    })),
    place: placeAt(file, document, [...base, 'metadata']),
  };
}

function strings(value: Data | undefined): readonly string[] {
  return listOf(value).map(String);
}
